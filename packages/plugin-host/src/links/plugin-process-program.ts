/**
 * Finds the program that a worker or process of a plugin runs: beside the module that this file is built into.
 * Tests, which run from sources, put a bundled one here.
 */
export const pluginProcessProgram = new URL('./plugin-process.js', import.meta.url);
