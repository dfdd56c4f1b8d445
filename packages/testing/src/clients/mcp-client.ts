/**
 * The client of `@sigil/client` for tests: it validates every message, and keeps the notifications that tests wait for.
 *
 * Spec: 2025-11-25 basic/lifecycle, 2026-07-28 basic/versioning, basic/patterns/subscriptions
 */
import type { ContentBlock, JsonObject, JsonValue, LogLevel, PromptMessage } from '@sigil/core';
import type { Revision } from '@sigil/core/engine';
import { findRevision } from '@sigil/core/internal';
import {
  connect,
  ConnectionError,
  ServerError,
  type Client,
  type CompletionRef,
  type Completion as CompletionAnswer,
  type Progress,
  type QuestionHandlers,
  type TextChannel,
} from '@sigil/client/web';
import { CheckedChannel, readProblems, type ReceivedNotification } from './checked-channel.js';
import { clientInfo, modernEnvelope } from './modern-envelope.js';
import { PeerError, ProtocolViolation } from './peer-error.js';

/** Options of a connection. */
export interface ConnectOptions {
  /** The date of the revision to speak. */
  readonly revision: string;
  /** The client's answers to questions; it declares exactly the capabilities they need. */
  readonly answers?: QuestionHandlers;
  /** Declared instead of the capabilities that the answers need, in the revision's format. */
  readonly capabilities?: JsonObject;
}

/** The answer of a tool, as the revision carries it: older ones wrap or lack `structuredContent`. */
export interface ToolAnswer {
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: JsonValue;
  readonly isError: boolean;
}

/** Options of a call besides its arguments. */
export interface CallOptions {
  /** Receives progress, which the call then requests. The call rejects with what it throws. */
  readonly onProgress?: (progress: Progress) => void;
  /** Cancels the call; its promise then rejects with the signal's reason, and an answer that still arrives is a violation. */
  readonly signal?: AbortSignal;
}

/** Every method rejects with `PeerError` for a protocol error and with `ProtocolViolation` for anything no schema allows. */
export interface McpClient {
  /** The server's description of itself in `initialize` or `server/discover`. */
  readonly server: JsonObject;
  listTools(): Promise<readonly JsonObject[]>;
  callTool(name: string, args?: JsonObject, options?: CallOptions): Promise<ToolAnswer>;
  listResources(): Promise<readonly JsonObject[]>;
  listResourceTemplates(): Promise<readonly JsonObject[]>;
  readResource(uri: string): Promise<readonly JsonObject[]>;
  listPrompts(): Promise<readonly JsonObject[]>;
  getPrompt(name: string, args?: Readonly<Record<string, string>>): Promise<readonly PromptMessage[]>;
  /** @param known the arguments that are already filled in, for the revisions that carry them */
  complete(
    ref: CompletionRef,
    argument: { readonly name: string; readonly value: string },
    known?: Readonly<Record<string, string>>,
  ): Promise<CompletionAnswer>;
  /** Asks for log messages of this level and above from now on; they arrive as `notifications/message`. */
  setLogLevel(level: LogLevel): Promise<void>;
  /** Subscribes to changes of this resource. */
  subscribe(uri: string): Promise<void>;
  unsubscribe(uri: string): Promise<void>;
  /** Resolves with the URI of the next resource that changes. */
  nextResourceUpdate(): Promise<string>;
  /** Sends any other request, and answers questions asked before its result. */
  request(method: string, params?: JsonObject): Promise<JsonObject>;
  /** Sends a notification, such as `notifications/roots/list_changed`. */
  notify(method: string, params?: JsonObject): void;
  /** Notifications received, except progress and those taken by `nextNotification`. */
  readonly notifications: readonly ReceivedNotification[];
  /** Returns the next notification of this method; one received and not yet taken counts. Rejects when the client closes. */
  nextNotification(method: string): Promise<ReceivedNotification>;
  /** @throws ProtocolViolation when any message of the server, even unrequested, broke the protocol */
  close(): Promise<void>;
}

/** The most rounds of questions of one call. */
const maxRounds = 8;

/**
 * Connects over a channel.
 *
 * @param open receives the function to call with each text of the server
 */
export async function connectClient(
  { answers = {}, ...options }: ConnectOptions,
  open: (receive: (text: string) => void) => TextChannel,
): Promise<McpClient> {
  const revision = findRevision(options.revision);
  if (!revision) throw new Error(`"${options.revision}" is no revision that is served`);
  const received = new ReceivedNotifications();
  const channel = new CheckedChannel(revision, answers, (notification) => received.add(notification));
  try {
    const client = await connect(
      { open: (reader) => channel.open(open, reader) },
      {
        ...clientInfo,
        ...options,
        questions: answers,
        maxRounds,
        retries: 0,
        timeoutMs: Infinity,
      },
    );
    await channel.acknowledged();
    return new TestClient({ client, channel, received, revision, capabilities: options.capabilities ?? {} });
  } catch (error) {
    throw channel.invalidAnswer ?? readError(error);
  }
}

