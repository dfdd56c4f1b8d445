/**
 * The sessions at a legacy upstream server: chooses the one in which a call is sent, opens it with the first call, and closes it when it
 * has been idle.
 *
 * An upstream of the modern era has no sessions; the pool then returns the client of the upstream itself.
 */
import type { JsonObject } from '@sigil/core';
import { canonicalJson } from '@sigil/core/building';
import type { CallSession } from '@sigil/core/catalog';
import { everyCapability, isEmpty, type ReconnectingClient } from '@sigil/client/internal';
import { coversExtensions, coversQuestions } from './askable-capabilities.js';
import { ClientPool } from './client-pool.js';
import { IdleSessions } from './idle-sessions.js';

/** The sharing of sessions at a legacy upstream, and the limits of sessions that belong to one client. */
export interface SessionLimits {
  readonly sessions: 'shared' | 'perClient';
  readonly maxClientSessions: number;
  readonly clientSessionIdleMs: number;
}

/** The key of the session of all clients that cannot be asked anything. */
const clientsWithoutQuestions = Symbol('clients without questions');

export class SessionPool {
  /**
   * The sessions by their keys: a client's session with us, a session lent to a parked call, the capabilities of shared sessions as text,
   * or `clientsWithoutQuestions`.
   */
  readonly #sessions: ClientPool<object | string | symbol, ReconnectingClient>;
  readonly #idle: IdleSessions;
  readonly #isPerClient: boolean;

  constructor(
    private readonly upstream: ReconnectingClient,
    { sessions, maxClientSessions, clientSessionIdleMs }: SessionLimits,
  ) {
    this.#isPerClient = sessions === 'perClient';
    this.#idle = new IdleSessions(clientSessionIdleMs);
    this.#sessions = new ClientPool({
      most: maxClientSessions,
      idleMs: clientSessionIdleMs,
      limit: 'maxClientSessions',
    });
  }

  /**
   * Clients without a session of ours share one at the upstream, except for calls that may be parked. Clients that cannot be asked anything
   * share a separate one where a single connection, which declares every capability, would serve all calls.
   *
   * @param session the client's session with us, or the one lent to a parked call
   * @throws ToolError when too many sessions are in use
   */
  clientFor(session: CallSession | object | undefined, capabilities: JsonObject): ReconnectingClient {
    const { upstream } = this;
    if (upstream.facts?.era !== 'legacy') return upstream;
    if (!this.#isPerClient) return this.#sharedFor(capabilities);
    if (session !== undefined) return this.#sessions.of(session, () => upstream.forClient(capabilities));
    if (!isEmpty(capabilities) || !upstream.isOneConnection) return upstream;
    return this.#sessions.of(clientsWithoutQuestions, () => upstream.withoutQuestions());
  }

  /** Lends a session that no other call uses meanwhile. @returns its key; the caller gives it back */
  lend(capabilities: JsonObject): object {
    return this.#idle.take(capabilities);
  }

  giveBack(capabilities: JsonObject, session: object): void {
    this.#idle.give(capabilities, session);
  }

  /** @param graceMs time that calls in flight may take to finish */
  async close(graceMs: number): Promise<void> {
    await this.#sessions.close(graceMs);
  }

  /** A client of the newest revision declares its capabilities with each request, so a later one may declare more than the first. */
  #sharedFor(capabilities: JsonObject): ReconnectingClient {
    const { clientCapabilities: known, isOneConnection } = this.upstream;
    // A connection that clients share declares only the extension for views, since they differ in the others.
    if (!known && (!isOneConnection || coversExtensions(everyCapability, capabilities))) return this.upstream;
    if (known && coversQuestions(known, capabilities) && coversExtensions(known, capabilities)) return this.upstream;
    return this.#sessions.of(canonicalJson(capabilities), () => this.upstream.forClient(capabilities));
  }
}
