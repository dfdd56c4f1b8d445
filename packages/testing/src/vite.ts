/**
 * Lets Vite and Vitest run a plugin's source without a build. A separate entry, because it needs the compiler.
 */
export { sigil, type SigilOptions } from './vite/sigil.js';
