/**
 * Folders of old servers, for tests.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { migrateFolder, type MigrationReport } from './migrate-folder.js';

/** A folder with an old server in `old`, which is removed after the test. */
export interface Folder {
  readonly path: string;
  /** Migrates `old` into `new`. */
  migrate(): Promise<MigrationReport>;
  /** Reads a file of `new`. */
  read(path: string): string;
}

/** Writes the files of an old server. */
export function openFolder(files: Readonly<Record<string, string>>): Folder {
  const path = mkdtempSync(join(tmpdir(), 'sigil-migrate-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, 'old', name)), { recursive: true });
    writeFileSync(join(path, 'old', name), text);
  }
  return {
    path,
    migrate: () => migrateFolder({ folder: join(path, 'old'), out: join(path, 'new'), version: '0.1.0' }),
    read: (name) => readFileSync(join(path, 'new', name), 'utf8'),
  };
}

/** Reads all files of a folder, by their paths. */
export function readAll(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return Object.fromEntries(
    names.map((one) => {
      const path = join(one.parentPath, one.name);
      return [path.slice(folder.length + 1), readFileSync(path, 'utf8')];
    }),
  );
}
