/**
 * Loads the operator's interceptors.
 */
import { basename, dirname, extname, resolve } from 'node:path';
import { isJsonObject } from '@sigil/core';
import type { Intercept, Interceptor } from '@sigil/core/engine';
import { ConfigurationError } from '../configuration/configuration-error.js';
import type { ServerLog } from '../log/server-log.js';
import { FollowedModules, type LoadedModule } from './followed-modules.js';
import { collectImports } from './imported-files.js';
import { loadModule } from './load-module.js';

const key = 'interceptors';

/**
 * @param files absolute paths of modules whose default export is an interceptor or its function, the outermost first
 * @returns the interceptors in force, the outermost first
 * @throws ConfigurationError naming the file and the fault
 */
export async function openInterceptors(
  files: readonly string[],
  log: Pick<ServerLog, 'note' | 'failure'>,
): Promise<FollowedModules<Interceptor>> {
  const opened = new FollowedModules(files, { key, load: loadInterceptor, nameOf: ({ name }) => name }, log);
  await opened.load();
  return opened;
}

function loadInterceptor(file: string): LoadedModule<Interceptor> {
  const exported = loadModule(key, file);
  const name = basename(file, extname(file));
  const imported = collectImports(file);
  if (typeof exported === 'function') return { parts: [{ name, intercept: exported as Intercept }], files: imported };
  const refuse = (why: string): ConfigurationError => new ConfigurationError(`"${key}": "${file}": ${why}`);
  if (!isJsonObject(exported)) throw refuse('it must export a function or an interceptor by default');
  const given = exported as Readonly<Record<string, unknown>>;
  for (const member of Object.keys(given)) if (!members.has(member)) throw refuse(`it has no member "${member}"`);
  const { intercept, methods, servers, files = [], timeoutMs } = given;
  if (typeof intercept !== 'function') throw refuse('"intercept" must be a function');
  for (const [member, value] of Object.entries({ methods, servers, files })) {
    if (value !== undefined && !isTexts(value)) throw refuse(`"${member}" must be a list of strings`);
  }
  if (timeoutMs !== undefined && !isDuration(timeoutMs))
    throw refuse('"timeoutMs" must be a whole number of at least 1');
  const { files: _, ...interceptor } = given;
  return {
    parts: [{ name, ...interceptor } as unknown as Interceptor], // its members were checked above
    files: [...imported, ...(files as readonly string[]).map((it) => resolve(dirname(file), it))],
  };
}

const members: ReadonlySet<string> = new Set(['name', 'methods', 'servers', 'timeoutMs', 'intercept', 'files']);

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((it) => typeof it === 'string');
}

function isDuration(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 1;
}
