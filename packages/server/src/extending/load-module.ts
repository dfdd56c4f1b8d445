/**
 * Loads a module of the operator, in JavaScript or TypeScript, as it is on disk now: neither it nor the files beside it that it imports are
 * remembered. `@sigil/core` is the server's own.
 */
import { createRequire } from 'node:module';
import { existsSync, realpathSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import * as core from '@sigil/core';
import * as engine from '@sigil/core/engine';
import { createJiti } from 'jiti';
import { ConfigurationError } from '../configuration/configuration-error.js';
import { collectImports } from './imported-files.js';

// An error class must be the server's own, or the engine does not know its errors.
const virtualModules = { '@sigil/core': core, '@sigil/core/engine': engine };

/**
 * @param key the configuration's key that names the file
 * @returns its default export
 * @throws ConfigurationError when it cannot be loaded, also for `await` outside of a function
 */
export function loadModule(key: string, file: string): unknown {
  forgetData(file);
  try {
    // `jiti.import` would leave modules of plain JavaScript to Node, which remembers them for ever.
    const load = createJiti(file, { fsCache: false, moduleCache: false, virtualModules });
    const module: unknown = load(file);
    return typeof module === 'object' && module !== null && 'default' in module ? module.default : undefined;
  } catch (cause) {
    // The loader puts the position of a syntax error on a line of its own.
    const why = cause instanceof Error ? cause.message.replace(/\s+/g, ' ') : 'it threw no error';
    throw new ConfigurationError(`"${key}": "${file}" cannot be loaded: ${why}`, { cause });
  }
}

/** Makes Node read the JSON files again that a module imports, and those beside it. */
function forgetData(module: string): void {
  const folder = dirname(module);
  const imported = new Set(
    collectImports(module)
      .filter((path) => existsSync(path))
      .map((path) => realpathSync(path)),
  );
  const { cache } = createRequire(import.meta.url);
  for (const path of Object.keys(cache)) {
    const isBeside = path.startsWith(folder + sep) && !path.includes(`${sep}node_modules${sep}`);
    if ((isBeside || imported.has(path)) && path.endsWith('.json')) delete cache[path];
  }
}
