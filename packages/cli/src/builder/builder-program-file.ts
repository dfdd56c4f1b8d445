/**
 * Locates the program of the builder, beside the built module. Tests, which run from sources, put a bundled one here.
 */
import { fileURLToPath } from 'node:url';

export const builderProgramFile = fileURLToPath(new URL('./builder-program.js', import.meta.url));
