/**
 * Reads the documents of the workspace: Markdown at its root, in `docs/` and beside the sources.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readFile, readFilesIn, workspaceRoot } from '../workspace/read-workspace.ts';
import type { SourceFile } from '../workspace/source-file.ts';

const folders = ['docs', 'packages', 'apps', 'tools', 'examples'];

/** Returns every Markdown file that a reader of the repository may open. */
export function readDocuments(): SourceFile[] {
  const atRoot = readdirSync(workspaceRoot).filter((name) => name.endsWith('.md'));
  const present = folders.filter((folder) => existsSync(join(workspaceRoot, folder)));
  return [...atRoot.map(readFile), ...present.flatMap((folder) => readFilesIn(folder, ['.md']))];
}
