/**
 * A registry with a folder that caches what was read from it, so that a server starts and goes on while the registry is away.
 */
import type { Registry } from './open-registry.js';
import { writePointer, type RegistryPointer } from './registry.js';

/** @param mirror a registry of this server alone @param folder the folder of the mirror */
export function mirrorRegistry(remote: Registry, mirror: Registry, folder: string): Registry {
  const kept = new Map<string, string>();
  const keep = async (pointer: RegistryPointer): Promise<void> => {
    await writePointer(folder, pointer);
    kept.set(pointer.name, pointer.current);
  };
  return {
    label: remote.label,
    content: {
      put: (bytes) => remote.content.put(bytes),
      has: async (cid) => (await mirror.content.has(cid)) || remote.content.has(cid),
      async get(cid) {
        // Damaged content is fetched again, like missing content.
        const known = await mirror.content.get(cid).catch(() => undefined);
        if (known) return known;
        const bytes = await remote.content.get(cid);
        await ifWritable(() => mirror.content.put(bytes));
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
      let pointer: RegistryPointer | undefined;
      try {
        pointer = await remote.find(name);
      } catch (error) {
        const known = await mirror.find(name);
        if (known) return known;
        throw error;
      }
      if (pointer && kept.get(name) !== pointer.current) await ifWritable(() => keep(pointer));
      return pointer;
    },
    change: (name, change) => remote.change(name, change),
    watch: (name, onChange) => remote.watch(name, onChange),
    importFolder: (name) => mirror.importFolder(name),
  };
}

async function ifWritable(remember: () => Promise<unknown>): Promise<void> {
  try {
    await remember();
  } catch {
    // A full disk does not block reading from the registry; a later read is cached.
  }
}
