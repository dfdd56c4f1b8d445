/**
 * Passes each call on with the credentials of its caller, over a separate way to the upstream for each caller.
 *
 * Callers share no connections, no sessions and no parked calls.
 */
import type { Context } from '@sigil/core';
import type { Principal } from '@sigil/core/engine';
import type { CallRelay, RelayedCall } from './call-relay.js';
import type { Relay } from './relay.js';
import type { ExchangeResult } from '../conversation/exchange.js';
import { countDown } from '../conversation/in-flight.js';
import { KeptWays, type Way } from '../conversation/kept-ways.js';
import type { Upstream } from '../conversation/upstream.js';
import type { Authorization } from '../credentials/authorization.js';
import type { CallerCredentials } from '../credentials/caller-credentials.js';
import { UpstreamError } from '../trouble/upstream-error.js';

/** The number of callers with a way of their own, and the time that an idle way is kept. */
export interface CallerLimits {
  readonly maxCallers: number;
  readonly callerIdleMs: number;
}

/** Opens the way of one caller. */
export type OpenCaller = (authorization: Authorization) => { readonly upstream: Upstream; readonly relay: Relay };

export class CallerRelays implements CallRelay {
  readonly #ways: KeptWays<string, CallerWay>;

  constructor(
    private readonly credentials: CallerCredentials,
    { maxCallers, callerIdleMs }: CallerLimits,
    private readonly open: OpenCaller,
  ) {
    this.#ways = new KeptWays({ most: maxCallers, idleMs: callerIdleMs, limit: 'maxCallers' });
  }

  async pass(call: RelayedCall, context: Context): Promise<ExchangeResult> {
    const { principal } = context;
    const way = this.#wayOf(principal);
    await this.credentials.prepare(context, way.authorization);
    try {
      return await way.pass(call, context);
    } catch (error) {
      // A refused call has not run.
      const refused = refusalIn(error);
      const refusal = refused && { authorization: way.authorization, error: refused };
      if (!refusal || !(await this.credentials.renew(context, refusal))) throw error;
    }
    await this.credentials.prepare(context, way.authorization);
    return way.pass(call, context);
  }

  close(graceMs: number): Promise<void> {
    return this.#ways.close(graceMs);
  }

  #wayOf(principal: Principal): CallerWay {
    return this.#ways.of(this.credentials.keyOf(principal), () => {
      const authorization = this.credentials.open(principal);
      return new CallerWay(authorization, this.open(authorization));
    });
  }
}

class CallerWay implements Way {
  #waiting = 0;

  constructor(
    readonly authorization: Authorization,
    private readonly parts: ReturnType<OpenCaller>,
  ) {}

  get inFlight(): number {
    return this.#waiting;
  }

  async pass(call: RelayedCall, context: Context): Promise<ExchangeResult> {
    this.#waiting++;
    try {
      return await this.parts.relay.pass(call, context);
    } finally {
      this.#waiting--;
    }
  }

  async close(graceMs: number): Promise<void> {
    const left = countDown(graceMs);
    await this.parts.relay.close(graceMs);
    await this.parts.upstream.close(left());
  }
}

/** Finds a refusal of the credentials behind the error that a relay throws. */
function refusalIn(error: unknown): UpstreamError | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof UpstreamError && cause.failure === 'unauthorized' ? cause : undefined;
}