/** The notifications that no test has taken yet, and the tests that wait for one. */
class ReceivedNotifications {
  readonly kept: ReceivedNotification[] = [];
  readonly #awaited: { method: string; resolve(it: ReceivedNotification): void; reject(error: Error): void }[] = [];
  #isClosed = false;

  add(notification: ReceivedNotification): void {
    const awaited = this.#awaited.findIndex(({ method }) => method === notification.method);
    const [first] = awaited < 0 ? [] : this.#awaited.splice(awaited, 1);
    if (first) first.resolve(notification);
    else this.kept.push(notification);
  }

  next(method: string): Promise<ReceivedNotification> {
    const index = this.kept.findIndex((it) => it.method === method);
    const [found] = index < 0 ? [] : this.kept.splice(index, 1);
    if (found) return Promise.resolve(found);
    const next = new Promise<ReceivedNotification>((resolve, reject) => {
      if (this.#isClosed) reject(closedError());
      else this.#awaited.push({ method, resolve, reject });
    });
    // A test may only check whether one has arrived, and never await it.
    next.catch(() => undefined);
    return next;
  }

  close(): void {
    this.#isClosed = true;
    for (const { reject } of this.#awaited.splice(0)) reject(closedError());
  }
}

/** The parts of a client. */
interface ClientParts {
  readonly client: Client;
  readonly channel: CheckedChannel;
  readonly received: ReceivedNotifications;
  readonly revision: Revision;
  readonly capabilities: JsonObject;
}

class TestClient implements McpClient {
  readonly server: JsonObject;

  constructor(private readonly parts: ClientParts) {
    this.server = parts.channel.introduction;
  }

  get notifications(): readonly ReceivedNotification[] {
    return this.parts.received.kept;
  }

  async listTools(): Promise<readonly JsonObject[]> {
    return this.#do((client) => client.listTools());
  }

  async callTool(name: string, args: JsonObject = {}, options: CallOptions = {}): Promise<ToolAnswer> {
    const { content, isError, structuredContent } = await this.#do((client) => client.callTool(name, args, options));
    return structuredContent === undefined ? { content, isError } : { content, isError, structuredContent };
  }

  async listResources(): Promise<readonly JsonObject[]> {
    return this.#do((client) => client.listResources());
  }

  async listResourceTemplates(): Promise<readonly JsonObject[]> {
    return this.#do((client) => client.listResourceTemplates());
  }

  async readResource(uri: string): Promise<readonly JsonObject[]> {
    return this.#do((client) => client.readResource(uri)) as unknown as Promise<readonly JsonObject[]>; // they came as JSON
  }

  async listPrompts(): Promise<readonly JsonObject[]> {
    return this.#do((client) => client.listPrompts());
  }

  async getPrompt(name: string, args: Readonly<Record<string, string>> = {}): Promise<readonly PromptMessage[]> {
    return (await this.#do((client) => client.getPrompt(name, args))).messages;
  }

  async complete(
    ref: CompletionRef,
    argument: { readonly name: string; readonly value: string },
    known?: Readonly<Record<string, string>>,
  ): Promise<CompletionAnswer> {
    return this.#do((client) => client.complete(ref, argument, known ? { known } : {}));
  }

  async setLogLevel(level: LogLevel): Promise<void> {
    return this.#do((client) => client.setLogLevel(level));
  }

  async subscribe(uri: string): Promise<void> {
    return this.#do((client) => client.subscribe(uri));
  }

  async unsubscribe(uri: string): Promise<void> {
    return this.#do((client) => client.unsubscribe(uri));
  }

  nextResourceUpdate(): Promise<string> {
    const next = this.nextNotification('notifications/resources/updated').then(({ params }) => String(params['uri']));
    next.catch(() => undefined);
    return next;
  }

  async request(method: string, params?: JsonObject): Promise<JsonObject> {
    return this.#do((client) => client.request(method, params));
  }

  notify(method: string, params: JsonObject = {}): void {
    const { channel, revision, capabilities } = this.parts;
    const described = revision.era === 'modern' ? { _meta: modernEnvelope(revision.date, { capabilities }) } : {};
    channel.send(JSON.stringify({ jsonrpc: '2.0', method, params: { ...params, ...described } }));
  }

  nextNotification(method: string): Promise<ReceivedNotification> {
    return this.parts.received.next(method);
  }

  async close(): Promise<void> {
    const { client, channel, received } = this.parts;
    try {
      await client.close();
    } finally {
      received.close();
    }
    if (channel.violations.length > 0) throw new ProtocolViolation(channel.violations);
  }

  async #do<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
    try {
      return await work(this.parts.client);
    } catch (error) {
      throw readError(error);
    }
  }
}

function closedError(): Error {
  return new Error('the connection was closed');
}

function readError(error: unknown): unknown {
  if (error instanceof ConnectionError && error.failure === 'closed') return closedError();
  if (!(error instanceof ServerError) || error instanceof PeerError) return error;
  const problems = readProblems(error.data);
  return problems ? new ProtocolViolation(problems) : new PeerError(error.code, error.message, error.data);
}
