/**
 * Reads every test file of the workspace.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestFile } from './rule-comments.test-support.js';

/** The folder of the root package.json. */
export const workspaceRoot = fileURLToPath(new URL('../../../../', import.meta.url));

const roots = ['packages', 'apps', 'tools'];
const skipped: ReadonlySet<string> = new Set(['node_modules', 'dist', 'out-tsc', 'coverage', 'fixtures', 'expected']);

/**
 * Reads test files in path order, so that reports are the same everywhere. Contract suites count as
 * tests of their callers, so they are left out.
 */
export function readTestFiles(): TestFile[] {
  return roots
    .flatMap(listFiles)
    .filter((path) => path.endsWith('.test.ts'))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(workspaceRoot, path), 'utf8') }));
}

function listFiles(folder: string): string[] {
  return readdirSync(join(workspaceRoot, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isFile()) return [path];
    if (!entry.isDirectory() || entry.name.startsWith('.') || skipped.has(entry.name)) return [];
    return listFiles(path);
  });
}
