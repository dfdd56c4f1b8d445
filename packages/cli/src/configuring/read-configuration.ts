/**
 * Reads the plugin configuration file that `--config` names. The plugin's host validates it.
 */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { JsonObject } from '@sigil/core';
import { fillVariables, isJsonObject, readVariable, parseJsonFile } from '@sigil/core/building';
import { UsageError } from '../failures/command-error.js';
import type { Terminal } from '../terminal/terminal.js';

/** The flags of the option. */
export const configFlags = '-c, --config <file>';
/** The option's line in the help. */
export const configHelp = "JSON file with the plugin's configuration";

/**
 * Fills its variables, as the server does for its own file.
 *
 * @param file relative to the working folder
 * @throws UsageError when it cannot be read, holds no JSON object, or names a variable that is not set; its content is not shown
 */
export async function readConfiguration(
  file: string | undefined,
  { cwd, env }: Pick<Terminal, 'cwd' | 'env'>,
): Promise<JsonObject | undefined> {
  if (file === undefined) return undefined;
  const value = await readObject(file, cwd);
  return fillVariables(value, {
    where: `--config "${file}"`,
    read: (name) => readVariable(name, env, (path) => readFileSync(resolve(cwd, path), 'utf8')),
    fail: (message, cause) => new UsageError(message, { cause }),
  });
}

/**
 * Reads the file for a program that runs elsewhere, with other variables.
 *
 * @throws UsageError also when it names a variable
 */
export async function readFixedConfiguration(
  file: string | undefined,
  { cwd }: Pick<Terminal, 'cwd'>,
): Promise<JsonObject | undefined> {
  if (file === undefined) return undefined;
  return fillVariables(await readObject(file, cwd), {
    where: `--config "${file}"`,
    read() {
      throw new Error('a bundle has no variables: leave the member out, so that a client asks its user for it');
    },
    fail: (message, cause) => new UsageError(message, { cause }),
  });
}

async function readObject(file: string, cwd: string): Promise<JsonObject> {
  const value = parse(await readText(resolve(cwd, file), file), file);
  if (isJsonObject(value)) return value;
  throw new UsageError(`--config "${file}": expected a JSON object, got JSON of another kind`);
}

async function readText(path: string, file: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const why =
      cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'
        ? 'there is no such file'
        : 'it cannot be read';
    throw new UsageError(`--config "${file}": ${why}`, { cause });
  }
}

// The parser's message quotes the text, which may hold a secret; so it is not kept as the cause either.
function parse(text: string, file: string): unknown {
  try {
    return parseJsonFile(text);
  } catch {
    throw new UsageError(`--config "${file}": expected a JSON object, got something that is not JSON`);
  }
}
