/**
 * Speaks to an upstream server of the modern era: every request stands alone and says who asks.
 *
 * Spec: 2026-07-28 basic/index#_meta, basic/transports/streamable-http
 */
import { isJsonObject, type JsonObject } from '@sigil/core';
import { metaKeys, releaseCapabilities, releasedMethod } from '@sigil/core/engine';
import type { Connection, UpstreamAnswer } from '../connect/connection.js';
import type { WireMessage } from '../wire/wire-message.js';
import {
  pageDoneMethod,
  type Conversation,
  type ConversationEvents,
  type Exchange,
  type ExchangeResult,
  type UpstreamFacts,
} from './exchange.js';
import { writeMirrored } from './mirrored-value.js';
import { passOnMeta } from './own-meta.js';
import { readOutcome } from './read-outcome.js';
import { writeNotification, writeRequest, type RequestIds } from './request-ids.js';

/** The parts of speaking to a modern upstream. */
export interface ModernParts {
  readonly connection: Connection;
  readonly ids: RequestIds;
  readonly revision: string;
  readonly client: JsonObject;
}

/** One request of the modern era. @throws UpstreamError, or the reason that the signal gave */
export function sendModern(
  { connection, ids, revision, client }: ModernParts,
  exchange: Exchange,
): PromiseLike<UpstreamAnswer> {
  const { method, params, meta, name, mirrored, capabilities = {}, logLevel, wantsProgress, signal } = exchange;
  const id = ids.next();
  const envelope = {
    ...passOnMeta(meta, wantsProgress ? id : undefined),
    [metaKeys.protocolVersion]: revision,
    [metaKeys.clientCapabilities]: exchange.onReleased ? { ...capabilities, ...releaseCapabilities } : capabilities,
    [metaKeys.clientInfo]: client,
    ...(logLevel === undefined ? {} : { [metaKeys.logLevel]: logLevel }),
  };
  const headers: Record<string, string> = { 'mcp-protocol-version': revision, 'mcp-method': method, ...mirrored };
  if (name !== undefined) headers['mcp-name'] = writeMirrored(name);
  const answer = connection.request({
    id,
    text: writeRequest(id, method, { ...params, _meta: envelope }),
    headers,
    signal,
    isSubscription: exchange.isSubscription,
    onMessage(it) {
      if (it.method === releasedMethod) exchange.onReleased?.();
      else if (it.kind === 'notification') exchange.onNotification?.(it);
    },
  });
  // Over HTTP the end of the request says that it was given up.
  return connection.isHttp ? answer : answer.then(undefined, tellOfAbort);

  function tellOfAbort(error: unknown): never {
    if (signal?.aborted) void connection.tell(writeNotification('notifications/cancelled', { requestId: id }), {});
    throw error;
  }
}

const acknowledgedMethod = 'notifications/subscriptions/acknowledged';
/** The rhythm in which a subscription that ended is asked for again. */
const listenAgainMs = 1_000;

export class ModernConversation implements Conversation {
  #watched: ReadonlySet<string> = new Set();
  #listening: AbortController | undefined;
  #isClosed = false;

  constructor(
    readonly facts: UpstreamFacts,
    private readonly parts: ModernParts,
    private readonly events: ConversationEvents,
  ) {
    this.#listen();
  }

  exchange(exchange: Exchange): PromiseLike<ExchangeResult> {
    return sendModern(this.parts, exchange).then(readOutcome);
  }

  async ping(signal: AbortSignal): Promise<void> {
    await this.exchange({ method: 'server/discover', params: {}, signal });
  }

  watch(uris: ReadonlySet<string>): void {
    this.#watched = uris;
    this.#listen();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#listening?.abort();
    await Promise.resolve();
  }

  /** One subscription for everything that can change. The one before goes on until it is acknowledged: no change in between is missed. */
  #listen(): void {
    const filter = this.#filter();
    const before = this.#listening;
    this.#listening = undefined;
    if (this.#isClosed || Object.keys(filter).length === 0) return before?.abort();
    const controller = new AbortController();
    this.#listening = controller;
    const { signal } = controller;
    const listen = { method: 'subscriptions/listen', params: { notifications: filter }, signal, isSubscription: true };
    const ended = (): void => {
      before?.abort();
      if (signal.aborted || this.#isClosed) return;
      setTimeout(() => {
        if (!signal.aborted) this.#listen();
      }, listenAgainMs).unref();
    };
    // A list that is not heard of is read again when its time is over.
    const onNotification = (message: WireMessage): void => {
      if (message.method === acknowledgedMethod) before?.abort();
      readNews(message, this.events);
    };
    sendModern(this.parts, { ...listen, onNotification }).then(ended, ended);
  }

  #filter(): JsonObject {
    const { tools, prompts, resources } = this.facts.capabilities;
    return {
      ...(hasListChanged(tools) ? { toolsListChanged: true } : {}),
      ...(hasListChanged(prompts) ? { promptsListChanged: true } : {}),
      ...(hasListChanged(resources) ? { resourcesListChanged: true } : {}),
      ...(this.#watched.size > 0 ? { resourceSubscriptions: [...this.#watched] } : {}),
    };
  }
}

function hasListChanged(capability: unknown): boolean {
  return isJsonObject(capability) && capability['listChanged'] === true;
}

const changes: ReadonlyMap<string, 'tools' | 'resources' | 'prompts'> = new Map([
  ['notifications/tools/list_changed', 'tools'],
  ['notifications/resources/list_changed', 'resources'],
  ['notifications/prompts/list_changed', 'prompts'],
]);

/** Tells of a change that a notification of either era speaks of. */
export function readNews({ method, params }: WireMessage, events: ConversationEvents): void {
  const kind = changes.get(method);
  if (kind) events.onListChanged(kind);
  if (method === pageDoneMethod) events.onPageDone(params);
  const { uri } = params;
  if (method === 'notifications/resources/updated' && typeof uri === 'string') events.onResourceUpdated(uri);
}
