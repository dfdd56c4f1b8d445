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
  type CancellationToken,
  type Connection,
  type InitializeParams,
  type InitializeResult,
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
  return process.shutdownReceived ? 0 : 1;
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

  constructor(private readonly connection: Connection) {
    this.#plugins = new OpenPlugins({
      read: (plugin, reading) => this.#answers.publish(plugin, reading),
      failed: (folder, cause) =>
        connection.console.error(
          `"${folder}" could not be read: ${cause instanceof Error ? cause.message : String(cause)}`,
        ),
      closed: (plugin) => this.#answers.forget(plugin),
    });
    this.#answers = new EditorAnswers(connection, this.#plugins, (path) => this.#openAt(path));
    this.#listen();
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
      this.#state = 'shut down';
    });
    connection.onDidChangeWatchedFiles(({ changes }) => this.#refresh(changes.map(({ uri }) => uri)));
    connection.onHover(this.#while((params, token) => answers.hover(params, token)));
    connection.onCompletion(this.#while((params) => answers.complete(params)));
    connection.onCodeAction(this.#while((params) => answers.correct(params)));
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
    this.#documents.listen(connection);
  }

  #initialize({ capabilities, workspaceFolders, rootUri, initializationOptions }: InitializeParams): InitializeResult {
    this.#state = 'open';
    const { workspace, textDocument } = capabilities;
    this.#canRegister = workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
    this.#roots = (workspaceFolders ?? (rootUri ? [{ uri: rootUri }] : [])).flatMap(({ uri }) => pathOfUri(uri) ?? []);
    this.#answers.suit({
      showsRelated: textDocument?.publishDiagnostics?.relatedInformation === true,
      takesSnippets: textDocument?.completion?.completionItem?.snippetSupport === true,
      origin: readOrigin(initializationOptions),
    });
    return {
      serverInfo: { name: 'sigil', version: packageVersion() },
      capabilities: {
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
    this.connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
      const paths = (folders: readonly { readonly uri: string }[]): string[] =>
        folders.flatMap(({ uri }) => pathOfUri(uri) ?? []);
      const gone = new Set(paths(removed));
      this.#roots = [...this.#roots.filter((root) => !gone.has(root)), ...paths(added)];
      const isWithin = (folder: string, root: string): boolean => folder === root || folder.startsWith(`${root}/`);
      void this.#plugins.closeWithin(
        (folder) =>
          [...gone].some((root) => isWithin(folder, root)) && !this.#roots.some((root) => isWithin(folder, root)),
      );
    });
    if (!this.#canRegister) return;
    const registering = this.connection.client.register(DidChangeWatchedFilesNotification.type, {
      watchers: [
        { globPattern: '**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs,json}' },
        // Every file of a skill is content of the build, and views are made from files of any kind.
        { globPattern: '**/skills/**' },
        { globPattern: '**/views/**' },
      ],
    });
    // It refused, or went away: saved documents are read again without it.
    registering.catch(() => undefined);
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

  /** Refuses requests before `initialize` and after `shutdown`, and answers cancelled ones as such. */
  #while<Params, Result>(
    answer: (params: Params, token: CancellationToken) => Promise<Result>,
  ): (params: Params, token: CancellationToken) => Promise<Result | ResponseError> {
    return async (params, token) => {
      if (this.#state === 'new') return new ResponseError(ErrorCodes.ServerNotInitialized, 'expected initialize first');
      if (this.#state === 'shut down') return new ResponseError(ErrorCodes.InvalidRequest, 'the server is shut down');
      const result = await answer(params, token);
      return token.isCancellationRequested ? new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled') : result;
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
