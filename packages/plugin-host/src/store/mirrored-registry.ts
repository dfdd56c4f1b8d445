/**
 * A registry with a folder that remembers what was read from it: a server starts and goes on while the registry is away.
 */
import type { Registry } from './open-registry.js';
import { writePointer } from './registry.js';

/** @param mirror a registry of this server alone @param folder the one that the mirror is in */
export function mirroredRegistry(remote: Registry, mirror: Registry, folder: string): Registry {
  const kept = new Map<string, string>();
  return {
    label: remote.label,
    content: {
      put: (bytes) => remote.content.put(bytes),
      has: async (cid) => (await mirror.content.has(cid)) || remote.content.has(cid),
      async get(cid) {
        if (await mirror.content.has(cid)) return mirror.content.get(cid);
        const bytes = await remote.content.get(cid);
        await mirror.content.put(bytes);
        return bytes;
      },
    },
    async names() {
      try {
        return await remote.names();
      } catch (error) {
        const known = await mirror.names();
        if (known.length > 0) return known;
        throw error;
      }
    },
    async find(name) {
      try {
        const pointer = await remote.find(name);
        if (pointer && kept.get(name) !== pointer.current) {
          await writePointer(folder, pointer);
          kept.set(name, pointer.current);
        }
        return pointer;
      } catch (error) {
        const known = await mirror.find(name);
        if (known) return known;
        throw error;
      }
    },
    change: (name, change) => remote.change(name, change),
    watch: (name, onChange) => remote.watch(name, onChange),
    importFolder: (name) => mirror.importFolder(name),
  };
}
