/**
 * Locates the program that reads recorded inputs, beside the built module. Tests, which run from sources, put a bundled one here.
 */
import { fileURLToPath } from 'node:url';

export const storyProgramFile = fileURLToPath(new URL('./story-program.js', import.meta.url));
