/**
 * The client of either era: writes requests, follows them through questions and tasks, and reads their results.
 */
import {
  isJsonObject,
  McpError,
  type ContentBlock,
  type JsonObject,
  type JsonValue,
  type LogLevel,
  type PromptMessage,
  type ResourceContents,
} from '@sigil/core';
import { PluginError } from '@sigil/core/building';
import { isLogLevel, readMirroredParameters } from '@sigil/core/catalog';
import { backOffMs, findRevision } from '@sigil/core/internal';
import { ConnectionError } from '../errors/connection-error.js';
import { ServerError } from '../errors/server-error.js';
import type { ServerFacts } from '../era/era-client.js';
import { writeHeaderValue } from '../era/header-value.js';
import type { ReconnectingClient } from '../reconnecting/reconnecting-client.js';
import { pause } from '../retry/pause.js';
import type { WireMessage } from '../wire/wire-message.js';
import type {
  CallOptions,
  Client,
  CompleteOptions,
  Completion,
  CompletionRef,
  ConnectOptions,
  Listed,
  ListedTool,
  Progress,
  PromptResult,
  RequestOptions,
  ToolResult,
} from './client.js';
import { Deadline } from './deadline.js';
import { answerRound, findMisfits, replyWith, type QuestionHandlers } from './questions.js';
import { finishTask, readTask, tasksExtension, type TaskRequest } from './task.js';

interface ConnectedOptions extends ConnectOptions {
  readonly questions: QuestionHandlers;
  readonly timeoutMs: number;
}

/** A request, and whether the server may run it twice. */
interface SentRequest extends TaskRequest {
  readonly mirrored?: Readonly<Record<string, string>>;
  readonly capabilities?: JsonObject;
  readonly mayRepeat?: boolean;
}

const defaultMaxRounds = 100;
/** The pauses before a server that asks nothing, since it is not done yet, is requested again. */
const emptyRounds = { firstMs: 50, longestMs: 1_000 };
/** The server expected a header that repeats an argument. Nothing has run. */
const headerMismatch = -32020;
const cancelTimeoutMs = 5_000;
const changes = { tools: 'tools', prompts: 'prompts', resources: 'resources' } as const;

export class ConnectedClient implements Client {
  #logLevel: LogLevel | undefined;
  readonly #subscribed = new Set<string>();
  /** The tools of the latest list, for the arguments that a header repeats. */
  #tools: ReadonlyMap<string, ListedTool> | undefined;

  constructor(
    private readonly connection: ReconnectingClient,
    private readonly options: ConnectedOptions,
  ) {}

  get server(): ServerFacts {
    const { facts } = this.connection;
    if (!facts) throw new ConnectionError('closed', 'the client has not been connected', { mayHaveRun: false });
    return facts;
  }

