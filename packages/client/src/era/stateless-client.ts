/**
 * Speaks to a server of the modern era, in which every request stands alone and names its client.
 *
 * Spec: 2026-07-28 basic/patterns/subscriptions
 */
import { isJsonObject, type JsonObject } from '@sigil/core';
import { canonicalJson } from '@sigil/core/building';
import { backOffMs } from '@sigil/core/internal';
import type { WireMessage } from '../wire/wire-message.js';
import { discover } from './discover.js';
import { ConnectionError, otherEra } from '../errors/connection-error.js';
import {
  pageDoneMethod,
  type ClientNotification,
  type EraClient,
  type ServerEvents,
  type Exchange,
  type ExchangeResult,
  type ServerFacts,
} from './era-client.js';
import { MissedNotifications } from './missed-notifications.js';
import { notifyStateless, sendStateless, type StatelessParts } from './stateless-request.js';
import { listenAgain } from './notification-stream.js';
import { inBackground } from '../retry/background-timer.js';
import { readResult } from './read-result.js';

const acknowledgedMethod = 'notifications/subscriptions/acknowledged';

export class StatelessClient implements EraClient {
  #watched: ReadonlySet<string> = new Set();
  #listening: AbortController | undefined;
  /** The last pause before a subscription that ended was requested again, and the pauses in a row. */
  #pauseMs = 0;
  #failures = 0;
  #isClosed = false;
  #facts: ServerFacts;
  /** True if the facts were fetched a moment ago. */
  #isFresh = true;
  /** The end of the time that the server states for its facts, on the monotonic clock. */
  #validUntil: number;
  readonly #lost: MissedNotifications;

  constructor(
    facts: ServerFacts,
    private readonly parts: StatelessParts,
    private readonly events: ServerEvents,
  ) {
    this.#facts = facts;
    this.#validUntil = endOf(facts);
    this.#lost = new MissedNotifications(() => {
      this.#validUntil = 0;
      events.onRenewed();
    });
    this.#listen().catch(() => undefined);
  }

  get facts(): ServerFacts {
    return this.#facts;
  }

  async exchange(exchange: Exchange): Promise<ExchangeResult> {
    try {
      return readResult(await sendStateless(this.parts, exchange));
    } catch (error) {
      // A server that was away may state other facts when it is back.
      if (error instanceof ConnectionError) this.#validUntil = 0;
      throw error;
    }
  }

  notify(notification: ClientNotification): Promise<void> {
    return notifyStateless(this.parts, notification);
  }

  async ping(signal: AbortSignal): Promise<void> {
    const before = textOf(this.#facts);
    await this.#ask(signal);
    if (textOf(this.#facts) !== before) this.events.onRenewed();
  }

  /**
   * Fetches the facts again unless their time has not ended: without sessions, nothing shows that the server was restarted with others. A
   * change of a list ends their time, since what a server can do changes with it.
   */
  async renew(signal: AbortSignal): Promise<void> {
    if (!this.#isFresh && performance.now() >= this.#validUntil) await this.#ask(signal);
    this.#isFresh = false;
  }

  async #ask(signal: AbortSignal): Promise<void> {
    const facts = await discover(this.parts, signal);
    if (!facts) throw otherEra();
    const before = JSON.stringify(this.#filter());
    this.#facts = facts;
    this.#validUntil = endOf(facts);
    this.#isFresh = true;
    if (JSON.stringify(this.#filter()) !== before) this.#listen().catch(() => undefined);
  }

  watch(uris: ReadonlySet<string>): Promise<void> {
    this.#watched = uris;
    return this.#listen();
  }

  /** The server asks for roots with each call that needs them. */
  notifyRootsChanged(): void {}

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#listening?.abort();
    this.#lost.close();
    await Promise.resolve();
  }

  /**
   * Keeps one subscription for every change. The previous one stays until the new one is acknowledged, so no change is missed.
   *
   * @returns when the subscription is acknowledged, or not needed @throws its error when it is refused
   */
  async #listen(): Promise<void> {
    const filter = this.#filter();
    const before = this.#listening;
    this.#listening = undefined;
    if (this.#isClosed || Object.keys(filter).length === 0) return before?.abort();
    const controller = new AbortController();
    this.#listening = controller;
    const { signal } = controller;
    const listen = { method: 'subscriptions/listen', params: { notifications: filter }, signal, isSubscription: true };
    let acknowledgedAt = Infinity;
    let onAcknowledged = (): void => undefined;
    const ended = (): void => {
      before?.abort();
      if (signal.aborted || this.#isClosed) return;
      this.#lost.interrupted();
      if (performance.now() - acknowledgedAt > this.#pauseMs) this.#failures = 0;
      this.#pauseMs = backOffMs(listenAgain, this.#failures++);
      const again = (): void => {
        if (!signal.aborted) this.#listen().catch(() => undefined);
      };
      inBackground(setTimeout(again, this.#pauseMs));
    };
    // A list without notifications is read again when it expires.
    const onNotification = (message: WireMessage): void => {
      if (message.method === acknowledgedMethod) {
        acknowledgedAt = performance.now();
        onAcknowledged();
        before?.abort();
        this.#lost.resumed();
      }
      if (changes.has(message.method)) this.#validUntil = 0;
      reportNotification(message, this.events);
      this.events.onNotification?.(message);
    };
    await new Promise<void>((resolve, reject) => {
      onAcknowledged = resolve;
      const finished = sendStateless(this.parts, { ...listen, onNotification }).then(readResult);
      finished.then(() => resolve(), reject).then(ended);
    });
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

function endOf({ ttlMs = 0 }: ServerFacts): number {
  return performance.now() + ttlMs;
}

/** The time says nothing about the server itself. */
function textOf({ ttlMs: _time, ...facts }: ServerFacts): string {
  return canonicalJson(facts);
}

function hasListChanged(capability: unknown): boolean {
  return isJsonObject(capability) && capability['listChanged'] === true;
}

const changes: ReadonlyMap<string, 'tools' | 'resources' | 'prompts'> = new Map([
  ['notifications/tools/list_changed', 'tools'],
  ['notifications/resources/list_changed', 'resources'],
  ['notifications/prompts/list_changed', 'prompts'],
]);

/** Reports the change that a notification of either era announces. @returns whether it announces one */
export function reportNotification({ method, params }: WireMessage, events: ServerEvents): boolean {
  const kind = changes.get(method);
  if (kind) events.onListChanged(kind);
  if (method === pageDoneMethod) events.onPageDone(params);
  const { uri } = params;
  const isUpdate = method === 'notifications/resources/updated' && typeof uri === 'string';
  if (isUpdate) events.onResourceUpdated(uri);
  return kind !== undefined || isUpdate || method === pageDoneMethod;
}
