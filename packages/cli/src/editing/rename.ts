/**
 * Renames a published tool or one of its arguments everywhere, and keeps the old name for clients with an older list.
 */
import { formerNamesEdit, type PublishedMethodPlace, type Renaming, type TextChange } from '@sigil/codegen/editing';
import type { TextEdit } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { rangeOf } from './document-places.js';
import type { OpenPlugin } from './open-plugin.js';

type Locations = ReturnType<OpenPlugin['findRenameLocations']>;

/** An identifier in a plugin, and the documents around it. */
export interface RenamedPlace {
  readonly plugin: OpenPlugin;
  /** The published methods of the plugin. */
  readonly methods: readonly PublishedMethodPlace[];
  /** Absolute path, with `/`. */
  readonly path: string;
  readonly offset: number;
  /** Returns the document at a path: as it is open, else as it is on disk. */
  readonly documentAt: (path: string) => TextDocument | undefined;
}

/** A published name that an identifier declares or uses. */
export interface PublishedName {
  readonly method: PublishedMethodPlace;
  readonly of: Renaming['of'];
  /** The name that clients see. */
  readonly name: string;
  readonly locations: Locations;
}

/** Returns the published name at a place; `undefined` if nothing that clients see depends on the identifier. */
export function findPublishedName({
  plugin,
  methods,
  path,
  offset,
  documentAt,
}: RenamedPlace): PublishedName | undefined {
  // The search takes long, and most identifiers have no published name.
  const word = wordAt(documentAt(path)?.getText() ?? '', offset);
  const names = methods.flatMap(({ method, inputs }) => [method, ...inputs.keys()]);
  if (word === '' || !names.some((name) => name.includes(word))) return undefined;

  const locations = plugin.findRenameLocations(path, offset);
  const found = new Set(locations.map((location) => `${location.path} ${location.start}`));
  const isDeclaredAt = (place: PublishedMethodPlace['at']): boolean => {
    const file = `${plugin.folder}/${place.file}`;
    const document = documentAt(file);
    return (
      document !== undefined && found.has(`${file} ${document.offsetAt(rangeOf(place, document.getText()).start)}`)
    );
  };
  for (const method of methods) {
    if (method.kind !== 'tool') continue;
    if (method.name.endsWith(method.method) && isDeclaredAt(method.at))
      return { method, of: 'tool', name: method.name, locations };
    const input = [...method.inputs].find(([, place]) => isDeclaredAt(place));
    if (input) return { method, of: 'argument', name: input[0], locations };
  }
  return undefined;
}

/** Returns the identifier that contains the offset, or ends there; a part of a name in quotes. */
function wordAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  const start = /[\p{ID_Continue}$]*$/u.exec(line)?.[0] ?? '';
  return start + (/^[\p{ID_Continue}$]*/u.exec(text.slice(offset))?.[0] ?? '');
}

/** The edits of a renaming. */
export interface RenamingEdit {
  /** By address. */
  readonly changes: Readonly<Record<string, TextEdit[]>>;
  /** False if the decorator is written so that the old name could not be added to it. */
  readonly keepsOldName: boolean;
}

/** Returns the edits of all files. */
export function renameEverywhere(
  { method, of, name, locations }: PublishedName,
  newName: string,
  { plugin, documentAt }: RenamedPlace,
): RenamingEdit {
  const edits = new Map<string, TextEdit[]>();
  const add = (path: string, { start, end, text }: TextChange): void => {
    const document = documentAt(path);
    if (!document) return;
    const range = { start: document.positionAt(start), end: document.positionAt(end) };
    edits.set(document.uri, [...(edits.get(document.uri) ?? []), { range, newText: text }]);
  };
  for (const { path, start, end, before, after } of locations)
    add(path, { start, end, text: `${before}${newName}${after}` });

  const declaring = `${plugin.folder}/${method.at.file}`;
  const document = documentAt(declaring);
  const after = of === 'tool' ? name.slice(0, name.length - method.method.length) + newName : newName;
  const kept =
    document &&
    formerNamesEdit(declaring, document.getText(), {
      nameStart: document.offsetAt(rangeOf(method.at, document.getText()).start),
      renaming: { of, before: name, after },
    });
  if (kept !== undefined && kept !== 'unneeded') add(declaring, kept);
  return { changes: Object.fromEntries(edits), keepsOldName: kept !== undefined };
}
