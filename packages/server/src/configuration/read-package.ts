/**
 * Reads the package.json of a folder.
 */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject, type JsonObject } from '@sigil/core';

/** @returns undefined where there is none, or it is no object in JSON: npm may be putting another version in its place */
export async function readPackage(folder: string): Promise<JsonObject | undefined> {
  const path = join(folder, 'package.json');
  try {
    // To read a pipe would wait for ever.
    if (!(await stat(path)).isFile()) return undefined;
    const described: unknown = JSON.parse(await readFile(path, 'utf8'));
    return isJsonObject(described) ? described : undefined;
  } catch {
    return undefined;
  }
}
