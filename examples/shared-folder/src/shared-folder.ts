/**
 * Reads files in the folders that the client shares, and in no other.
 */
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Tool, ToolError, type Context } from '@sigil/core';

interface Entry {
  /** Path from the shared folder. */
  path: string;
  /** Length in bytes. */
  bytes: number;
}

interface Match {
  /** Path from the shared folder. */
  path: string;
  /** Number of the line, from 1. */
  line: number;
  /** The line, without blanks around it. */
  text: string;
}

const maxFileBytes = 1_000_000;

/** The files of the folders that you share. */
export class SharedFolder {
  /** List the files that are shared. */
  @Tool({ readOnly: true })
  async list(context: Context): Promise<Entry[]> {
    const roots = await sharedRoots(context);
    return (await Promise.all(roots.map(entriesIn))).flat();
  }

  /**
   * Read a file.
   * @param path Path from the shared folder, as `list` shows it
   */
  @Tool({ readOnly: true })
  async read(path: string, context: Context): Promise<string> {
    return readFile(await findShared(path, await sharedRoots(context)), 'utf8');
  }

  /**
   * Find lines that have a text in them.
   * @param text The text, in any case @minLength 1
   */
  @Tool({ readOnly: true })
  async search(text: string, context: Context): Promise<Match[]> {
    const matches: Match[] = [];
    const roots = await sharedRoots(context);
    for (const root of roots) {
      for (const { path, bytes } of await entriesIn(root)) {
        context.signal.throwIfAborted();
        if (bytes <= maxFileBytes) matches.push(...matchesIn(path, await readFile(join(root, path), 'utf8'), text));
      }
    }
    return matches;
  }
}

// #region roots
/** The client says which folders count; a server never decides that by itself. */
async function sharedRoots(context: Context): Promise<string[]> {
  const answer = await context.listRoots();
  if (answer.action === 'incapable') throw new ToolError('this client does not share folders');
  if (answer.action === 'decline') throw new ToolError('no folder is shared');
  return Promise.all(answer.roots.map(({ uri }) => realpath(fileURLToPath(uri))));
}

/** Follows links before it compares, so that none leads out. */
async function findShared(path: string, roots: readonly string[]): Promise<string> {
  for (const root of roots) {
    const real = await realpath(join(root, path)).catch(() => undefined);
    if (real !== undefined && isWithin(root, real)) return real;
  }
  throw new ToolError(`no shared file "${path}"`, { suggestions: ['Call "list" for the files there are'] });
}

function isWithin(root: string, file: string): boolean {
  const way = relative(root, file);
  return way !== '' && !way.startsWith('..') && !isAbsolute(way);
}
// #endregion roots

async function entriesIn(root: string): Promise<Entry[]> {
  const found = await readdir(root, { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(
    files.sort().map(async (file) => ({ path: relative(root, file), bytes: (await stat(file)).size })),
  );
}

function matchesIn(path: string, content: string, text: string): Match[] {
  const wanted = text.toLowerCase();
  return content
    .split('\n')
    .map((line, index) => ({ path, line: index + 1, text: line.trim() }))
    .filter((match) => match.text.toLowerCase().includes(wanted));
}
