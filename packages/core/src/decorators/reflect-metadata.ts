/**
 * Loads reflect-metadata when the first decorator runs, so a server that has not loaded plugin code does without it.
 *
 * This is the only place in core that uses a Node API: a decorator cannot wait for an `import()`, and a static import costs four
 * times as much, since Node then scans the package for named exports. A runtime that loads no package while it runs, such as an edge runtime,
 * gets a map.
 */
/// <reference types="reflect-metadata" />

/** The functions that record publications. */
type MetadataStore = Pick<typeof Reflect, 'defineMetadata' | 'getOwnMetadata'>;

/** Present once the package could not be loaded: records must stay where the first one went. */
let ownStore: MetadataStore | undefined;

/** Returns `Reflect` with the metadata functions. A process has one copy of them: that of the package loaded first. */
export function reflectMetadata(): MetadataStore {
  if (ownStore) return ownStore;
  if ('defineMetadata' in Reflect) return Reflect;
  try {
    // oxlint-disable-next-line no-restricted-globals -- what needs no loading in Node is asked of the process
    process.getBuiltinModule('node:module').createRequire(import.meta.url)('reflect-metadata');
    return Reflect;
  } catch {
    // Nothing but the decorators reads these records.
    return (ownStore = openMetadataMap());
  }
}

function openMetadataMap(): MetadataStore {
  const byTarget = new WeakMap<object, Map<string | symbol, Map<unknown, unknown>>>();
  return {
    defineMetadata(key: unknown, value: unknown, target: object, member: string | symbol = '') {
      const byMember = byTarget.get(target) ?? new Map<string | symbol, Map<unknown, unknown>>();
      byTarget.set(target, byMember);
      byMember.set(member, (byMember.get(member) ?? new Map<unknown, unknown>()).set(key, value));
    },
    getOwnMetadata: (key: unknown, target: object, member: string | symbol = ''): unknown =>
      byTarget.get(target)?.get(member)?.get(key),
  };
}
