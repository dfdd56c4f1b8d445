/**
 * A client at the other end of a pipe, for tests of single rules: it sends what a test tells it to and records what it receives.
 *
 * When the test ends, all messages of the server are validated against the published schema of the revision.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import {
  openConversation,
  revisions,
  type Conversation,
  type Engine,
  type Principal,
  type Revision,
} from '@sigil/core/engine';
import { expect, onTestFinished } from 'vitest';
import { recordOutlet, type Recording } from '../../recording.js';
import { requirements } from '../requirements.js';

/** Returns the revisions that a rule binds. */
export function underRule(number: number): readonly Revision[] {
  const dates = requirements[number - 1]?.revisions ?? [];
  return revisions.filter(({ date }) => dates.includes(date));
}

/** Builds a key of `params._meta` or `result._meta`. */
export const key = (name: string): string => `io.modelcontextprotocol/${name}`;

/** The messages with which a peer introduces itself. */
export interface PeerOptions {
  readonly capabilities?: JsonObject;
  /** Leaves the handshake to the test. */
  readonly isSilent?: boolean;
  /** Whether it speaks an extension, whose messages the revision's own schema does not have. */
  readonly isExtended?: boolean;
  /** The caller; without it there is no authentication. */
  readonly principal?: Principal;
}

/** The members of a modern request's `_meta`. */
export function envelopeOf({ date }: Revision, capabilities: JsonObject = {}): JsonObject {
  return { [key('protocolVersion')]: date, [key('clientCapabilities')]: capabilities };
}

/** Connects, by a handshake where the revision has one, and drops the messages of the handshake. */
export async function openPeer(engine: Engine, revision: Revision, options: PeerOptions = {}): Promise<Peer> {
  const peer = new Peer(engine, revision, options);
  onTestFinished(() => peer.end(options.isExtended));
  if (revision.era === 'legacy' && !options.isSilent) {
    await peer.initialize();
    peer.received.length = 0;
  }
  return peer;
}

export class Peer {
  /** The messages that the server sent, in order. */
  readonly received: JsonObject[] = [];
  /** Called with each request of the server. */
  onRequest: ((request: JsonObject) => void) | undefined;
  readonly capabilities: JsonObject;
  readonly #recording: Recording;
  readonly #conversation: Conversation;
  readonly #awaited: { matches: (message: JsonObject) => boolean; resolve: (message: JsonObject) => void }[] = [];
  // Starts above the ids that tests choose themselves.
  #lastId = 1000;

  constructor(
    engine: Engine,
    readonly revision: Revision,
    { capabilities = {}, principal }: PeerOptions,
  ) {
    this.capabilities = capabilities;
    this.#recording = recordOutlet(revision.date, { send: async ({ json }) => this.#take(JSON.parse(json)) });
    this.#conversation = openConversation(engine, this.#recording, { principal });
  }

  /** The texts of the server's messages. */
  get texts(): readonly string[] {
    return this.#recording.transcript.filter(({ from }) => from === 'server').map(({ text }) => text);
  }

  async initialize(protocolVersion: string = this.revision.date): Promise<JsonObject> {
    const params = { protocolVersion, capabilities: this.capabilities, clientInfo: { name: 'peer', version: '1.0.0' } };
    const answer = await this.ask({ jsonrpc: '2.0', id: 'initialize', method: 'initialize', params });
    await this.notify('notifications/initialized');
    return answer;
  }

  /** Sends a text or a message. @returns resolves when the server will send nothing more for it */
  async send(message: string | JsonValue): Promise<void> {
    const text = typeof message === 'string' ? message : JSON.stringify(message);
    this.#recording.noteSent(text);
    return this.#conversation.receive(text);
  }

  /** Sends a message with an id. @returns the message that answers it */
  async ask(message: JsonObject): Promise<JsonObject> {
    const answer = this.next(({ id, method }) => id === message['id'] && method === undefined);
    void this.send(message);
    return answer;
  }

  /** Sends a request of the revision. @returns the message that answers it */
  request(method: string, params: JsonObject = {}, id: JsonValue = ++this.#lastId): Promise<JsonObject> {
    return this.ask(this.requestOf(method, params, id));
  }

  /** Builds a request of the revision, with this peer's capabilities. */
  requestOf(method: string, params: JsonObject = {}, id: JsonValue = ++this.#lastId): JsonObject {
    return { jsonrpc: '2.0', id, method, params: this.#enveloped(params) };
  }

  /** Sends a request that must succeed. @returns its result */
  async result(method: string, params: JsonObject = {}): Promise<JsonObject> {
    const answer = await this.request(method, params);
    if (!isJsonObject(answer['result'])) throw new Error(`"${method}" was answered with ${JSON.stringify(answer)}`);
    return answer['result'];
  }

  /** Sends a request that must fail. @returns its error */
  async error(method: string, params: JsonObject = {}): Promise<JsonObject> {
    const answer = await this.request(method, params);
    if (!isJsonObject(answer['error'])) throw new Error(`"${method}" was answered with ${JSON.stringify(answer)}`);
    return answer['error'];
  }

  notify(method: string, params: JsonObject = {}): Promise<void> {
    return this.send({ jsonrpc: '2.0', method, params });
  }

  /** Waits for the next matching message from the server. */
  next(matches: (message: JsonObject) => boolean): Promise<JsonObject> {
    return new Promise((resolve) => this.#awaited.push({ matches, resolve }));
  }

  /** Returns the notifications so far, or those of one method. */
  notifications(method?: string): JsonObject[] {
    return this.received.filter(
      (it) => it['id'] === undefined && typeof it['method'] === 'string' && (method ?? it['method']) === it['method'],
    );
  }

  /** Returns the requests of the server so far. */
  requests(): JsonObject[] {
    return this.received.filter((it) => it['id'] !== undefined && it['method'] !== undefined);
  }

  /** Closes the pipe and validates everything received. */
  end(isExtended = false): void {
    this.#conversation.close();
    if (!isExtended) expect(this.#recording.problems()).toEqual([]);
  }

  #take(message: JsonValue): void {
    for (const one of Array.isArray(message) ? message : [message]) {
      if (!isJsonObject(one)) continue;
      this.received.push(one);
      if (one['id'] !== undefined && one['method'] !== undefined) this.onRequest?.(one);
      const index = this.#awaited.findIndex(({ matches }) => matches(one));
      if (index >= 0) this.#awaited.splice(index, 1)[0]?.resolve(one);
    }
  }

  #enveloped(params: JsonObject): JsonObject {
    if (this.revision.era === 'legacy') return params;
    const own = isJsonObject(params['_meta']) ? params['_meta'] : {};
    return { ...params, _meta: { ...envelopeOf(this.revision, this.capabilities), ...own } };
  }
}
