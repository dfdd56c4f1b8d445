/**
 * Reads the package.json of a folder.
 */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject, type JsonObject } from '@sigil/core';

/** @returns `undefined` when it is missing or not a JSON object: npm may be replacing the package */
export async function readPackage(folder: string): Promise<JsonObject | undefined> {
  const path = join(folder, 'package.json');
  try {
    // Reading a pipe could wait for ever.
    if (!(await stat(path)).isFile()) return undefined;
    const described: unknown = JSON.parse(await readFile(path, 'utf8'));
    return isJsonObject(described) ? described : undefined;
  } catch {
    return undefined;
  }
}