  async listTools(options?: RequestOptions): Promise<readonly ListedTool[]> {
    const listed = (await this.#list('tools/list', 'tools', options)).map((item) => {
      requireTexts('tools/list', item, 'name');
      if (!isJsonObject(item['inputSchema'])) throw unreadable('tools/list', '"inputSchema" of a tool to be an object');
      return item as ListedTool; // both members were checked
    });
    const tools = this.server.era === 'legacy' ? listed : listed.filter(hasValidHeaders);
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]));
    return tools;
  }

  async listResources(options?: RequestOptions): Promise<readonly Listed<'uri'>[]> {
    return requireNamed('resources/list', await this.#list('resources/list', 'resources', options), 'uri');
  }

  async listResourceTemplates(options?: RequestOptions): Promise<readonly Listed<'uriTemplate'>[]> {
    const method = 'resources/templates/list';
    return requireNamed(method, await this.#list(method, 'resourceTemplates', options), 'uriTemplate');
  }

  async listPrompts(options?: RequestOptions): Promise<readonly Listed<'name'>[]> {
    return requireNamed('prompts/list', await this.#list('prompts/list', 'prompts', options), 'name');
  }

  async callTool(name: string, args: JsonObject = {}, options: CallOptions = {}): Promise<ToolResult> {
    const raw = await this.#call(name, args, options);
    const { content = [], structuredContent, isError } = raw;
    if (!Array.isArray(content)) throw unreadable('tools/call', '"content" to be a list');
    return {
      content: content as unknown as readonly ContentBlock[], // its blocks are the server's, unread
      ...(structuredContent === undefined ? {} : { structuredContent }),
      isError: isError === true,
      raw,
    };
  }

  async readResource(uri: string, options?: RequestOptions): Promise<readonly ResourceContents[]> {
    const read = { method: 'resources/read', params: { uri }, name: uri, mayRepeat: true };
    const { contents } = await this.#request(read, options);
    return requireItems('resources/read', 'contents', contents) as unknown as readonly ResourceContents[];
  }

  async getPrompt(
    name: string,
    args: Readonly<Record<string, string>> = {},
    options?: RequestOptions,
  ): Promise<PromptResult> {
    const get = { method: 'prompts/get', params: { name, arguments: args }, name, mayRepeat: true };
    const { description, messages } = await this.#request(get, options);
    return {
      ...(typeof description === 'string' ? { description } : {}),
      messages: requireItems('prompts/get', 'messages', messages) as unknown as readonly PromptMessage[],
    };
  }

  async complete(
    ref: CompletionRef,
    argument: { readonly name: string; readonly value: string },
    { known, ...options }: CompleteOptions = {},
  ): Promise<Completion> {
    const named =
      'prompt' in ref ? { type: 'ref/prompt', name: ref.prompt } : { type: 'ref/resource', uri: ref.resourceTemplate };
    const params = { ref: named, argument: { ...argument }, ...(known ? { context: { arguments: known } } : {}) };
    const { completion } = await this.#request({ method: 'completion/complete', params, mayRepeat: true }, options);
    if (!isJsonObject(completion)) throw unreadable('completion/complete', '"completion" to be an object');
    const { values, total, hasMore } = completion;
    if (!Array.isArray(values)) throw unreadable('completion/complete', '"values" to be a list');
    return {
      values: values.map(String),
      ...(typeof total === 'number' ? { total } : {}),
      ...(typeof hasMore === 'boolean' ? { hasMore } : {}),
    };
  }

  async subscribe(uri: string): Promise<void> {
    if (this.#subscribed.has(uri)) return;
    this.#subscribed.add(uri);
    try {
      await this.connection.connect();
      await this.connection.watch(new Set(this.#subscribed));
    } catch (error) {
      this.#subscribed.delete(uri);
      // The other resources stay watched.
      this.connection.watch(new Set(this.#subscribed)).catch(() => undefined);
      throw readError(error);
    }
  }

  async unsubscribe(uri: string): Promise<void> {
    if (!this.#subscribed.delete(uri)) return;
    await this.connection.watch(new Set(this.#subscribed)).catch((error: unknown) => {
      throw readError(error);
    });
  }

  async setLogLevel(level: LogLevel): Promise<void> {
    if (this.server.era === 'legacy') await this.request('logging/setLevel', { level });
    this.#logLevel = level;
  }

  notifyRootsChanged(): void {
    this.connection.notifyRootsChanged();
  }

  async ping({ signal, timeoutMs = this.options.timeoutMs }: RequestOptions = {}): Promise<void> {
    const deadline = new Deadline(timeoutMs, signal);
    try {
      await this.connection.ping(deadline.signal);
    } catch (error) {
      throw readError(error);
    } finally {
      deadline.end();
    }
  }

  request(method: string, params: JsonObject = {}, options?: RequestOptions): Promise<JsonObject> {
    const member = findRevision(this.server.revision)?.mirroredNames.get(method);
    const name = member === undefined ? undefined : params[member];
    // A server asks the questions of a task while its result is waited for.
    const taskId = method === 'tasks/result' ? params['taskId'] : undefined;
    const named = {
      ...(typeof name === 'string' ? { name } : {}),
      ...(typeof taskId === 'string' ? { taskId } : {}),
    };
    return this.#request({ method, params, ...named }, options);
  }

  close(): Promise<void> {
    return this.connection.close(0);
  }

  /** Passes on a notification that is not the progress of a request. */
  reportNotification({ method, params }: WireMessage): void {
    const { onNotification, onListChanged, onResourceUpdated, onLog } = this.options;
    const [, list] = /^notifications\/(tools|prompts|resources)\/list_changed$/.exec(method) ?? [];
    if (list === 'tools') this.#tools = undefined;
    if (list !== undefined) onListChanged?.(changes[list as keyof typeof changes]);
    const { uri, level, logger, data = null } = params;
    if (method === 'notifications/resources/updated' && typeof uri === 'string') onResourceUpdated?.(uri);
    if (method === 'notifications/message' && isLogLevel(level))
      onLog?.({ level, ...(typeof logger === 'string' ? { logger } : {}), data });
    onNotification?.({ method, params });
  }

  /** Reports that the server may have changed while it was away. */
  reportReconnected(): void {
    this.#tools = undefined;
    for (const kind of Object.values(changes)) this.options.onListChanged?.(kind);
  }

  async #list(method: string, member: string, options?: RequestOptions): Promise<readonly JsonObject[]> {
    const items: JsonObject[] = [];
    const seen = new Set<JsonValue>();
    for (let params: JsonObject = {}; ;) {
      const page = await this.#request({ method, params, mayRepeat: true }, options);
      items.push(...requireItems(method, member, page[member]));
      const { nextCursor } = page;
      // Some servers end a list with a cursor that leads to the same page.
      if (typeof nextCursor !== 'string' || seen.has(nextCursor)) return items;
      seen.add(nextCursor);
      params = { cursor: nextCursor };
    }
  }

  async #call(name: string, args: JsonObject, options: CallOptions): Promise<JsonObject> {
    const call = { method: 'tools/call', params: { name, arguments: args }, name };
    try {
      return await this.#request({ ...call, mirrored: this.#headersFor(name, args) }, options);
    } catch (error) {
      const isUnknown = error instanceof ServerError && error.code === headerMismatch && !this.#tools?.has(name);
      if (!isUnknown) throw error;
      await this.listTools(options);
      return this.#request({ ...call, mirrored: this.#headersFor(name, args) }, options);
    }
  }

  /** Returns the headers that repeat arguments. Spec: 2026-07-28 basic/transports/streamable-http#custom-headers */
  #headersFor(tool: string, args: JsonObject): Record<string, string> {
    const listed = this.#tools?.get(tool);
    if (!listed) return {};
    const headers: Record<string, string> = {};
    for (const { headerName, path } of readMirroredParameters({ name: tool, inputSchema: listed.inputSchema })) {
      let value: JsonValue | undefined = args;
      for (const name of path) value = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
      if (value !== undefined && typeof value !== 'object')
        headers[`mcp-param-${headerName}`] = writeHeaderValue(String(value));
    }
    return headers;
  }

  async #request(request: SentRequest, options: CallOptions = {}): Promise<JsonObject> {
    const deadline = new Deadline(options.timeoutMs ?? this.options.timeoutMs, options.signal);
    try {
      const { onTask } = options;
      if (!onTask) return await this.#inRounds(request, options, deadline);
      const begun = await this.#inRounds(this.#asTask(request), options, deadline);
      const task = readTask(begun);
      if (!task) return begun;
      return await finishTask(task, {
        era: this.server.era,
        questions: this.options.questions,
        signal: deadline.signal,
        onTask,
        send: (sent) => this.#exchange({ ...sent, ...this.#taskCapabilities, mayRepeat: true }, options, deadline),
        cancel: (sent) => {
          const signal = AbortSignal.timeout(cancelTimeoutMs);
          this.connection
            .exchange({ ...sent, ...this.#taskCapabilities, signal }, true)
            .then(undefined, () => undefined);
        },
        during: (work) => deadline.during(work),
      });
    } catch (error) {
      throw readError(error);
    } finally {
      deadline.end();
    }
  }

  /** The client asks for a task in its request where sessions are, and elsewhere allows the server to make one. */
  #asTask(request: SentRequest): SentRequest {
    const { era, capabilities } = this.server;
    if (era === 'modern') return { ...request, ...this.#taskCapabilities };
    const { tasks } = capabilities;
    const requests = isJsonObject(tasks) ? tasks['requests'] : undefined;
    const tools = isJsonObject(requests) ? requests['tools'] : undefined;
    const canRun = isJsonObject(tools) && tools['call'] !== undefined;
    return canRun ? { ...request, params: { ...request.params, task: {} } } : request;
  }

  /** Every request about a task declares the extension, where requests declare capabilities. */
  get #taskCapabilities(): Pick<SentRequest, 'capabilities'> {
    if (this.server.era === 'legacy') return {};
    return { capabilities: { ...this.connection.clientCapabilities, ...tasksExtension } };
  }

  /**
   * Repeats a request with the answers to its questions until it has no more. A server repeats a question whose answer does not fit, so a
   * question that gets the same wrong answer twice ends the request.
   */
  async #inRounds(request: SentRequest, options: RequestOptions, deadline: Deadline): Promise<JsonObject> {
    const { questions, maxRounds = defaultMaxRounds } = this.options;
    let answers: JsonObject = {};
    let misfits: ReadonlyMap<string, string> = new Map();
    for (let round = 0; round < maxRounds; round++) {
      const result = await this.#exchange({ ...request, params: { ...request.params, ...answers } }, options, deadline);
      if (result['resultType'] !== 'input_required') return result;
      const answer = (): Promise<JsonObject> => answerRound(questions, result, deadline.signal);
      // A round without questions waits for the server, so its time counts.
      answers = await (asksNothing(result) ? answer() : deadline.during(answer));
      const before = misfits;
      misfits = findMisfits(result, answers);
      for (const [question, why] of misfits)
        if (before.get(question) === why) throw new Error(`"${request.method}": ${why}`);
      if (answers['inputResponses'] === undefined) await pause(backOffMs(emptyRounds, round), deadline.signal);
    }
    throw new ConnectionError('refused', `the server asked for input in more than ${maxRounds} rounds`);
  }

  async #exchange(request: SentRequest, options: RequestOptions, deadline: Deadline): Promise<JsonObject> {
    const { mayRepeat = false, ...sent } = request;
    const { onProgress, meta } = options;
    const { questions } = this.options;
    const { result } = await this.connection.exchange(
      {
        ...sent,
        ...(meta ? { meta } : {}),
        wantsProgress: onProgress !== undefined,
        logLevel: this.#logLevel,
        signal: deadline.signal,
        onNotification: (message) => {
          if (message.method !== 'notifications/progress') return this.reportNotification(message);
          deadline.restart();
          try {
            onProgress?.(readProgress(message.params));
          } catch (error) {
            deadline.abort(error);
          }
        },
        onQuestion: (message, withdrawn) => {
          const signals = withdrawn ? [withdrawn, deadline.signal] : [deadline.signal];
          return deadline.during(() => replyWith(questions, message, AbortSignal.any(signals)));
        },
      },
      mayRepeat,
    );
    return result;
  }
}

function asksNothing({ inputRequests }: JsonObject): boolean {
  return !isJsonObject(inputRequests) || Object.keys(inputRequests).length === 0;
}

/** Returns whether a tool can be called: one with a malformed `x-mcp-header` must not be. Spec: 2026-07-28 server/tools#x-mcp-header */
function hasValidHeaders({ name, inputSchema }: ListedTool): boolean {
  try {
    readMirroredParameters({ name, inputSchema });
    return true;
  } catch (error) {
    if (error instanceof PluginError) return false;
    throw error;
  }
}

/** @returns the server's own error in place of its translation for other servers */
export function readError(error: unknown): unknown {
  return error instanceof McpError && error.cause instanceof ServerError ? error.cause : error;
}

function readProgress({ progress, total, message }: JsonObject): Progress {
  return {
    progress: typeof progress === 'number' ? progress : 0,
    ...(typeof total === 'number' ? { total } : {}),
    ...(typeof message === 'string' ? { message } : {}),
  };
}

function requireItems(method: string, member: string, value: JsonValue | undefined): readonly JsonObject[] {
  if (Array.isArray(value) && value.every(isJsonObject)) return value;
  throw unreadable(method, `"${member}" to be a list of objects`);
}

function requireNamed<Name extends string>(
  method: string,
  items: readonly JsonObject[],
  name: Name,
): readonly Listed<Name>[] {
  for (const item of items) requireTexts(method, item, name);
  return items as readonly Listed<Name>[]; // the member was checked
}

function requireTexts(method: string, item: JsonObject, name: string): void {
  if (typeof item[name] !== 'string') throw unreadable(method, `"${name}" of every item to be a string`);
}

function unreadable(method: string, expected: string): ConnectionError {
  return new ConnectionError('unreadable', `expected the answer to "${method}" and ${expected}`);
}
