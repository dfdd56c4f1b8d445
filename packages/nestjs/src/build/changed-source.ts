/**
 * Compares the sources of an application with those that its build was made from.
 */
import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject } from '@sigil/core';

/**
 * Returns the first source that differs, relative to the folder. An application that was deployed without its sources has none, and one
 * without a record of its build cannot be compared.
 */
export function findChangedSource(folder: string): string | undefined {
  const known = readSources(folder);
  if (!known.some(([name]) => existsSync(join(folder, name)))) return undefined;
  return known.find(([name, hashed]) => hashOf(join(folder, name)) !== hashed)?.[0];
}

/** Returns the hashes of the application's own sources, by their names in the build's record. */
function readSources(folder: string): readonly (readonly [name: string, hash: unknown])[] {
  const path = join(folder, 'dist', 'build-inputs.json');
  if (!existsSync(path)) return [];
  const record: unknown = JSON.parse(readFileSync(path, 'utf8'));
  const files = isJsonObject(record) && isJsonObject(record['files']) ? record['files'] : {};
  return Object.entries(files).filter(
    ([name]) => /\.[cm]?tsx?$/.test(name) && !name.startsWith('..') && !name.includes('node_modules/'),
  );
}

function hashOf(path: string): string | undefined {
  return existsSync(path) ? hash('sha256', readFileSync(path), 'base64url') : undefined;
}
