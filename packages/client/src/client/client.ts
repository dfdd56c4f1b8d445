/**
 * The interface of a client: the same calls for every revision and every transport.
 */
import type { ContentBlock, JsonObject, JsonValue, LogLevel, PromptMessage, ResourceContents } from '@sigil/core';
import type { ServerFacts } from '../era/era-client.js';
import type { QuestionHandlers } from './questions.js';

/** Progress of a call, as the server reported it. */
export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** A notification of the server. */
export interface ServerNotification {
  readonly method: string;
  readonly params: JsonObject;
}

/** A log message of the server. */
export interface LogMessage {
  readonly level: LogLevel;
  readonly logger?: string;
  readonly data: JsonValue;
}

/** The client, and the functions that the server can reach in it. */
export interface ConnectOptions {
  /** The name of the program, which servers may log. */
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  /** The date of the only revision to speak. By default the newest that both sides know is negotiated. */
  readonly revision?: string;
  /** Answers the server's questions. Their kinds are what the client declares to be able to answer. */
  readonly questions?: QuestionHandlers;
  /** Declared in place of the capabilities that `questions` needs, in the revision's format. */
  readonly capabilities?: JsonObject;
  /** The extensions of the protocol that the client has, with its settings by their ids; declared beside its capabilities. */
  readonly extensions?: JsonObject;
  /** Called when the list of the tools, resources or prompts has changed, or may have changed while the client was disconnected. */
  readonly onListChanged?: (kind: 'tools' | 'resources' | 'prompts') => void;
  /** Called when a resource has changed that the client subscribes to. */
  readonly onResourceUpdated?: (uri: string) => void;
  readonly onLog?: (message: LogMessage) => void;
  /** Called with every notification of the server, except progress. */
  readonly onNotification?: (notification: ServerNotification) => void;
  /** Limit of connecting, from 1. By default 15,000 ms. */
  readonly connectTimeoutMs?: number;
  /** The default of every request's `timeoutMs`. By default 60,000 ms. */
  readonly timeoutMs?: number;
  /** How often a request is sent again that cannot have run, or that only reads. By default twice, with growing pauses. */
  readonly retries?: number;
  /** The most rounds of questions of one request, from 1. By default 100: a person ends them sooner. */
  readonly maxRounds?: number;
  /** Ends connecting; an open client is closed by `close`. */
  readonly signal?: AbortSignal;
}

/** Options of one request. */
export interface RequestOptions {
  /** Cancels the request, at the server too. Its promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /**
   * Limit of the wait, counted again from each report of progress; the time that questions take does not count. `Infinity` for none.
   */
  readonly timeoutMs?: number;
  /** Receives the progress of the request, which it then asks for. The request is cancelled, and rejects, with what it throws. */
  readonly onProgress?: (progress: Progress) => void;
  /** Members of the request's `_meta`, such as `traceparent`. Those of the protocol are the client's own. */
  readonly meta?: JsonObject;
}

/** A task that a call became. */
export interface TaskState {
  readonly taskId: string;
  readonly status: string;
  readonly statusMessage?: string;
}

/** Options of a call. */
export interface CallOptions extends RequestOptions {
  /**
   * Called with each state of the task that the call becomes, where the server and the revision have tasks. A call with this option asks
   * for a task, and one without it never becomes one. The call still ends with the tool's result.
   */
  readonly onTask?: (task: TaskState) => void;
}

/** A listed component, with every member that the server sent. */
export type Listed<Name extends string> = JsonObject & { readonly [member in Name]: string };

/** A tool in a list. */
export type ListedTool = Listed<'name'> & { readonly inputSchema: JsonObject };

/** The result of a tool. The oldest revisions have no `structuredContent`. */
export interface ToolResult {
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: JsonValue;
  /** True if the tool ran and failed; its content then says why. */
  readonly isError: boolean;
  /** The result as the server sent it. */
  readonly raw: JsonObject;
}

/** The messages of a prompt. */
export interface PromptResult {
  readonly description?: string;
  readonly messages: readonly PromptMessage[];
}

/** The subject of a completion: a prompt by its name, or a resource template. */
export type CompletionRef = { readonly prompt: string } | { readonly resourceTemplate: string };

/** Options of a completion. */
export interface CompleteOptions extends RequestOptions {
  /** The arguments that are already filled in, for the revisions that carry them. */
  readonly known?: Readonly<Record<string, string>>;
}

/** Values that the server offers; `total` of them, if the server says so. */
export interface Completion {
  readonly values: readonly string[];
  readonly total?: number;
  readonly hasMore?: boolean;
}

/**
 * A connection to one server. A lost connection or session is opened again by the next request.
 *
 * Every request rejects with `ServerError` if the server answered with an error, with `ConnectionError` if there is no answer, and with the
 * signal's reason if it was cancelled. Whoever calls `connect` closes the client.
 */
export interface Client {
  /** The latest facts that the server stated: those of the newest session. */
  readonly server: ServerFacts;
  /** @returns the tools of all pages, without those whose `x-mcp-header` is malformed in a revision that forbids to call them */
  listTools(options?: RequestOptions): Promise<readonly ListedTool[]>;
  listResources(options?: RequestOptions): Promise<readonly Listed<'uri'>[]>;
  listResourceTemplates(options?: RequestOptions): Promise<readonly Listed<'uriTemplate'>[]>;
  listPrompts(options?: RequestOptions): Promise<readonly Listed<'name'>[]>;
  callTool(name: string, args?: JsonObject, options?: CallOptions): Promise<ToolResult>;
  readResource(uri: string, options?: RequestOptions): Promise<readonly ResourceContents[]>;
  getPrompt(name: string, args?: Readonly<Record<string, string>>, options?: RequestOptions): Promise<PromptResult>;
  complete(
    ref: CompletionRef,
    argument: { readonly name: string; readonly value: string },
    options?: CompleteOptions,
  ): Promise<Completion>;
  /** Subscribes to changes of a resource, also in later sessions. @throws ServerError if the server refuses */
  subscribe(uri: string): Promise<void>;
  unsubscribe(uri: string): Promise<void>;
  /** Asks for log messages of this level and above from now on. */
  setLogLevel(level: LogLevel): Promise<void>;
  /** Notifies a server with sessions that the answer to `questions.roots` has changed. Others ask anew. */
  notifyRootsChanged(): void;
  /** Checks that the server answers. */
  ping(options?: Pick<RequestOptions, 'signal' | 'timeoutMs'>): Promise<void>;
  /** Sends any other request, and answers the questions that it leads to. It is never sent twice. */
  request(method: string, params?: JsonObject, options?: RequestOptions): Promise<JsonObject>;
  /** Closes the connection; a program is ended. Requests in flight reject. May be called again. */
  close(): Promise<void>;
}
