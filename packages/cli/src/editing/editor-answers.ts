/**
 * The answers to an editor about the published methods of its documents.
 */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { docTagHelp, findTagStart, type DocumentsReading } from '@sigil/codegen/editing';
import {
  CompletionItemKind,
  InsertTextFormat,
  LSPErrorCodes,
  ResponseError,
  type CancellationToken,
  type CodeAction,
  type CodeActionParams,
  type CodeLens,
  type CodeLensParams,
  type CompletionItem,
  type Connection,
  type ExecuteCommandParams,
  type Hover,
  type Range,
  type RenameParams,
  type TextDocumentIdentifier,
  type TextDocumentPositionParams,
  type WorkspaceEdit,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { openTokenCounter, type CountTokens } from '../budget/count-tokens.js';
import { allClientTargets } from '../checking/read-client-targets.js';
import { describeInput, describeMethod } from './describe-method.js';
import { contains, pathOfUri, rangeOf, uriOfPath } from './document-places.js';
import { methodLenses } from './method-lenses.js';
import type { GoodReading, OpenPlugin } from './open-plugin.js';
import type { OpenPlugins } from './open-plugins.js';
import { findShownMethods } from './published-methods.js';
import { quickFixes, writeDiagnostic, type PublishedDiagnostic } from './published-diagnostics.js';
import { findPublishedName, renameEverywhere, type PublishedName, type RenamedPlace } from './rename.js';
import { runCommand } from './run-command.js';

/** The abilities and settings of the editor. */
export interface EditorTerms {
  /** Whether it shows related information with a diagnostic. */
  readonly showsRelated: boolean;
  readonly takesSnippets: boolean;
  /** The origin of the server whose pages it opens. */
  readonly origin: string;
}

/** A document of a plugin. */
interface PluginDocument {
  readonly plugin: OpenPlugin;
  readonly document: TextDocument;
  readonly path: string;
  /** Relative to the plugin's folder. */
  readonly file: string;
}

export class EditorAnswers {
  readonly #published = new Map<OpenPlugin, ReadonlyMap<string, readonly PublishedDiagnostic[]>>();
  #terms: EditorTerms = { showsRelated: false, takesSnippets: false, origin: '' };
  #counter: Promise<CountTokens> | undefined;

  /** @param openAt returns the open document at a path */
  constructor(
    private readonly connection: Connection,
    private readonly plugins: OpenPlugins,
    private readonly openAt: (path: string) => TextDocument | undefined,
  ) {}

  suit(terms: EditorTerms): void {
    this.#terms = terms;
  }

  /** Shows the diagnostics of a reading, and removes those of the reading before. */
  publish(plugin: OpenPlugin, { folder, diagnostics }: DocumentsReading): void {
    const before = this.#published.get(plugin);
    const byUri = new Map<string, PublishedDiagnostic[]>();
    for (const diagnostic of diagnostics) {
      const uri = this.#uriAt(`${folder}/${diagnostic.file}`);
      byUri.set(uri, [...(byUri.get(uri) ?? []), writeDiagnostic(diagnostic, { uri, ...this.#terms })]);
    }
    this.#published.set(plugin, byUri);
    for (const uri of new Set([...(before?.keys() ?? []), ...byUri.keys()])) this.#send(uri, byUri.get(uri) ?? []);
  }

  forget(plugin: OpenPlugin): void {
    for (const uri of this.#published.get(plugin)?.keys() ?? []) this.#send(uri, []);
    this.#published.delete(plugin);
  }

  async hover({ textDocument, position }: TextDocumentPositionParams, token: CancellationToken): Promise<Hover | null> {
    const at = await this.#find(textDocument);
    const reading = at && (await readGood(at.plugin));
    if (!at || !reading || token.isCancellationRequested) return null;
    const { document, file } = at;
    const described = {
      manifest: reading.manifest,
      targets: reading.targets ?? allClientTargets,
      count: await (this.#counter ??= openTokenCounter()),
    };
    const offset = document.offsetAt(position);
    for (const { method, written } of findShownMethods(document.getText(), file, reading.methods ?? [])) {
      const hovered = [...written.decorators, written.name].find(({ start, end }) => offset >= start && offset <= end);
      const text = hovered && describeMethod(method, described);
      if (hovered && text !== undefined)
        return hoverOf(text, { start: document.positionAt(hovered.start), end: document.positionAt(hovered.end) });
    }
    // Places of inputs hold for the texts that they were read from.
    for (const method of at.plugin.isGood ? (reading.methods ?? []) : []) {
      for (const [input, place] of method.inputs) {
        if (place.file !== file || !contains(place, position)) continue;
        const text = describeInput(method, input, described);
        if (text !== undefined) return hoverOf(text, rangeOf(place));
      }
    }
    return null;
  }

  async complete({ textDocument, position }: TextDocumentPositionParams): Promise<CompletionItem[]> {
    const at = await this.#find(textDocument);
    const start = at && findTagStart(at.document.getText(), at.document.offsetAt(position));
    if (!at || start === undefined) return [];
    const range = { start: at.document.positionAt(start), end: position };
    return docTagHelp.map(({ name, summary, value }) => ({
      ...{ label: `@${name}`, kind: CompletionItemKind.Keyword, documentation: summary, filterText: `@${name}` },
      ...(value !== undefined && { detail: `@${name} ${value}` }),
      ...this.#insertion(name, value, range),
    }));
  }

  async correct({ textDocument: { uri }, range, context }: CodeActionParams): Promise<CodeAction[]> {
    const isWanted = context.only === undefined || context.only.some((kind) => kind === '' || kind === 'quickfix');
    const published = [...this.#published.values()].flatMap((byUri) => byUri.get(uri) ?? []);
    return isWanted ? quickFixes(uri, published, range) : [];
  }

  async lenses({ textDocument }: CodeLensParams, token: CancellationToken): Promise<CodeLens[]> {
    const at = await this.#find(textDocument);
    const reading = at && (await readGood(at.plugin));
    if (!at || !reading || token.isCancellationRequested) return [];
    const shown = findShownMethods(at.document.getText(), at.file, reading.methods ?? []);
    return methodLenses(reading, shown, at.document);
  }

  /** Leaves identifiers that no client sees to the editor's other servers. */
  async prepareRename(params: TextDocumentPositionParams, token: CancellationToken): Promise<Range | null> {
    const { place, name } = (await this.#findName(params, token)) ?? {};
    const at = name?.locations.find(
      ({ path, start, end }) => path === place?.path && place.offset >= start && place.offset <= end,
    );
    const document = place && place.documentAt(place.path);
    return document && at ? { start: document.positionAt(at.start), end: document.positionAt(at.end) } : null;
  }

  async rename(params: RenameParams, token: CancellationToken): Promise<WorkspaceEdit | ResponseError | null> {
    const { newName } = params;
    if (!/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(newName)) {
      const message = `expected a name of letters, digits and _, got ${JSON.stringify(newName)}`;
      return new ResponseError(LSPErrorCodes.RequestFailed, message);
    }
    const found = await this.#findName(params, token);
    return found ? renameEverywhere(found.name, newName, found.place) : null;
  }

  execute({ command, arguments: [target] = [] }: ExecuteCommandParams): Promise<unknown> {
    return runCommand({ command, target, origin: this.#terms.origin, editor: this.connection });
  }

  async #findName(
    { textDocument, position }: TextDocumentPositionParams,
    token: CancellationToken,
  ): Promise<{ readonly place: RenamedPlace; readonly name: PublishedName } | undefined> {
    const at = await this.#find(textDocument);
    const reading = at && (await at.plugin.read());
    if (!at || !reading?.manifest || token.isCancellationRequested) return undefined;
    const place = {
      ...{ plugin: at.plugin, reading, path: at.path, offset: at.document.offsetAt(position) },
      documentAt: (path: string) => this.openAt(path) ?? readDocument(path),
    };
    const name = findPublishedName(place);
    return name && { place, name };
  }

  async #find({ uri }: TextDocumentIdentifier): Promise<PluginDocument | undefined> {
    const path = pathOfUri(uri);
    const document = path === undefined ? undefined : this.openAt(path);
    const plugin = path === undefined ? undefined : await this.plugins.find(path);
    if (path === undefined || !document || !plugin) return undefined;
    return { plugin, document, path, file: relative(plugin.folder, path).replaceAll('\\', '/') };
  }

  #insertion(name: string, value: string | undefined, range: Range): Partial<CompletionItem> {
    if (value === undefined) return { textEdit: { range, newText: `@${name}` } };
    if (!this.#terms.takesSnippets) return { textEdit: { range, newText: `@${name} ` } };
    const newText = `@${name} \${1:${value.replace(/[$\\}]/g, '\\$&')}}`;
    return { textEdit: { range, newText }, insertTextFormat: InsertTextFormat.Snippet };
  }

  #uriAt(path: string): string {
    return this.openAt(path)?.uri ?? uriOfPath(path);
  }

  #send(uri: string, published: readonly PublishedDiagnostic[]): void {
    const path = pathOfUri(uri);
    const version = path === undefined ? undefined : this.openAt(path)?.version;
    const diagnostics = published.map(({ shown }) => shown);
    void this.connection.sendDiagnostics({ uri, diagnostics, ...(version !== undefined && { version }) });
  }
}

/** Returns the reading of the present texts, or the last one that had no errors. */
async function readGood(plugin: OpenPlugin): Promise<GoodReading | undefined> {
  await plugin.read();
  return plugin.lastGood;
}

function hoverOf(value: string, range: Range): Hover {
  return { contents: { kind: 'markdown', value }, range };
}

function readDocument(path: string): TextDocument | undefined {
  try {
    return TextDocument.create(uriOfPath(path), 'typescript', 0, readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
