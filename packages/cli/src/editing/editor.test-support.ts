/**
 * An editor for tests, which talks to the language server through the protocol's own client library.
 */
import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { pathToFileURL } from 'node:url';
import type {
  ClientCapabilities,
  Diagnostic,
  InitializeResult,
  Position,
  ProtocolConnection,
  PublishDiagnosticsParams,
  RegistrationParams,
} from 'vscode-languageserver/node';
import { createProtocolConnection, FileChangeType } from 'vscode-languageserver/node';
import type { ExitCode } from '../failures/command-error.js';
import { runSigil } from '../run-sigil.js';
import { CapturedTerminal } from '../terminal/captured-terminal.test-support.js';

export class TestEditor {
  readonly #shown = new Map<string, readonly Diagnostic[]>();
  readonly #waiting = new Set<() => void>();
  readonly #registered: string[] = [];
  readonly #texts = new Map<string, { version: number; text: string }>();

  private constructor(
    readonly connection: ProtocolConnection,
    /** Settles with the exit code of `sigil lsp`. */
    readonly ended: Promise<ExitCode>,
    /** Ends the pipe to the server. */
    readonly hangUp: () => void,
  ) {
    connection.onNotification('textDocument/publishDiagnostics', ({ uri, diagnostics }: PublishDiagnosticsParams) => {
      this.#shown.set(uri, diagnostics);
      for (const look of this.#waiting) look();
    });
    connection.onRequest('client/registerCapability', ({ registrations }: RegistrationParams) => {
      this.#registered.push(...registrations.map(({ method }) => method));
      for (const look of this.#waiting) look();
      return null;
    });
    connection.listen();
  }

  /** Starts `sigil lsp` in this process, without a request. */
  static start(): TestEditor {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const { terminal } = new CapturedTerminal();
    const ended = runSigil(['lsp', '--stdio'], { ...terminal, stdin: input, stdout: output });
    return new TestEditor(createProtocolConnection(output, input), ended, () => void input.end());
  }

  /** Starts `sigil lsp` and initializes it. */
  static async open(capabilities: ClientCapabilities = {}): Promise<TestEditor> {
    const editor = TestEditor.start();
    await editor.initialize(capabilities);
    return editor;
  }

  async initialize(capabilities: ClientCapabilities = {}): Promise<InitializeResult> {
    const params = { processId: process.pid, rootUri: null, capabilities, workspaceFolders: null };
    const result: InitializeResult = await this.connection.sendRequest('initialize', params);
    await this.connection.sendNotification('initialized', {});
    return result;
  }

  /** Opens a file as it is on disk; returns its address. */
  async openFile(
    path: string,
    text = readFileSync(path, 'utf8'),
    uri: string = pathToFileURL(path).href,
  ): Promise<string> {
    this.#texts.set(uri, { version: 1, text });
    const textDocument = { uri, languageId: 'typescript', version: 1, text };
    await this.connection.sendNotification('textDocument/didOpen', { textDocument });
    return uri;
  }

  /** Types: replaces a part of the text by an incremental change. */
  async replace(uri: string, before: string, after: string): Promise<void> {
    const { version, text } = this.#texts.get(uri)!;
    const at = text.indexOf(before);
    if (at === -1) throw new Error(`the document has no ${JSON.stringify(before)}`);
    const range = { start: positionIn(text, at), end: positionIn(text, at + before.length) };
    this.#texts.set(uri, {
      version: version + 1,
      text: text.slice(0, at) + after + text.slice(at + before.length),
    });
    await this.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version: version + 1 },
      contentChanges: [{ range, text: after }],
    });
  }

  /** Reports a file that was written on disk. */
  async changed(path: string): Promise<void> {
    const changes = [{ uri: pathToFileURL(path).href, type: FileChangeType.Changed }];
    await this.connection.sendNotification('workspace/didChangeWatchedFiles', { changes });
  }

  async close(uri: string): Promise<void> {
    await this.connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
  }

  /** The position of the first occurrence of a text in a document, `offset` characters into it. */
  positionOf(uri: string, text: string, offset = 0): Position {
    return positionIn(this.textOf(uri), this.textOf(uri).indexOf(text) + offset);
  }

  textOf(uri: string): string {
    return this.#texts.get(uri)!.text;
  }

  /** Waits until the diagnostics of a document are as expected. */
  diagnosticsOf(uri: string, isExpected: (shown: readonly Diagnostic[]) => boolean): Promise<readonly Diagnostic[]> {
    return this.#wait(() => {
      const shown = this.#shown.get(uri);
      return shown && isExpected(shown) ? shown : undefined;
    });
  }

  /** Waits until the server has registered for a notification. */
  async registered(method: string): Promise<void> {
    await this.#wait(() => this.#registered.includes(method) || undefined);
  }

  #wait<Found>(find: () => Found | undefined): Promise<Found> {
    return new Promise((resolve) => {
      const look = (): void => {
        const found = find();
        if (found === undefined) return;
        this.#waiting.delete(look);
        resolve(found);
      };
      this.#waiting.add(look);
      look();
    });
  }

  request<Result>(method: string, params: object): Promise<Result> {
    return this.connection.sendRequest(method, params);
  }

  /** Shuts the server down as the protocol wants; returns its exit code. */
  async shutDown(): Promise<ExitCode> {
    await this.connection.sendRequest('shutdown');
    await this.connection.sendNotification('exit');
    return this.ended;
  }
}

function positionIn(text: string, offset: number): Position {
  const lines = text.slice(0, offset).split(/\r?\n/);
  return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
}
