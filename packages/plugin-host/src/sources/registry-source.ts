/**
 * A plugin of a registry as an origin: what its pointer file names, checked against every CID on the way.
 */
import { join, resolve } from 'node:path';
import { importFolder, pointerPath, readPointer, registryStore } from '../store/registry.js';
import type { BuildSource } from '../builds/build-source.js';
import { readKeptPlugin } from './read-kept-plugin.js';
import { watchPath } from './watch-path.js';

/**
 * The code's imports are resolved from `<registry>/plugins/<name>`, upwards. Nothing is written: a registry may be read-only.
 *
 * Reading throws `pointer-missing`, `pointer-invalid`, `content-missing`, `content-mismatch` or `manifest-invalid`.
 *
 * @throws PluginError `pointer-invalid` for what is no plugin's name
 */
export function registrySource(registry: string, name: string): BuildSource {
  const path = pointerPath(registry, name);
  const folder = importFolder(registry, name);
  const store = registryStore(registry);
  return {
    label: `${name} in ${resolve(registry)}`,
    async read() {
      const { current } = await readPointer(registry, name);
      return readKeptPlugin(store, current, (codeCid) => join(folder, `${codeCid}.cjs`));
    },
    watch: (onChange) => watchPath(path, onChange),
  };
}
