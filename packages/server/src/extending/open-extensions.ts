/**
 * Loads the operator's extensions of the protocol, and checks their schemas before anything is served.
 */
import { isJsonObject, type JsonObject } from '@sigil/core';
import { defineExtension, type Extension } from '@sigil/core/engine';
import { ConfigurationError } from '../configuration/configuration-error.js';
import type { ServerLog } from '../log/server-log.js';
import { compileCheck } from '../servers/check-json.js';
import { FollowedModules, type LoadedModule } from './followed-modules.js';
import { collectImports } from './imported-files.js';
import { loadModule } from './load-module.js';

const key = 'extensions';

/**
 * @param files absolute paths of modules whose default export is an extension, or a list of them
 * @returns the extensions in force
 * @throws ConfigurationError naming the file and the fault
 */
export async function openExtensions(
  files: readonly string[],
  log: Pick<ServerLog, 'note' | 'failure'>,
): Promise<FollowedModules<Extension>> {
  const opened = new FollowedModules(files, { key, load: loadExtensions, nameOf: ({ id }) => id }, log);
  await opened.load();
  return opened;
}

async function loadExtensions(file: string): Promise<LoadedModule<Extension>> {
  const exported = loadModule(key, file);
  const given: readonly unknown[] = Array.isArray(exported) ? exported : [exported];
  for (const extension of given) {
    if (!isJsonObject(extension)) throw refuse(file, 'it must export an extension by default');
    try {
      await checkDefinition(extension as unknown as Extension); // reads each member before it trusts it
    } catch (cause) {
      throw refuse(file, cause instanceof Error ? cause.message : 'its definition cannot be read', cause);
    }
  }
  // `defineExtension` has accepted each.
  return { parts: given as readonly Extension[], files: collectImports(file) };
}

async function checkDefinition(extension: Extension): Promise<void> {
  const { id, methods = {}, notifications = {} } = defineExtension(extension);
  for (const [name, { params }] of [...Object.entries(methods), ...Object.entries(notifications)]) {
    if (params) await compile(`extension "${id}": the schema of "${name}"`, params);
  }
}

async function compile(what: string, schema: JsonObject): Promise<void> {
  try {
    await compileCheck(schema);
  } catch (cause) {
    throw new Error(`${what} is not valid: ${cause instanceof Error ? cause.message : 'it cannot be compiled'}`, {
      cause,
    });
  }
}

function refuse(file: string, why: string, cause?: unknown): ConfigurationError {
  return new ConfigurationError(`"${key}": "${file}": ${why}`, { cause });
}
