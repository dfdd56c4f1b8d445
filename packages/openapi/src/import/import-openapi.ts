/**
 * Imports a document into a folder: reads it, writes the plugin's sources, and merges them with those of an earlier import.
 *
 * Everything is computed before the first file is written, so a refusal leaves no file.
 */
import { lstat, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { compareGone, type GoneTool } from './compare-tools.js';
import { ImportError } from './source/import-error.js';
import { type ImportRecord, readRecord, recordFile } from './merging/import-record.js';
import type { Conflict } from './merging/merge-file.js';
import { type FileChange, mergeProject } from './merging/merge-project.js';
import type { Notice } from './reporting/notices.js';
import type { Selection } from './selection/select-operations.js';
import { openDocument } from './source/document-set.js';
import { writeJson } from './writing/project-files.js';
import { writeProject } from './write-project.js';

/** An import, as the command line asks for it. */
export interface ImportOptions extends Selection {
  /** A file, or an http(s) address. */
  readonly source: string;
  /** The folder that relative paths begin at. */
  readonly folder: string;
  /** The project's folder. */
  readonly out: string;
  /** The plugin's name. */
  readonly name: string;
  /** Version of our packages, for the project's package.json. */
  readonly version: string;
  /** Whether servers of the plugin list a search in place of all of its tools. */
  readonly isSearched: boolean;
  /** Whether to write nothing. */
  readonly isDryRun: boolean;
  /** Whether differences to edited parts are written beside the files, with the ending `.incoming`. */
  readonly writesConflicts: boolean;
}

/** The outcome of an import, or of a dry run. */
export interface ImportReport {
  /** The project's folder, absolute. */
  readonly folder: string;
  readonly isFirst: boolean;
  readonly title: string;
  readonly tools: readonly string[];
  readonly notices: readonly Notice[];
  readonly changes: readonly FileChange[];
  readonly conflicts: readonly Conflict[];
  readonly gone: readonly GoneTool[];
}

const validName = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const longestName = 50;
/** The ending of a file that shows what an import would have written. */
const incomingEnding = '.incoming';

/** @throws ImportError for a document, a selection or a folder that cannot be imported */
export async function importOpenApi(options: ImportOptions): Promise<ImportReport> {
  const { name, only, all } = options;
  if (!validName.test(name) || name.length > longestName)
    throw new ImportError(
      `--name ${JSON.stringify(name)}: expected lower-case letters, digits and single hyphens, at most ${longestName} characters`,
    );
  const folder = resolve(options.folder, options.out);
  const record = await readExisting(folder);
  const documents = await openDocument(options.source, options.folder);
  const knownNames = new Map((record?.operations ?? []).map(({ method, path, tool }) => [`${method} ${path}`, tool]));
  const { version, isSearched } = options;
  const project = writeProject(documents, { name, only, all, version, isSearched, knownNames });
  const texts = await readTexts(
    folder,
    new Set([...project.files.map(({ path }) => path), ...Object.keys(record?.files ?? {})]),
  );
  const merged = mergeProject(project.files, texts, record);
  const next: ImportRecord = {
    importVersion: 1,
    document: project.document,
    selection: { only, all },
    operations: project.operations,
    notices: project.notices,
    files: merged.files,
  };
  if (!options.isDryRun) {
    await writeChanges(folder, merged.changes);
    await writeIfChanged(join(folder, recordFile), writeJson(next));
    if (options.writesConflicts) await writeConflicts(folder, merged.conflicts);
  }
  return {
    folder,
    isFirst: record === undefined,
    title: project.document.title,
    tools: project.operations.map(({ tool }) => tool),
    notices: project.notices,
    changes: merged.changes,
    conflicts: merged.conflicts,
    gone: record ? compareGone(record.operations, project.operations) : [],
  };
}

async function readExisting(folder: string): Promise<ImportRecord | undefined> {
  const text = await readOrNothing(join(folder, recordFile));
  return text === undefined ? undefined : readRecord(text);
}

/** Reads the files that the import may write. @throws ImportError for a link or a folder in place of a file */
async function readTexts(folder: string, paths: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const path of paths) {
    if (path.split('/').some((part) => part === '..' || part === '') || path.includes('\\'))
      throw new ImportError(`${recordFile}: ${JSON.stringify(path)} is no path of the project`);
    await refuseLinks(folder, path);
    const text = await readOrNothing(join(folder, path));
    if (text !== undefined) texts.set(path, text);
  }
  return texts;
}

/** Refuses to write through a link, which may lead out of the folder. */
async function refuseLinks(folder: string, path: string): Promise<void> {
  const parts = path.split('/');
  for (let length = 1; length <= parts.length; length++) {
    const part = parts.slice(0, length).join('/');
    const found = await lstat(join(folder, part)).catch(() => undefined);
    if (!found) return;
    const isExpected = length < parts.length ? found.isDirectory() : found.isFile();
    if (!isExpected) throw new ImportError(`${part}: it is a link or no plain file, so nothing is written`);
  }
}

async function readOrNothing(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new ImportError(`${file}: the file cannot be read (${String(code)})`, { cause });
  }
}

async function writeChanges(folder: string, changes: readonly FileChange[]): Promise<void> {
  for (const { path, change, text } of changes) {
    const file = join(folder, path);
    if (change === 'removed') await rm(file);
    else if (text !== undefined) await writeIfChanged(file, text);
  }
}

async function writeIfChanged(file: string, text: string): Promise<void> {
  if ((await readOrNothing(file)) === text) return;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** Writes what the import would have written beside each file with a conflict. */
async function writeConflicts(folder: string, conflicts: readonly Conflict[]): Promise<void> {
  for (const path of new Set(conflicts.map((conflict) => conflict.path))) {
    const parts = conflicts.filter((conflict) => conflict.path === path);
    const text = parts.map(
      ({ part, incoming }) =>
        `// ${part}: ${incoming === '' ? 'gone from the document' : 'as the document has it now'}\n${incoming.replace(/^\s*\n/, '').trimEnd()}\n`,
    );
    await refuseLinks(folder, `${path}${incomingEnding}`);
    await writeIfChanged(join(folder, `${path}${incomingEnding}`), text.join('\n'));
  }
}
