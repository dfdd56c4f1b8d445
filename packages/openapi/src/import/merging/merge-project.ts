/**
 * Merges the files of a new import into a project that an earlier one wrote.
 */
import type { ImportRecord, RecordedParts } from './import-record.js';
import { ImportError } from '../source/import-error.js';
import type { ProjectFile } from '../writing/project-files.js';
import { type Conflict, hasWord, mergeFile, recordParts } from './merge-file.js';

/** One file of the project and the change to it, which is written once all files are merged. */
export interface FileChange {
  readonly path: string;
  readonly change: 'new' | 'renewed' | 'same' | 'removed' | 'deleted-by-you';
  /** The text to write; absent for a file that is removed, or not written. */
  readonly text?: string;
}

/** The outcome for all files, and their hashes for the record. */
export interface MergedProject {
  readonly changes: readonly FileChange[];
  readonly conflicts: readonly Conflict[];
  readonly files: ImportRecord['files'];
}

/** @param texts of the files that are there, by path @throws ImportError for an existing file that no import wrote */
export function mergeProject(
  written: readonly ProjectFile[],
  texts: ReadonlyMap<string, string>,
  record: ImportRecord | undefined,
): MergedProject {
  const conflicts: Conflict[] = [];
  const recorded = record?.files ?? {};
  const inTheWay = written
    .filter(({ path }) => texts.has(path) && recorded[path] === undefined)
    .map(({ path }) => path);
  const [first] = inTheWay;
  if (first !== undefined)
    throw new ImportError(
      `${inTheWay.join(', ')}: no import wrote ${inTheWay.length === 1 ? 'this file' : 'these files'}, so nothing is overwritten; choose another --out, or move ${inTheWay.length === 1 ? 'it' : 'them'} away`,
    );

  const changes = written.map((file): FileChange => {
    const yours = texts.get(file.path);
    const before = recorded[file.path];
    if (yours === undefined) return before ? { path: file.path, change: 'deleted-by-you' } : { ...file, change: 'new' };
    const merged = mergeFile(file.path, yours, file.text, before ?? {});
    conflicts.push(...merged.conflicts);
    return merged.text === yours
      ? { path: file.path, change: 'same' }
      : { path: file.path, change: 'renewed', text: merged.text };
  });
  const paths = new Set(written.map(({ path }) => path));
  const gone = Object.entries(recorded).filter(([path]) => !paths.has(path) && texts.has(path));
  const others = [...texts].filter(([path]) => !gone.some(([one]) => one === path));
  const staying = others.map(([path, text]) => changes.find((change) => change.path === path)?.text ?? text).join('\n');
  changes.push(
    ...gone.map(([path, parts]) => mergeGone(path, parts, { text: texts.get(path) ?? '', staying, conflicts })),
  );
  const files = Object.fromEntries(written.map(({ path, text }) => [path, recordParts(path, text)]));
  return { changes, conflicts, files: { ...files, ...keptRecords(changes, recorded, paths) } };
}

/** A file that the document no longer needs goes, unless it was edited or an edited file still uses it. */
function mergeGone(
  path: string,
  parts: RecordedParts,
  { text, staying, conflicts }: { readonly text: string; readonly staying: string; readonly conflicts: Conflict[] },
): FileChange {
  const isUsed = Object.keys(parts).some((key) => {
    const [, name] = /^(?:type|class) (\w+)$/.exec(key) ?? [];
    return name !== undefined && hasWord(staying, name);
  });
  if (isUsed) return { path, change: 'same' };
  const merged = mergeFile(path, text, '', parts);
  conflicts.push(...merged.conflicts);
  if (merged.text.trim() === '') return { path, change: 'removed' };
  return merged.text === text ? { path, change: 'same' } : { path, change: 'renewed', text: merged.text };
}

/** Files that stay although the document no longer has them keep their hashes, so that a later import still knows them. */
function keptRecords(
  changes: readonly FileChange[],
  recorded: ImportRecord['files'],
  written: ReadonlySet<string>,
): ImportRecord['files'] {
  const kept = changes.filter(({ path, change }) => !written.has(path) && change !== 'removed');
  return Object.fromEntries(kept.map(({ path }) => [path, recorded[path] ?? {}]));
}
