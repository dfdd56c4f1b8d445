/**
 * An origin that is a plugin of a registry: the build that its pointer names, checked against every CID in between.
 */
import { join } from 'node:path';
import { PluginError } from '@sigil/core/building';
import type { BuildSource } from '../builds/build-source.js';
import { openFolderRegistry, type Registry } from '../store/open-registry.js';
import { readStoredPlugin } from './read-stored-plugin.js';

/**
 * Resolves the code's imports from `plugins/<name>` of the registry's import folder, upwards. Writes nothing: a registry may be read-only.
 *
 * Reading throws `pointer-missing`, `pointer-invalid`, `content-missing`, `content-mismatch` or `manifest-invalid`.
 *
 * @param registry a folder, or an open registry
 * @throws PluginError `pointer-invalid` for a name that no plugin can have
 */
export function registrySource(registry: string | Registry, name: string): BuildSource {
  const opened = typeof registry === 'string' ? openFolderRegistry(registry) : registry;
  const folder = opened.importFolder(name);
  return {
    label: `${name} in ${opened.label}`,
    async read() {
      const pointer = await opened.find(name);
      if (!pointer) throw new PluginError('pointer-missing', `no plugin "${name}" is published in ${opened.label}`);
      return readStoredPlugin(opened.content, pointer.current, (codeCid) => join(folder, `${codeCid}.cjs`));
    },
    watch: (onChange) => opened.watch(name, onChange),
  };
}
