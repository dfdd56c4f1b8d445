/**
 * Lets Vite and Vitest run a plugin's source without a build. Apart from the rest of the package, because it needs the compiler.
 */
export { sigil, type SigilOptions } from './vite/sigil.js';
