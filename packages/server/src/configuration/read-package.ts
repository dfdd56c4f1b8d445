/**
 * Reads the package.json of a folder.
 */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject, type JsonObject } from '@sigil/core';
import { JsonMistake, parseJson } from './parse-json.js';

/** The package.json of a folder. */
export type PackageDescription =
  | { readonly kind: 'missing' }
  | { readonly kind: 'read'; readonly described: JsonObject }
  /** It is there and cannot be read: its author may be editing it. `at` has line and column, as in `:3:7`. */
  | { readonly kind: 'mistaken'; readonly at: string; readonly why: string };

/** Reads it, or says why that is not possible. */
export async function readDescription(folder: string): Promise<PackageDescription> {
  const path = join(folder, 'package.json');
  try {
    // Reading a pipe could wait for ever.
    if (!(await stat(path)).isFile()) return { kind: 'missing' };
    return parse((await readFile(path, 'utf8')).replace(/^\uFEFF/, ''));
  } catch {
    // npm may be replacing the package, or the folder is none.
    return { kind: 'missing' };
  }
}

/** @returns `undefined` when it is missing or not a JSON object: npm may be replacing the package */
export async function readPackage(folder: string): Promise<JsonObject | undefined> {
  const description = await readDescription(folder);
  return description.kind === 'read' ? description.described : undefined;
}

function parse(text: string): PackageDescription {
  try {
    const described: unknown = JSON.parse(text);
    if (isJsonObject(described)) return { kind: 'read', described };
    return { kind: 'mistaken', at: ':1:1', why: 'expected an object' };
  } catch (cause) {
    return mistakeIn(text, cause);
  }
}

/** Finds the place, which the errors of `JSON.parse` do not always have. */
function mistakeIn(text: string, cause: unknown): PackageDescription {
  try {
    parseJson(text);
  } catch (mistake) {
    if (mistake instanceof JsonMistake) {
      const { line, column, message } = mistake;
      return { kind: 'mistaken', at: `:${line}:${column}`, why: message.replace(/^line \d+, column \d+: /, '') };
    }
  }
  return { kind: 'mistaken', at: '', why: cause instanceof Error ? cause.message : 'it is not JSON' };
}
