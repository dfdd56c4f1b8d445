/**
 * A language server for plugins: the diagnostics of a build for texts that are not saved, and the schemas behind decorators.
 *
 * Spec: Language Server Protocol 3.17
 */
import { once } from 'node:events';
import { createProtocolConnection } from 'vscode-languageserver/node';
import {
  createConnection,
  DidChangeWatchedFilesNotification,
  ErrorCodes,
  LSPErrorCodes,
  ResponseError,
  TextDocuments,
  TextDocumentSyncKind,
  PositionEncodingKind,
  type CancellationToken,
  type Connection,
  type InitializeError,
  type InitializeParams,
  type InitializeResult,
  type WorkspaceFoldersChangeEvent,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { packageVersion } from '../package-version.js';
import type { Terminal } from '../terminal/terminal.js';
import { pathOfUri, uriOfPath } from './document-places.js';
import { EditorAnswers } from './editor-answers.js';
import { editorCommands } from './method-lenses.js';
import { OpenPlugins } from './open-plugins.js';
import { watchEditor } from './watch-editor.js';

/** The address of the server whose pages an editor opens, unless the editor names another. */
const defaultOrigin = 'http://127.0.0.1:3000';

/**
 * Serves an editor on standard input and output until it says `exit` or its pipe ends.
 *
 * @returns 0 if the editor shut the server down first, as the specification wants, else 1
 */
export async function serveEditor(terminal: Terminal): Promise<0 | 1> {
  const ending = new AbortController();
  const end = (): void => ending.abort();
  const process = { shutdownReceived: false, initialize: watchEditorOf(ending), exit: end };
  const connection = createConnection(
    (logger) => createProtocolConnection(terminal.stdin, terminal.stdout, logger),
    process,
  );
  const server = new LanguageServer(connection);
  terminal.stdin.once('end', end);
  terminal.interrupted.addEventListener('abort', end, { once: true });
  connection.listen();
  await once(ending.signal, 'abort');
  await server.close();
  connection.dispose();
  return server.isShutDown ? 0 : 1;
}

function watchEditorOf(ending: AbortController): (params: InitializeParams) => void {
  return ({ processId }) => {
    if (processId !== null) watchEditor(processId, ending);
  };
}

class LanguageServer {
  readonly #documents = new TextDocuments(TextDocument);
  readonly #answers: EditorAnswers;
  readonly #plugins: OpenPlugins;
  #state: 'new' | 'open' | 'shut down' = 'new';
  #roots: readonly string[] = [];
  #canRegister = false;
  #sendsFolders = false;

  constructor(private readonly connection: Connection) {
    this.#plugins = new OpenPlugins({
      built: (plugin, result) => this.#answers.publish(plugin, result),
      failed: (folder, cause) =>
        connection.console.error(
          `"${folder}" could not be read: ${cause instanceof Error ? cause.message : String(cause)}`,
        ),
      closed: (plugin) => this.#answers.forget(plugin),
    });
    this.#answers = new EditorAnswers(connection, this.#plugins, (path) => this.#openAt(path));
    this.#listen();
  }

  /** True once the editor has shut it down. */
  get isShutDown(): boolean {
    return this.#state === 'shut down';
  }

  close(): Promise<void> {
    return this.#plugins.closeWithin(() => true);
  }

  #listen(): void {
    const { connection } = this;
    const answers = this.#answers;
    connection.onInitialize((params) => this.#initialize(params));
    connection.onInitialized(() => this.#watchFiles());
    connection.onShutdown(() => {
      const refusal = this.#refusal;
      if (refusal) return refusal;
      this.#state = 'shut down';
    });
    connection.onRequest((method: string) => this.#refusal ?? new ResponseError(ErrorCodes.MethodNotFound, method));
    connection.onDidChangeWatchedFiles(({ changes }) => this.#refresh(changes.map(({ uri }) => uri)));
    connection.onHover(this.#while((params, token) => answers.hover(params, token)));
    connection.onCompletion(this.#while((params) => answers.complete(params)));
    connection.onCodeAction(this.#while((params, token) => answers.correct(params, token)));
    connection.onCodeLens(this.#while((params, token) => answers.lenses(params, token)));
    connection.onPrepareRename(this.#while((params, token) => answers.prepareRename(params, token)));
    connection.onRenameRequest(this.#while((params, token) => answers.rename(params, token)));
    connection.onExecuteCommand(this.#while((params) => answers.execute(params)));
    this.#documents.onDidChangeContent(({ document }) => {
      const path = pathOfUri(document.uri);
      if (path !== undefined) void this.#plugins.setText(path, document.getText());
    });
    this.#documents.onDidSave(({ document }) => this.#refresh([document.uri]));
    this.#documents.onDidClose(({ document }) => {
      const path = pathOfUri(document.uri);
      if (path !== undefined) void this.#plugins.closeText(path);
    });
  }

  #initialize({
    capabilities,
    workspaceFolders,
    rootUri,
    initializationOptions,
  }: InitializeParams): InitializeResult | ResponseError<InitializeError> {
    if (this.#state !== 'new')
      return new ResponseError<InitializeError>(ErrorCodes.InvalidRequest, 'expected initialize once', {
        retry: false,
      });
    this.#state = 'open';
    // Notifications before this request are dropped.
    this.#documents.listen(this.connection);
    const { workspace, textDocument } = capabilities;
    this.#canRegister = workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
    this.#sendsFolders = workspace?.workspaceFolders === true;
    this.#roots = (workspaceFolders ?? (rootUri ? [{ uri: rootUri }] : [])).flatMap(({ uri }) => pathOfUri(uri) ?? []);
    this.#answers.suit({
      showsRelated: textDocument?.publishDiagnostics?.relatedInformation === true,
      takesSnippets: textDocument?.completion?.completionItem?.snippetSupport === true,
      origin: readOrigin(initializationOptions),
    });
    return {
      serverInfo: { name: 'sigil', version: packageVersion() },
      capabilities: {
        positionEncoding: PositionEncodingKind.UTF16,
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
        hoverProvider: true,
        codeActionProvider: { codeActionKinds: ['quickfix'] },
        codeLensProvider: {},
        completionProvider: { triggerCharacters: ['@'] },
        renameProvider: textDocument?.rename?.prepareSupport === true ? { prepareProvider: true } : true,
        executeCommandProvider: { commands: Object.values(editorCommands) },
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
      },
    };
  }

  #watchFiles(): void {
    if (this.#sendsFolders) this.connection.workspace.onDidChangeWorkspaceFolders((event) => this.#changeRoots(event));
    if (!this.#canRegister) return;
    const registering = this.connection.client.register(DidChangeWatchedFilesNotification.type, {
      watchers: [
        { globPattern: '**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs,json}' },
        // Installed packages are not watched; with them changes the lockfile, whose name may end otherwise than `.json`.
        { globPattern: '**/{pnpm-lock.yaml,yarn.lock,bun.lock,bun.lockb}' },
        // Every file of a skill is content of the build, and views are made from files of any kind.
        { globPattern: '**/skills/**' },
        { globPattern: '**/views/**' },
      ],
    });
    // It refused, or went away: saved documents are read again without it.
    registering.catch(() => undefined);
  }

  #changeRoots({ added, removed }: WorkspaceFoldersChangeEvent): void {
    const paths = (folders: readonly { readonly uri: string }[]): string[] =>
      folders.flatMap(({ uri }) => pathOfUri(uri) ?? []);
    const gone = new Set(paths(removed));
    this.#roots = [...this.#roots.filter((root) => !gone.has(root)), ...paths(added)];
    const isWithin = (folder: string, root: string): boolean => folder === root || folder.startsWith(`${root}/`);
    void this.#plugins.closeWithin(
      (folder) =>
        [...gone].some((root) => isWithin(folder, root)) && !this.#roots.some((root) => isWithin(folder, root)),
    );
  }

  #refresh(uris: readonly string[]): void {
    const paths = uris.flatMap((uri) => pathOfUri(uri) ?? []);
    void this.#plugins.refresh(paths.filter((path) => !/\/(?:node_modules|dist)\//.test(path)));
  }

  /** Returns the open document at a path. */
  #openAt(path: string): TextDocument | undefined {
    const expected = uriOfPath(path);
    return this.#documents.get(expected) ?? this.#documents.all().find((document) => pathOfUri(document.uri) === path);
  }

  /** The refusal of requests before `initialize` and after `shutdown`. */
  get #refusal(): ResponseError | undefined {
    if (this.#state === 'new') return new ResponseError(ErrorCodes.ServerNotInitialized, 'expected initialize first');
    if (this.#state === 'shut down') return new ResponseError(ErrorCodes.InvalidRequest, 'the server is shut down');
    return undefined;
  }

  /** Answers requests while the server is open. A cancelled one is answered as such at once. */
  #while<Params, Result>(
    answer: (params: Params, token: CancellationToken) => Promise<Result>,
  ): (params: Params, token: CancellationToken) => Promise<Result | ResponseError> {
    return async (params, token) => {
      const refusal = this.#refusal;
      if (refusal) return refusal;
      const cancelled = new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled');
      const cancellation = new Promise<ResponseError>((resolve) => {
        token.onCancellationRequested(() => resolve(cancelled));
      });
      const result = await Promise.race([answer(params, token), cancellation]);
      return token.isCancellationRequested ? cancelled : result;
    };
  }
}

function readOrigin(options: unknown): string {
  const given: unknown =
    typeof options === 'object' && options !== null && 'origin' in options ? options.origin : undefined;
  return typeof given === 'string' && /^https?:/.test(given) && URL.canParse(given)
    ? new URL(given).origin
    : defaultOrigin;
}
