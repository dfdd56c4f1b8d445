/**
 * The commands above each published method: to call a tool, and to open its form on the page of the running server.
 */
import type { CodeLens } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { ShownMethod } from './published-methods.js';

/** The names of the commands that an editor may run. */
export const editorCommands = { call: 'sigil.call', openPage: 'sigil.openPage' } as const;

/** The argument of a command: a published method, by the name that its page has. */
export interface CommandTarget {
  /** The plugin's folder. */
  readonly folder: string;
  /** The server's name. */
  readonly server: string;
  readonly kind: 'tool' | 'resource' | 'prompt';
  readonly name: string;
  /** The arguments of a call; absent if the user is to give them. */
  readonly arguments?: Readonly<Record<string, unknown>>;
}

/** Returns the commands of the methods of one file. */
export function methodLenses(
  { folder, server }: Pick<CommandTarget, 'folder' | 'server'>,
  shown: readonly ShownMethod[],
  document: TextDocument,
): CodeLens[] {
  return shown.flatMap(({ method: { kind, name }, written }) => {
    const target: CommandTarget = { folder, server, kind, name };
    const range = { start: document.positionAt(written.name.start), end: document.positionAt(written.name.end) };
    const page = { range, command: { title: 'open page', command: editorCommands.openPage, arguments: [target] } };
    if (kind !== 'tool') return [page];
    return [{ range, command: { title: 'call', command: editorCommands.call, arguments: [target] } }, page];
  });
}
