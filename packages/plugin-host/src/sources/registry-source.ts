/**
 * A plugin of a registry as an origin: what its pointer names, checked against every CID on the way.
 */
import { join } from 'node:path';
import { PluginError } from '@sigil/core/building';
import type { BuildSource } from '../builds/build-source.js';
import { openFolderRegistry, type Registry } from '../store/open-registry.js';
import { readKeptPlugin } from './read-kept-plugin.js';

/**
 * The code's imports are resolved from `plugins/<name>` of the registry's import folder, upwards. Nothing is written: a registry may be read-only.
 *
 * Reading throws `pointer-missing`, `pointer-invalid`, `content-missing`, `content-mismatch` or `manifest-invalid`.
 *
 * @param registry a folder, or a registry that is open
 * @throws PluginError `pointer-invalid` for what is no plugin's name
 */
export function registrySource(registry: string | Registry, name: string): BuildSource {
  const opened = typeof registry === 'string' ? openFolderRegistry(registry) : registry;
  const folder = opened.importFolder(name);
  return {
    label: `${name} in ${opened.label}`,
    async read() {
      const pointer = await opened.find(name);
      if (!pointer) throw new PluginError('pointer-missing', `no plugin "${name}" is published in ${opened.label}`);
      return readKeptPlugin(opened.content, pointer.current, (codeCid) => join(folder, `${codeCid}.cjs`));
    },
    watch: (onChange) => opened.watch(name, onChange),
  };
}
