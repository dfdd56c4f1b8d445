/**
 * The path of the `sigil` program, to run a command of it in a process of its own.
 *
 * This file is directly in `src`, since the built code is directly in `dist`: the program is beside both.
 */
import { fileURLToPath } from 'node:url';

export const sigilProgram = fileURLToPath(new URL('../bin/sigil.mjs', import.meta.url));
