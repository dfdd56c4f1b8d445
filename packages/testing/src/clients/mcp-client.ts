/**
 * An MCP client of either era over any text channel: one interface for all five revisions.
 *
 * Spec: 2025-11-25 basic/lifecycle, 2026-07-28 basic/versioning, basic/patterns/subscriptions
 */
import {
  isJsonObject,
  type ContentBlock,
  type JsonObject,
  type JsonValue,
  type LogLevel,
  type PromptMessage,
} from '@sigil/core';
import { findRevision, type Revision } from '@sigil/core/engine';
import { answerRound, declareAnswers, findMisfits, type ClientAnswers } from './client-answers.js';
import { clientInfo } from './modern-envelope.js';
import { ProtocolViolation } from './peer-error.js';
import { ProtocolClient, type Progress, type ReceivedNotification } from './protocol-client.js';

/** Options of a connection. */
export interface ConnectOptions {
  /** The date of the revision to speak. */
  readonly revision: string;
  /** The client's answers to questions; it declares exactly the capabilities they need. */
  readonly answers?: ClientAnswers;
  /** Declared instead of the capabilities that the answers need, in the revision's format. */
  readonly capabilities?: JsonObject;
}

/** The subject of a completion: a prompt by its name, or a resource template. */
export type CompletionRef = { readonly prompt: string } | { readonly resourceTemplate: string };

/** Values that the server offers; `total` of them, where the server gives it. */
export interface CompletionAnswer {
  readonly values: readonly string[];
  readonly total?: number;
  readonly hasMore?: boolean;
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

/** Carries texts to a server. */
export interface TextChannel {
  send(text: string): void;
  close(): Promise<void>;
}

/**
 * Connects over a channel.
 *
 * @param open receives the function to call with each text of the server
 */
export async function connectClient(
  options: ConnectOptions,
  open: (receive: (text: string) => void) => TextChannel,
): Promise<McpClient> {
  const { answers = {} } = options;
  const revision = findRevision(options.revision);
  if (!revision) throw new Error(`"${options.revision}" is no revision that is served`);
  const self = { answers, capabilities: options.capabilities ?? declareAnswers(answers, revision) };
  const protocol: ProtocolClient = new ProtocolClient(revision, (text) => channel.send(text), self);
  const channel = open((text) => protocol.receive(text));
  return new RevisionClient({ protocol, channel, revision, server: await introduce(protocol, revision) });
}

/** Performs the handshake, or the discovery and subscription that replace it. */
async function introduce(protocol: ProtocolClient, revision: Revision): Promise<JsonObject> {
  if (revision.era === 'modern') {
    const discovered = await protocol.request('server/discover').answer;
    const notifications = { toolsListChanged: true, resourcesListChanged: true, promptsListChanged: true };
    // The closing result comes with the end of the connection, so nothing awaits it.
    protocol.request('subscriptions/listen', { notifications }).answer.catch(() => undefined);
    await protocol.nextNotification('notifications/subscriptions/acknowledged');
    return discovered;
  }
  const offer = { protocolVersion: revision.date, capabilities: protocol.self.capabilities, clientInfo };
  const agreed = await protocol.request('initialize', offer).answer;
  const agreedOn = String(agreed['protocolVersion']);
  if (agreedOn !== revision.date)
    throw new ProtocolViolation([`"initialize" must agree on ${revision.date}, not ${agreedOn}`]);
  protocol.notify('notifications/initialized');
  return agreed;
}

/** The parts of a client. */
interface ClientParts {
  readonly protocol: ProtocolClient;
  readonly channel: TextChannel;
  readonly revision: Revision;
  readonly server: JsonObject;
}

/** Most rounds of one call. */
const mostRounds = 8;

class RevisionClient implements McpClient {
  readonly server: JsonObject;
  readonly #protocol: ProtocolClient;
  readonly #channel: TextChannel;
  readonly #revision: Revision;
  /** Ids of the modern requests that listen to resources, by URI. */
  readonly #listening = new Map<string, number>();

  constructor({ protocol, channel, revision, server }: ClientParts) {
    this.server = server;
    this.#protocol = protocol;
    this.#channel = channel;
    this.#revision = revision;
  }

  get notifications(): readonly ReceivedNotification[] {
    return this.#protocol.notifications;
  }

  async listTools(): Promise<readonly JsonObject[]> {
    return this.#list('tools/list', 'tools');
  }

  async callTool(name: string, args: JsonObject = {}, options: CallOptions = {}): Promise<ToolAnswer> {
    const result = await this.#call('tools/call', { name, arguments: args }, options);
    const content = result['content'] as unknown as readonly ContentBlock[]; // the schema was checked on arrival
    const structuredContent = result['structuredContent'];
    const isError = result['isError'] === true;
    return structuredContent === undefined ? { content, isError } : { content, isError, structuredContent };
  }

  async listResources(): Promise<readonly JsonObject[]> {
    return this.#list('resources/list', 'resources');
  }

