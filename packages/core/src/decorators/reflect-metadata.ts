/**
 * Loads reflect-metadata when the first decorator runs: a server that has not loaded a plugin's code yet does without.
 *
 * The one place in core that asks Node for something: a decorator cannot wait for an `import()`, and imported as a module the
 * package costs four times as much, since Node then looks through its text for names that it exports.
 */
/// <reference types="reflect-metadata" />

/** `Reflect` with the metadata functions, of which a process has one copy, that of the package loaded first. */
export function reflectMetadata(): typeof Reflect {
  if (!('defineMetadata' in Reflect)) {
    // oxlint-disable-next-line no-restricted-globals -- what needs no loading in Node is asked of the process
    process.getBuiltinModule('node:module').createRequire(import.meta.url)('reflect-metadata');
  }
  return Reflect;
}
