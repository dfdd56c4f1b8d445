/**
 * Reads a plugin to compare from the source that a name on the command line means.
 */
import { resolve } from 'node:path';
import { UsageError } from '../failures/command-error.js';
import type { Terminal } from '../terminal/terminal.js';
import type { ComparedSide } from './compared-side.js';
import { readFolderSide } from './read-folder-side.js';
import { readGitSide } from './read-git-side.js';
import { readPackageSide } from './read-package-side.js';
import { readServerSide, withoutOwnTemplates } from './read-server-side.js';

/** The command line's options for both sides. */
export interface SidesRequest {
  /** The one or two names, in order. */
  readonly names: readonly string[];
  /** A git ref or `npm:name@version`: the older side, with at most one name. */
  readonly against?: string;
  /** Headers as `Name: value`; for URLs. */
  readonly headers: readonly string[];
}

const packagePrefix = 'npm:';
const url = /^[a-z][a-z0-9+.-]*:\/\//i;

/**
 * Reads the older side and then the newer.
 *
 * @throws UsageError when it is not clear what to compare
 * @throws CommandError when one of them cannot be read
 */
export async function readSides(
  { names, against, headers }: SidesRequest,
  terminal: Terminal,
): Promise<{ readonly before: ComparedSide; readonly after: ComparedSide }> {
  const [first, second] = names;
  if (headers.length > 0 && !names.some((name) => url.test(name))) {
    throw new UsageError('--header means nothing without a URL: leave it out');
  }
  if (against === undefined) {
    if (first === undefined || second === undefined) {
      throw new UsageError('expected two plugins to compare, or --against with a git ref or npm:<name>');
    }
    return asPlugins(await readSide(first, headers, terminal), await readSide(second, headers, terminal));
  }
  if (second !== undefined) throw new UsageError('--against names the old plugin: name only the new one');
  const newer = first ?? '.';
  return asPlugins(await readAgainst(against, newer, terminal), await readSide(newer, headers, terminal));
}

function asPlugins(before: ComparedSide, after: ComparedSide): Awaited<ReturnType<typeof readSides>> {
  return { before: withoutOwnTemplates(before, after), after: withoutOwnTemplates(after, before) };
}

/** Reads one plugin. @throws CommandError when it cannot be read */
export function readSide(name: string, headers: readonly string[], terminal: Terminal): Promise<ComparedSide> {
  if (name.startsWith(packagePrefix)) return readPackageSide(name.slice(packagePrefix.length), terminal);
  if (url.test(name)) return readServerSide({ name, headers }, terminal);
  return readFolderSide(name, terminal);
}

function readAgainst(against: string, newer: string, terminal: Terminal): Promise<ComparedSide> {
  if (against.startsWith(packagePrefix)) return readPackageSide(against.slice(packagePrefix.length), terminal);
  if (url.test(newer) || newer.startsWith(packagePrefix)) {
    throw new UsageError(`--against "${against}" is a git ref, so the new plugin must be a folder, got "${newer}"`);
  }
  return readGitSide(resolve(terminal.cwd, newer), against, terminal);
}
