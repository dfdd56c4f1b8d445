/**
 * Locates the program that a plugin's worker or process runs, beside the built module.
 * Tests, which run from sources, put a bundled one here.
 */
export const pluginProcessProgram = new URL('./plugin-process.js', import.meta.url);
