/**
 * The files with variables that a program reads at its start, in the form of `.env`.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';

/** A file of variables cannot be read. */
export class EnvironmentFileError extends Error {
  override readonly name = 'EnvironmentFileError';
}

/**
 * Adds their variables to an environment, as `node --env-file` does: a variable that it already has stays, and of two files the later one
 * decides.
 *
 * @param files relative to the folder
 * @param environment is changed, but only if every file can be read
 * @throws EnvironmentFileError that names the file, and never shows its content
 */
export function addEnvironmentFiles(
  files: readonly string[],
  environment: Record<string, string | undefined>,
  folder: string,
): void {
  const read: Record<string, string | undefined> = Object.assign({}, ...files.map((file) => readFile(file, folder)));
  for (const [name, value] of Object.entries(read)) environment[name] ??= value;
}

function readFile(file: string, folder: string): NodeJS.Dict<string> {
  try {
    // Editors on Windows put a byte order mark in front, which Node takes for a part of the first name.
    return parseEnv(readFileSync(resolve(folder, file), 'utf8').replace(/^\uFEFF/, ''));
  } catch (cause) {
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
    const why = isMissing ? 'there is no such file' : 'it cannot be read';
    throw new EnvironmentFileError(`--env-file "${file}": ${why}`, { cause });
  }
}
