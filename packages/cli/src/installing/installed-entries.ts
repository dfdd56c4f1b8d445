/**
 * Records which entries `sigil install` wrote into which file, and the file's previous text, so that `sigil uninstall` can restore it.
 */
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject } from '@sigil/core/building';
import { makeFolder } from '@sigil/plugin-host';
import { CommandError } from '../failures/command-error.js';
import type { Change, EntryText } from './edit-configuration.js';

/** One entry that was written. */
export interface InstalledEntry extends EntryText {
  /** The one range of text that the entry changed. */
  readonly change: Change;
}

/** One file with entries of ours. */
export interface InstalledFile {
  /** The file without our entries; undefined where there was none. */
  readonly base?: string;
  /** The first folder created for the file. */
  readonly made?: string;
  /** The SHA-256 of the text last written. */
  readonly written: string;
  /** Entries in the order in which they were written. */
  readonly entries: readonly InstalledEntry[];
}

/** Files by their real path. */
export type InstalledFiles = Readonly<Record<string, InstalledFile>>;

const fileName = 'installed.json';
const stateVersion = 1;

/** @throws CommandError when the record exists and cannot be read */
export async function readInstalled(folder: string): Promise<InstalledFiles> {
  const path = join(folder, fileName);
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return undefined;
    throw new CommandError(`the file ${path}, which remembers what was installed, cannot be read`, { cause });
  });
  if (text === undefined) return {};
  const state = parse(text);
  if (!isJsonObject(state) || state['version'] !== stateVersion || !isJsonObject(state['files'])) {
    throw new CommandError(
      `the file ${path}, which remembers what was installed, is not one of this version's; move it away`,
    );
  }
  // Sound: only `writeInstalled` writes this version of the file.
  return state['files'] as unknown as InstalledFiles;
}

/** Makes the record readable only by its owner: it may hold the secrets of the recorded files. */
export async function writeInstalled(folder: string, files: InstalledFiles): Promise<void> {
  if (Object.keys(files).length === 0) return rm(join(folder, fileName), { force: true });
  await makeFolder(folder, 0o700);
  const path = join(folder, fileName);
  const unfinished = `${path}.${process.pid}.tmp`;
  await writeFile(unfinished, `${JSON.stringify({ version: stateVersion, files })}\n`, { mode: 0o600 });
  await rename(unfinished, path);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
