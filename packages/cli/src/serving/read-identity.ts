/**
 * Reads from a package.json how a plugin is called that has no build yet.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject } from '@sigil/core';
import type { Offering } from './open-service.js';
import { parseJsonFile } from '@sigil/core/building';

/** @returns `undefined` if the package.json cannot be read, or has no name */
export async function readIdentity(folder: string): Promise<Offering['identity'] | undefined> {
  try {
    const described: unknown = parseJsonFile(await readFile(join(folder, 'package.json'), 'utf8'));
    if (!isJsonObject(described)) return undefined;
    const { name, version = '0.0.0' } = described;
    if (typeof name !== 'string' || name === '' || typeof version !== 'string') return undefined;
    // As a build does: the scope is no part of the plugin's name.
    return { name: name.replace(/^@[^/]*\//, ''), version };
  } catch {
    // The error of the build says so.
    return undefined;
  }
}