  async listResourceTemplates(): Promise<readonly JsonObject[]> {
    return this.#list('resources/templates/list', 'resourceTemplates');
  }

  async readResource(uri: string): Promise<readonly JsonObject[]> {
    return objectsOf((await this.request('resources/read', { uri }))['contents']);
  }

  async listPrompts(): Promise<readonly JsonObject[]> {
    return this.#list('prompts/list', 'prompts');
  }

  async getPrompt(name: string, args: Readonly<Record<string, string>> = {}): Promise<readonly PromptMessage[]> {
    const result = await this.request('prompts/get', { name, arguments: args });
    return result['messages'] as unknown as readonly PromptMessage[]; // the schema was checked on arrival
  }

  async complete(
    ref: CompletionRef,
    argument: { readonly name: string; readonly value: string },
    known?: Readonly<Record<string, string>>,
  ): Promise<CompletionAnswer> {
    const reference =
      'prompt' in ref ? { type: 'ref/prompt', name: ref.prompt } : { type: 'ref/resource', uri: ref.resourceTemplate };
    const context = known ? { context: { arguments: known } } : {};
    const result = await this.request('completion/complete', { ref: reference, argument, ...context });
    return result['completion'] as unknown as CompletionAnswer; // the schema was checked on arrival
  }

  async setLogLevel(level: LogLevel): Promise<void> {
    if (this.#revision.logThreshold === 'by-request') this.#protocol.logLevel = level;
    else await this.request('logging/setLevel', { level });
  }

  async subscribe(uri: string): Promise<void> {
    if (this.#revision.resourceSubscriptions === 'by-request') {
      await this.request('resources/subscribe', { uri });
    } else if (!this.#listening.has(uri)) {
      const notifications = { resourceSubscriptions: [uri] };
      const listen = this.#protocol.request('subscriptions/listen', { notifications });
      this.#listening.set(uri, listen.id);
      const acknowledged = this.nextNotification('notifications/subscriptions/acknowledged');
      // The answer is the closing result at the very end; before that it can only be a refusal.
      await Promise.race([acknowledged, listen.answer]);
    }
  }

  async unsubscribe(uri: string): Promise<void> {
    const listening = this.#listening.get(uri);
    this.#listening.delete(uri);
    if (this.#revision.resourceSubscriptions === 'by-request') await this.request('resources/unsubscribe', { uri });
    else if (listening !== undefined) this.#protocol.cancel(listening);
  }

  nextResourceUpdate(): Promise<string> {
    const next = this.nextNotification('notifications/resources/updated').then(({ params }) => String(params['uri']));
    next.catch(() => undefined);
    return next;
  }

  request(method: string, params?: JsonObject): Promise<JsonObject> {
    return this.#call(method, params);
  }

  notify(method: string, params?: JsonObject): void {
    this.#protocol.notify(method, params);
  }

  nextNotification(method: string): Promise<ReceivedNotification> {
    return this.#protocol.nextNotification(method);
  }

  async close(): Promise<void> {
    try {
      await this.#channel.close();
    } finally {
      this.#protocol.abandon();
    }
    if (this.#protocol.violations.length > 0) throw new ProtocolViolation(this.#protocol.violations);
  }

  /**
   * Repeats the call with answers until the server has no more questions. The server repeats a question whose answer does not fit,
   * so a question that gets the same wrong answer twice ends the call.
   */
  async #call(method: string, params?: JsonObject, { onProgress, signal }: CallOptions = {}): Promise<JsonObject> {
    let answers: JsonObject = {};
    let misfits = new Map<string, string>();
    for (let round = 1; round <= mostRounds; round++) {
      signal?.throwIfAborted();
      const sent = this.#protocol.request(method, { ...params, ...answers }, onProgress);
      const result = await (signal ? this.#orCancelled(sent, signal) : sent.answer);
      if (result['resultType'] !== 'input_required') return result;
      answers = await answerRound(this.#protocol.self.answers, result);
      const before = misfits;
      misfits = findMisfits(result, answers);
      for (const [question, why] of misfits) {
        if (before.get(question) === why) throw new Error(`"${method}": ${why}`);
      }
    }
    throw new Error(`"${method}" asked more than ${mostRounds} times`);
  }

  async #list(method: string, member: string): Promise<readonly JsonObject[]> {
    const items: JsonObject[] = [];
    let cursor: JsonValue | undefined;
    do {
      const page = await this.request(method, cursor === undefined ? {} : { cursor });
      items.push(...objectsOf(page[member]));
      cursor = page['nextCursor'];
    } while (cursor !== undefined);
    return items;
  }

  #orCancelled(call: { id: number; answer: Promise<JsonObject> }, signal: AbortSignal): Promise<JsonObject> {
    return new Promise((resolve, reject) => {
      const cancel = () => {
        this.#protocol.cancel(call.id);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', cancel, { once: true });
      call.answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', cancel));
    });
  }
}

function objectsOf(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
