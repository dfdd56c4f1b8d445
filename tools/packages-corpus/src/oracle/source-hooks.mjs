/**
 * Hooks of Node's loader that compile a `.ts` file to an ES module, and resolve `./a.js` to `./a.ts` where only that exists.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compileFile } from './compile-files.mjs';

const options = { target: 9, module: 199, esModuleInterop: true, experimentalDecorators: true };

/** @type {import('node:module').ResolveHook} */
export async function resolve(specifier, context, next) {
  const isOwn = specifier.startsWith('.') && specifier.endsWith('.js') && context.parentURL?.endsWith('.ts');
  if (isOwn && context.parentURL) {
    const source = new URL(specifier.replace(/js$/, 'ts'), context.parentURL);
    if (existsSync(source)) return next(source.href, context);
  }
  return next(specifier, context);
}

/** @type {import('node:module').LoadHook} */
export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  return { format: 'module', shortCircuit: true, source: compileFile(fileURLToPath(url), options) };
}
