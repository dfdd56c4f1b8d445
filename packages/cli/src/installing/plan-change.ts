/**
 * Plans how installing or uninstalling an entry changes a client's file, without writing anything.
 */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { clientConfiguration, type ClientId, type WrittenEntry } from '@sigil/contracts/clients';
import { CommandError } from '../failures/command-error.js';
import type { ClientFile } from './client-file.js';
import { changeBetween, ConfigurationEditor, type EntryText } from './edit-configuration.js';
import type { InstalledEntry, InstalledFile } from './installed-entries.js';
import { BrokenText } from './text/text-editing.js';

/** A file before and after, and the record to keep. */
export interface PlannedChange {
  readonly client: ClientId;
  readonly file: ClientFile;
  /** The new text; undefined if the file is removed. */
  readonly after: string | undefined;
  /** The record; undefined if none of our entries is left. */
  readonly memory: InstalledFile | undefined;
}

/** The client's file and its record. */
export interface FileState {
  readonly client: ClientId;
  readonly file: ClientFile;
  readonly known: InstalledFile | undefined;
  /** Whether to replace or remove entries that are not ours, or were changed since. */
  readonly isForced: boolean;
}

/** @throws CommandError when the file is broken, or has another server of that name */
export function planInstall(entry: Pick<WrittenEntry, 'path' | 'value' | 'inputs'>, state: FileState): PlannedChange {
  return about(state, (editor) => {
    const { client, file, known } = state;
    const text = file.text ?? '';
    const present = editor.find(text, entry.path);
    const own = known?.entries.find(({ path }) => isDeepStrictEqual(path, entry.path));
    if (own !== undefined && isDeepStrictEqual(present, entry.value)) {
      return { client, file, after: file.text, memory: known };
    }
    if (present !== undefined && !state.isForced) refuseOther(present, own, entry);

    const base = baseOf(editor, state);
    const others = known?.entries.filter((it) => it !== own) ?? [];
    const replaced = base === undefined ? undefined : editor.find(base, entry.path);
    const start = isUntouched(state) ? others.reduce((whole, it) => editor.add(whole, it), base ?? '') : text;
    const after = editor.add(start, entry);
    const { removed, inserted } = changeBetween(start, after);
    const { path, value, inputs } = entry;
    const written: InstalledEntry = {
      path,
      value,
      inputs,
      change: { removed, inserted },
      ...(replaced === undefined ? {} : { replaced }),
    };
    return { client, file, after, memory: memoryOf([...others, written], after, base, known?.made) };
  });
}

/** @throws CommandError when the entry is not ours, or was changed since */
export function planUninstall(path: readonly string[], state: FileState): PlannedChange {
  return about(state, (editor) => {
    const { client, file, known } = state;
    const { text = '' } = file;
    const present = editor.find(text, path);
    const own = known?.entries.find((it) => isDeepStrictEqual(it.path, path));
    if (present === undefined && own === undefined) return { client, file, after: file.text, memory: known };
    if (own === undefined || (present !== undefined && !isDeepStrictEqual(present, own.value))) {
      if (!state.isForced) refuseForeign(own, path);
    }
    const left = known?.entries.filter((it) => it !== own) ?? [];
    const base = baseOf(editor, state);
    if (isUntouched(state) && own !== undefined) {
      const after = left.length === 0 ? base : left.reduce((whole, it) => editor.add(whole, it), base ?? '');
      return { client, file, after, memory: memoryOf(left, after ?? '', base, known?.made) };
    }
    const taken = present === undefined ? text : takeOut(editor, text, own ?? { path, value: {}, inputs: [] });
    const after = left.length === 0 ? withoutMade(editor, taken, { path, known }) : taken;
    return { client, file, after, memory: memoryOf(left, after ?? '', base, known?.made) };
  });
}

function about(state: FileState, plan: (editor: ConfigurationEditor) => PlannedChange): PlannedChange {
  const { client, file } = state;
  try {
    return plan(new ConfigurationEditor(clientConfiguration(client).format));
  } catch (cause) {
    if (!(cause instanceof BrokenText)) throw cause;
    throw new CommandError(`${file.path} stays as it is: ${cause.message}`, { cause });
  }
}

function refuseOther(
  present: unknown,
  own: InstalledEntry | undefined,
  { path, value }: Pick<WrittenEntry, 'path' | 'value'>,
): void {
  if (own !== undefined && isDeepStrictEqual(present, own.value)) return;
  const name = path.at(-1);
  const what =
    own !== undefined ? 'was changed since it was installed' : 'is there already and was not installed by sigil';
  const isSame = isDeepStrictEqual(present, value) ? ', though with the same content' : '';
  throw new CommandError(
    `the entry "${name}" ${what}${isSame}; choose another with --name, or replace it with --force`,
  );
}

function refuseForeign(own: InstalledEntry | undefined, path: readonly string[]): never {
  const what = own === undefined ? 'was not installed by sigil' : 'was changed since it was installed';
  throw new CommandError(`the entry "${path.at(-1)}" ${what}; --force takes it out all the same`);
}

function isUntouched({ file, known }: FileState): boolean {
  return known !== undefined && file.text !== undefined && hashOf(file.text) === known.written;
}

/** Returns the file without our entries; undefined when it would not exist. */
function baseOf(editor: ConfigurationEditor, state: FileState): string | undefined {
  const { file, known } = state;
  if (known === undefined || file.text === undefined) return file.text;
  if (isUntouched(state)) return known.base;
  const present = known.entries.filter((it) => isDeepStrictEqual(editor.find(file.text!, it.path), it.value));
  const bare = present.reduceRight((text, it) => takeOut(editor, text, it), file.text);
  return present.length === 0 ? bare : withoutMade(editor, bare, { path: present[0]!.path, known });
}

function takeOut(
  editor: ConfigurationEditor,
  text: string,
  entry: EntryText & Partial<Pick<InstalledEntry, 'change'>>,
): string {
  const undone = entry.change === undefined ? undefined : editor.undo(text, entry, entry.change);
  return undone ?? editor.remove(text, entry);
}

interface Made {
  readonly path: readonly string[];
  readonly known: InstalledFile | undefined;
}

/** Removes the objects created for the entry; undefined if the whole file was, and is otherwise empty. */
function withoutMade(editor: ConfigurationEditor, text: string, { path, known }: Made): string | undefined {
  if (known === undefined) return text;
  const made = [path.slice(0, -1), ['inputs']].filter((it) => editor.find(known.base ?? '', it) === undefined);
  const bare = made.reduce((whole, it) => editor.removeEmpty(whole, it), text);
  const isNothing = /^\uFEFF?\s*(?:\{\s*\})?\s*$/.test(bare);
  return known.base === undefined && isNothing ? undefined : bare;
}

function memoryOf(
  entries: readonly InstalledEntry[],
  after: string,
  base: string | undefined,
  made: string | undefined,
): InstalledFile | undefined {
  if (entries.length === 0) return undefined;
  const written = hashOf(after);
  return { entries, written, ...(base === undefined ? {} : { base }), ...(made === undefined ? {} : { made }) };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
