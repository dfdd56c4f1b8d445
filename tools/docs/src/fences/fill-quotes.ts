/**
 * Copies regions of source files into the fences that quote them: `ts check from=src/notes.ts#after`.
 *
 * A region is between `// #region after` and `// #endregion after`; its indentation is removed.
 */
import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { readFile, workspaceRoot } from '@sigil/checks/workspace';
import type { SourceFile } from '@sigil/checks/source-file';

const quotingFence = /^(?<head>```\S+ check \S*?from=\S+#\S+.*\n)(?:[^]*?\n)?```$/gmu;

/** @throws Error when a file or a region does not exist */
export function fillQuotes(document: SourceFile): string {
  return document.text.replace(quotingFence, (_fence, head: string) => {
    const [, path = '', region = ''] = /from=([^\s#]+)#(\S+)/u.exec(head) ?? [];
    return `${head}${readRegion(fileOf(path, document.path), region)}\n\`\`\``;
  });
}

/** Resolves a path from the workspace's root, or from the document. */
function fileOf(path: string, document: string): string {
  return existsSync(join(workspaceRoot, path)) ? path : posix.join(posix.dirname(document), path);
}

function readRegion(path: string, region: string): string {
  const lines = readFile(path).text.split('\n');
  const start = lines.findIndex((line) => line.trim() === `// #region ${region}`);
  const end = lines.findIndex((line) => line.trim() === `// #endregion ${region}`);
  if (start < 0 || end < start) throw new Error(`${path} has no region "${region}"`);
  const quoted = lines.slice(start + 1, end);
  const indent = Math.min(...quoted.filter((line) => line.trim() !== '').map((line) => line.search(/\S/u)));
  return quoted.map((line) => line.slice(indent)).join('\n');
}
