/**
 * Loads reflect-metadata when the first decorator runs, so a server that has not loaded plugin code does without it.
 *
 * This is the only place in core that uses a Node API: a decorator cannot wait for an `import()`, and a static import costs four
 * times as much, since Node then scans the package for named exports.
 */
/// <reference types="reflect-metadata" />

/** Returns `Reflect` with the metadata functions. A process has one copy of them: that of the package loaded first. */
export function reflectMetadata(): typeof Reflect {
  if (!('defineMetadata' in Reflect)) {
    // oxlint-disable-next-line no-restricted-globals -- what needs no loading in Node is asked of the process
    process.getBuiltinModule('node:module').createRequire(import.meta.url)('reflect-metadata');
  }
  return Reflect;
}
