/**
 * The answers to an editor about the published methods of its documents.
 */
import { readFileSync } from 'node:fs';
import { posix, relative } from 'node:path';
import {
  docTagHelp,
  findDecoratedMethods,
  findTagStart,
  type BuildResult,
  type PublishedComponents,
  type PublishedMethodPlace,
} from '@sigil/codegen/editing';
import {
  CompletionItemKind,
  InsertTextFormat,
  LSPErrorCodes,
  MessageType,
  ResponseError,
  ShowMessageNotification,
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
import type { OpenPlugin } from './open-plugin.js';
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

/** A published name, and the place where it was asked for. */
interface FoundName {
  readonly place: RenamedPlace;
  readonly name: PublishedName;
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

  /** Shows the diagnostics of a build, and removes those of the build before. */
  publish(plugin: OpenPlugin, result: BuildResult): void {
    const before = this.#published.get(plugin);
    const byUri = this.#diagnosticsOf(result);
    this.#published.set(plugin, byUri);
    for (const uri of new Set([...(before?.keys() ?? []), ...byUri.keys()])) this.#send(uri, byUri.get(uri) ?? []);
  }

  forget(plugin: OpenPlugin): void {
    for (const uri of this.#published.get(plugin)?.keys() ?? []) this.#send(uri, []);
    this.#published.delete(plugin);
  }

  async hover({ textDocument, position }: TextDocumentPositionParams, token: CancellationToken): Promise<Hover | null> {
    const at = await this.#find(textDocument);
    if (!at) return null;
    const { plugin, document, path, file } = at;
    const offset = document.offsetAt(position);
    const decorated = findDecoratedMethods(file, document.getText()).filter(
      ({ whole }) => offset >= whole.start && offset <= whole.end,
    );
    const [around] = decorated;
    const present = await (around ? plugin.readMethod(path, around.method) : plugin.readComponents());
    const components = present ?? plugin.lastGood;
    if (!components || token.isCancellationRequested) return null;
    const described = {
      components,
      targets: components.targets ?? allClientTargets,
      count: await (this.#counter ??= openTokenCounter()),
    };
    const shown = findShownMethods(document, ofFile(components, file), decorated).flatMap(({ method, written }) => {
      const hovered = [...written.decorators, written.name].find(({ start, end }) => offset >= start && offset <= end);
      const text = hovered && describeMethod(method, described);
      return hovered && text !== undefined ? [{ hovered, text }] : [];
    });
    const [first] = shown;
    if (first) {
      const { start, end } = first.hovered;
      const range = { start: document.positionAt(start), end: document.positionAt(end) };
      return hoverOf(shown.map(({ text }) => text).join('\n\n---\n\n'), range);
    }
    // Places of inputs hold for the texts that they were read from.
    for (const method of present?.methods ?? []) {
      for (const [input, place] of method.inputs) {
        const range = place.file === file ? rangeOf(place, document.getText()) : undefined;
        if (!range || !contains(range, position)) continue;
        const text = describeInput(method, input, described);
        if (text !== undefined) return hoverOf(text, range);
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

  /** Offers the corrections of the present text, which the editor may have changed since the diagnostics were shown. */
  async correct({ textDocument, range, context }: CodeActionParams, token: CancellationToken): Promise<CodeAction[]> {
    const isWanted = context.only === undefined || context.only.some((kind) => kind === '' || kind === 'quickfix');
    const at = isWanted ? await this.#find(textDocument) : undefined;
    if (!at) return [];
    const { uri } = textDocument;
    const others = [...this.#published].flatMap(([plugin, byUri]) => (byUri.has(uri) ? plugin : []));
    const results = await Promise.all([...new Set([at.plugin, ...others])].map((one) => buildPresent(one, token)));
    const diagnostics = results.flatMap((result) => (result && this.#diagnosticsOf(result).get(uri)) ?? []);
    return quickFixes(uri, diagnostics, range);
  }

  async lenses({ textDocument }: CodeLensParams, token: CancellationToken): Promise<CodeLens[]> {
    const at = await this.#find(textDocument);
    const components = (await at?.plugin.readComponents()) ?? at?.plugin.lastGood;
    if (!at || !components || token.isCancellationRequested) return [];
    const decorated = findDecoratedMethods(at.file, at.document.getText());
    const shown = findShownMethods(at.document, ofFile(components, at.file), decorated);
    return methodLenses({ folder: at.plugin.folder, server: components.plugin.name }, shown, at.document);
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
    if (!found || isNamed(found, newName)) return null;
    const { changes, keepsOldName } = renameEverywhere(found.name, newName, found.place);
    if (!keepsOldName) this.#warnOfLostName(found.name);
    return { changes };
  }

  execute({ command, arguments: [target] = [] }: ExecuteCommandParams): Promise<unknown> {
    return runCommand({ command, target, origin: this.#terms.origin, editor: this.connection });
  }

  async #findName(
    { textDocument, position }: TextDocumentPositionParams,
    token: CancellationToken,
  ): Promise<FoundName | undefined> {
    const at = await this.#find(textDocument);
    const components = await at?.plugin.readComponents();
    if (!at || !components || token.isCancellationRequested) return undefined;
    const place = {
      ...{ plugin: at.plugin, methods: components.methods, path: at.path, offset: at.document.offsetAt(position) },
      documentAt: (path: string) => this.openAt(path) ?? readDocument(path),
    };
    const name = findPublishedName(place);
    return name && { place, name };
  }

  #warnOfLostName({ name, of }: PublishedName): void {
    const message = `The options of the decorator are not written out in it, so add the old name of the ${of} yourself: clients with an older list still call "${name}".`;
    void this.connection.sendNotification(ShowMessageNotification.type, { type: MessageType.Warning, message });
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

  #diagnosticsOf({ folder, diagnostics }: BuildResult): ReadonlyMap<string, readonly PublishedDiagnostic[]> {
    const files = [...new Set(diagnostics.map(({ file }) => file))];
    return new Map(
      files.map((file) => {
        const path = posix.join(folder, file);
        const document = this.openAt(path) ?? readDocument(path);
        const at = { uri: document?.uri ?? uriOfPath(path), text: document?.getText() ?? '', ...this.#terms };
        const found = diagnostics.filter((one) => one.file === file);
        return [at.uri, found.map((diagnostic) => writeDiagnostic(diagnostic, at))];
      }),
    );
  }

  #send(uri: string, published: readonly PublishedDiagnostic[]): void {
    const path = pathOfUri(uri);
    const version = path === undefined ? undefined : this.openAt(path)?.version;
    const diagnostics = published.map(({ shown }) => shown);
    void this.connection.sendDiagnostics({ uri, diagnostics, ...(version !== undefined && { version }) });
  }
}

/** Returns the build of the present texts, also if these change meanwhile. */
async function buildPresent(plugin: OpenPlugin, token: CancellationToken): Promise<BuildResult | undefined> {
  let result: BuildResult | undefined;
  while (!result && !token.isCancellationRequested) result = await plugin.build();
  return result;
}

/** Returns whether the identifier has the name already. */
function isNamed({ place, name }: FoundName, newName: string): boolean {
  const at = name.locations.find(
    ({ path, start, end }) => path === place.path && place.offset >= start && place.offset <= end,
  );
  return at !== undefined && place.documentAt(place.path)?.getText().slice(at.start, at.end) === newName;
}

function ofFile({ methods }: PublishedComponents, file: string): readonly PublishedMethodPlace[] {
  return methods.filter(({ at }) => at.file === file);
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
