/**
 * An MCP client of either era over anything that carries texts: one interface for all five revisions.
 *
 * Spec: 2025-11-25 basic/lifecycle, 2026-07-28 basic/versioning, basic/patterns/subscriptions
 */
import {
  findRevision,
  isJsonObject,
  type ContentBlock,
  type JsonObject,
  type JsonValue,
  type PromptMessage,
  type Revision,
} from '@sigil/core';
import { clientInfo } from './modern-envelope.js';
import { ProtocolViolation } from './peer-error.js';
import { ProtocolClient, type Progress, type ReceivedNotification } from './protocol-client.js';

/** How to connect. */
export interface ConnectOptions {
  /** The date of the revision to speak. */
  readonly revision: string;
}

/** What a tool answered, as the revision carries it: older ones wrap or lack `structuredContent`. */
export interface ToolAnswer {
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: JsonValue;
  readonly isError: boolean;
}

/** What a call may be given beside its arguments. */
export interface CallOptions {
  /** Asks the server for progress. */
  readonly onProgress?: (progress: Progress) => void;
  /** Cancels the call; its promise then rejects with the signal's reason, and no answer may come any more. */
  readonly signal?: AbortSignal;
}

/** Every method rejects with `PeerError` for a protocol error and with `ProtocolViolation` for what no schema allows. */
export interface McpClient {
  /** What the server said of itself in `initialize` or `server/discover`. */
  readonly server: JsonObject;
  listTools(): Promise<readonly JsonObject[]>;
  callTool(name: string, args?: JsonObject, options?: CallOptions): Promise<ToolAnswer>;
  listResources(): Promise<readonly JsonObject[]>;
  listResourceTemplates(): Promise<readonly JsonObject[]>;
  readResource(uri: string): Promise<readonly JsonObject[]>;
  listPrompts(): Promise<readonly JsonObject[]>;
  getPrompt(name: string, args?: Readonly<Record<string, string>>): Promise<readonly PromptMessage[]>;
  /** Any other request. */
  request(method: string, params?: JsonObject): Promise<JsonObject>;
  /** Notifications other than progress that came and were not taken by `nextNotification`. */
  readonly notifications: readonly ReceivedNotification[];
  /** The next notification of this method; one that came already and was not taken yet counts. */
  nextNotification(method: string): Promise<ReceivedNotification>;
  /** @throws ProtocolViolation when anything the server sent broke the protocol, even unasked */
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
 * @param open gets the function to call with each text of the server
 */
export async function connectClient(
  revisionDate: string,
  open: (receive: (text: string) => void) => TextChannel,
): Promise<McpClient> {
  const revision = findRevision(revisionDate);
  if (!revision) throw new Error(`"${revisionDate}" is no revision that is served`);
  const protocol: ProtocolClient = new ProtocolClient(revision, (text) => channel.send(text));
  const channel = open((text) => protocol.receive(text));
  const client = new RevisionClient(protocol, channel, await introduce(protocol, revision));
  return client;
}

/** The handshake, or the discovery and the subscription that stand in its place. */
async function introduce(protocol: ProtocolClient, revision: Revision): Promise<JsonObject> {
  if (revision.era === 'modern') {
    const discovered = await protocol.request('server/discover').answer;
    const notifications = { toolsListChanged: true, resourcesListChanged: true, promptsListChanged: true };
    // Ends with the connection, so its answer, the closing result, is nobody's concern.
    protocol.request('subscriptions/listen', { notifications }).answer.catch(() => undefined);
    await protocol.nextNotification('notifications/subscriptions/acknowledged');
    return discovered;
  }
  const offer = { protocolVersion: revision.date, capabilities: {}, clientInfo };
  const agreed = await protocol.request('initialize', offer).answer;
  if (agreed['protocolVersion'] !== revision.date) {
    throw new ProtocolViolation([
      `"initialize" must agree on ${revision.date}, not ${String(agreed['protocolVersion'])}`,
    ]);
  }
  protocol.notify('notifications/initialized');
  return agreed;
}

class RevisionClient implements McpClient {
  constructor(
    private readonly protocol: ProtocolClient,
    private readonly channel: TextChannel,
    readonly server: JsonObject,
  ) {}

  get notifications(): readonly ReceivedNotification[] {
    return this.protocol.notifications;
  }

  async listTools(): Promise<readonly JsonObject[]> {
    return this.#list('tools/list', 'tools');
  }

  async callTool(name: string, args: JsonObject = {}, { onProgress, signal }: CallOptions = {}): Promise<ToolAnswer> {
    signal?.throwIfAborted();
    const call = this.protocol.request('tools/call', { name, arguments: args }, onProgress);
    const result = await (signal ? this.#orCancelled(call, signal) : call.answer);
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

  request(method: string, params?: JsonObject): Promise<JsonObject> {
    return this.protocol.request(method, params).answer;
  }

  nextNotification(method: string): Promise<ReceivedNotification> {
    return this.protocol.nextNotification(method);
  }

  async close(): Promise<void> {
    await this.channel.close();
    this.protocol.abandon();
    if (this.protocol.violations.length > 0) throw new ProtocolViolation(this.protocol.violations);
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
        this.protocol.cancel(call.id);
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
