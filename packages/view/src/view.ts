/**
 * A view: the page of an MCP App, connected to the host that shows it.
 */
import type { ContentBlock, ResourceContents, ToolAnswer } from './content.js';
import type { DisplayMode, Host } from './host.js';
import type { ViewError } from './view-error.js';
import type { CallArguments, NamedTool, Partially, ViewTool } from './view-tool.js';

/** The call that opened the view, as far as its notifications have arrived. */
export interface OpeningCall<Input, Result> {
  /** The complete arguments. */
  readonly input?: Input;
  /** The arguments that the model has written so far; absent once they are complete. */
  readonly partialInput?: Partially<Input>;
  readonly result?: Result;
  /** All content of the answer: texts, images, links. */
  readonly content?: readonly ContentBlock[];
  /** Present if the tool failed, or its answer cannot be read. */
  readonly error?: ViewError;
  /** Present if the call was cancelled. */
  readonly cancelled?: { readonly reason?: string };
}

/** The progress of a call, as its tool reports it. */
export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** Options of one request. */
export interface RequestOptions {
  /** Cancels the request. */
  readonly signal?: AbortSignal;
  /** The longest wait in milliseconds. Default: 5 minutes, since hosts ask people before they act. */
  readonly timeoutMs?: number;
  /** Is called with the progress of a tool, if the host passes it on. */
  readonly onProgress?: (progress: Progress) => void;
}

/** A file for the person who uses the host; bytes are those of the file itself. */
export interface DownloadedFile {
  readonly name: string;
  readonly mimeType: string;
  readonly content: string | Uint8Array;
}

/** The data and texts that the model gets with the next message of its user. */
export interface ModelContext {
  readonly content?: readonly ContentBlock[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
}

/** The severity of a log message, from the least on. */
export type LogLevel = 'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency';

/** Stops a listener. */
export type Stop = () => void;

/**
 * A connected view. Requests fail with a `ViewError`; those that the host does not offer fail at once, with its name and what is missing.
 */
export interface View {
  /** The host as it is now. */
  readonly host: Host;

  /** Calls the listener at each change of the host's context: theme, size, display mode, language. */
  onHostChange(listener: (host: Host) => void): Stop;

  /**
   * Calls the listener with the call that opened the view: at once, and at each change. A call of another tool that opens the same view is
   * left out.
   */
  watch<Input, Result>(tool: NamedTool<Input, Result>, listener: (call: OpeningCall<Input, Result>) => void): Stop;

  /** Calls the listener with the result of the call that opened the view, also if it is there already. */
  onResult<Input, Result>(
    tool: NamedTool<Input, Result>,
    listener: (result: Result, content: readonly ContentBlock[]) => void,
  ): Stop;

  /** Runs the function before the host removes the view; the host waits for its promise. */
  onTeardown(handler: () => void | Promise<void>): Stop;

  /** Calls a tool of the view's server. */
  call<Input, Result>(
    tool: ViewTool<Input, Result>,
    ...given: CallArguments<NoInfer<Input>, RequestOptions>
  ): Promise<Result>;

  /** Calls a tool by its name, and returns the whole answer, also that of a tool that failed. */
  callTool(name: string, input?: Readonly<Record<string, unknown>>, options?: RequestOptions): Promise<ToolAnswer>;

  /** Reads a resource of the view's server. */
  readResource(uri: string, options?: RequestOptions): Promise<readonly ResourceContents[]>;

  /** Opens an address in the person's browser. */
  openLink(url: string, options?: RequestOptions): Promise<void>;

  /** Sends a message to the conversation in the name of its user; the model answers. */
  sendMessage(content: string | readonly ContentBlock[], options?: RequestOptions): Promise<void>;

  /** Replaces the view's part of the model's context; the model does not answer. */
  updateModelContext(context: ModelContext, options?: RequestOptions): Promise<void>;

  /** @returns the mode that the host has chosen, which may be another one */
  requestDisplayMode(mode: DisplayMode, options?: RequestOptions): Promise<DisplayMode>;

  /** Lets the person download a file, which a view cannot do by itself. */
  downloadFile(file: DownloadedFile, options?: RequestOptions): Promise<void>;

  /** Asks the host to remove the view; it need not do so. */
  requestTeardown(): void;

  /** Writes to the host's log, if the host has one. */
  log(level: LogLevel, data: unknown): void;

  /** Sends another request of the protocol, such as `resources/list`. */
  request(method: string, params?: object, options?: RequestOptions): Promise<unknown>;

  /** Returns the value that `keepState` has kept before the view was loaded again; `undefined` if there is none. */
  keptState(name: string): unknown;

  /** Keeps a value of JSON over a live reload of `sigil dev`; other hosts keep nothing. */
  keepState(name: string, value: unknown): void;

  /** Ends the connection; requests in flight fail. */
  close(): void;
}
