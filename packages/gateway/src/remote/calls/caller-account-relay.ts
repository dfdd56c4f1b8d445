/**
 * Relays each call with the credentials of its caller: a relay and a client of the upstream for each caller.
 *
 * Callers share no connections, no sessions and no parked calls.
 */
import type { Context } from '@sigil/core';
import type { ExtensionMessage, ExtensionNotifier } from '@sigil/core/catalog';
import type { Principal } from '@sigil/core/engine';
import type { Relay, UpstreamRequest } from './relay.js';
import {
  type Authorization,
  ConnectionError,
  countDown,
  type ExchangeResult,
  type ReconnectingClient,
} from '@sigil/client/internal';
import { ClientPool, type PooledClient } from './client-pool.js';
import type { CallerCredentials } from '../credentials/caller-credentials.js';

/** The number of callers with a client of their own, and the time that an idle client is kept. */
export interface CallerLimits {
  readonly maxCallers: number;
  readonly callerIdleMs: number;
}

/** Opens the client of one caller. */
export type OpenCaller = (authorization: Authorization) => {
  readonly upstream: ReconnectingClient;
  readonly relay: Relay;
};

export class CallerAccountRelay implements Relay {
  readonly #clients: ClientPool<string, CallerClient>;

  constructor(
    private readonly credentials: CallerCredentials,
    { maxCallers, callerIdleMs }: CallerLimits,
    private readonly open: OpenCaller,
  ) {
    this.#clients = new ClientPool({ most: maxCallers, idleMs: callerIdleMs, limit: 'maxCallers' });
  }

  async call(request: UpstreamRequest, context: Context): Promise<ExchangeResult> {
    const { principal } = context;
    const client = this.#clientOf(principal);
    await this.credentials.prepare(context, client.authorization);
    try {
      return await client.call(request, context);
    } catch (error) {
      // A refused call has not run.
      const refused = refusalIn(error);
      const refusal = refused && { authorization: client.authorization, error: refused };
      if (!refusal || !(await this.credentials.renew(context, refusal))) throw error;
    }
    await this.credentials.prepare(context, client.authorization);
    return client.call(request, context);
  }

  /** Sends it with the caller's present credentials: without an answer, nobody could be asked for others. */
  async notify(message: ExtensionMessage, sender: ExtensionNotifier): Promise<void> {
    await this.#clientOf(sender.principal).notify(message, sender);
  }

  close(graceMs: number): Promise<void> {
    return this.#clients.close(graceMs);
  }

  #clientOf(principal: Principal): CallerClient {
    return this.#clients.of(this.credentials.keyOf(principal), () => {
      const authorization = this.credentials.open(principal);
      return new CallerClient(authorization, this.open(authorization));
    });
  }
}

class CallerClient implements PooledClient {
  #waiting = 0;

  constructor(
    readonly authorization: Authorization,
    private readonly parts: ReturnType<OpenCaller>,
  ) {}

  get inFlight(): number {
    return this.#waiting;
  }

  async call(request: UpstreamRequest, context: Context): Promise<ExchangeResult> {
    this.#waiting++;
    try {
      return await this.parts.relay.call(request, context);
    } finally {
      this.#waiting--;
    }
  }

  notify(message: ExtensionMessage, sender: ExtensionNotifier): Promise<void> {
    return this.parts.relay.notify(message, sender);
  }

  async close(graceMs: number): Promise<void> {
    const left = countDown(graceMs);
    await this.parts.relay.close(graceMs);
    await this.parts.upstream.close(left());
  }
}

/** Finds a refusal of the credentials in the causes of a relay's error. */
function refusalIn(error: unknown): ConnectionError | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof ConnectionError && cause.failure === 'unauthorized' ? cause : undefined;
}
