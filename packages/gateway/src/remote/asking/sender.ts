/**
 * Sends the requests of a call to its upstream server in the right session, and reports how long the answers took.
 */
import type { JsonObject } from '@sigil/core';
import { canonicalJson } from '@sigil/core/building';
import { type Exchange, type ExchangeResult, isEmpty, type ReconnectingClient } from '@sigil/client/internal';
import { ClientPool } from './client-pool.js';
import { coversQuestions } from './askable-capabilities.js';
import type { RelayedCall } from './call-relay.js';
import { tellWhenOver, type PassingOn } from './passed-on.js';
import type { Passing } from './passing.js';

/** A request of a call: the call itself, or one about its task. */
export type SentRequest = Omit<RelayedCall, 'task'> & Pick<Exchange, 'taskId'>;

/** The members of an exchange that the call's code decides, and the object that stands for the upstream session to send it in. */
export interface SentWith extends Pick<
  Exchange,
  'capabilities' | 'signal' | 'onReleased' | 'onNotification' | 'onQuestion'
> {
  readonly session?: object;
}

/** Whether clients share sessions at a legacy upstream, and the limits of sessions that belong to one client. */
export interface SessionLimits {
  readonly sessions: 'shared' | 'perClient';
  readonly maxClientSessions: number;
  readonly clientSessionIdleMs: number;
}

export class Sender {
  /** The sessions at a legacy upstream, keyed by the object that stands for the client's session with us, or by what can be asked. */
  readonly #clients: ClientPool<object | string, ReconnectingClient>;
  readonly #isPerClient: boolean;

  constructor(
    private readonly options: PassingOn,
    private readonly upstream: ReconnectingClient,
    { sessions, maxClientSessions, clientSessionIdleMs }: SessionLimits,
  ) {
    this.#isPerClient = sessions === 'perClient';
    this.#clients = new ClientPool({
      most: maxClientSessions,
      idleMs: clientSessionIdleMs,
      limit: 'maxClientSessions',
    });
  }

  send(passing: Passing, request: SentRequest, sent: SentWith): PromiseLike<ExchangeResult> {
    const { context, carrier } = passing;
    if (!carrier?.trace) return this.#sendWith(context.meta, passing, { request, sent });
    const { method } = request;
    const attributes = { 'mcp.method.name': method, 'sigil.upstream': this.options.name };
    return context.span(
      spanName(request),
      async (trace) => this.#sendWith({ ...context.meta, ...trace }, passing, { request, sent }),
      { kind: 'client', attributes },
    );
  }

  async close(graceMs: number): Promise<void> {
    await this.#clients.close(graceMs);
  }

  #sendWith(
    meta: JsonObject,
    passing: Passing,
    { request, sent }: { readonly request: SentRequest; readonly sent: SentWith },
  ): Promise<ExchangeResult> {
    const { method, params, name, mirrored, taskId, mayRepeat } = request;
    const { capabilities, signal, onReleased, onNotification, onQuestion } = sent;
    const exchange: Exchange = {
      method,
      params,
      name,
      mirrored,
      taskId,
      meta,
      wantsProgress: meta['progressToken'] !== undefined || passing.carrier?.delivery.asEvents === true,
      logLevel: passing.client?.logThreshold,
      capabilities,
      clientSession: passing.client?.session,
      signal,
      onReleased,
      onNotification,
      onQuestion,
    };
    const answer = this.#upstreamOf(passing, sent.session).exchange(exchange, mayRepeat);
    return tellWhenOver(answer, method, this.options);
  }

  /**
   * Clients without a session of ours share one at the upstream, except for calls that may be parked. Clients that cannot be asked anything
   * share a separate one where a single connection, which declares every capability, would serve all calls.
   */
  #upstreamOf({ client, capabilities }: Passing, lent: object | undefined): ReconnectingClient {
    if (this.upstream.facts?.era !== 'legacy') return this.upstream;
    if (!this.#isPerClient) return this.#sharedFor(capabilities);
    const session = client?.session ?? lent;
    if (session !== undefined) return this.#clients.of(session, () => this.upstream.forClient(capabilities));
    if (!isEmpty(capabilities) || !this.upstream.isOneConnection) return this.upstream;
    return this.#clients.of(nobody, () => this.upstream.withoutQuestions());
  }

  /** A client of the newest revision declares its capabilities with each request, so a later one may declare more than the first. */
  #sharedFor(capabilities: JsonObject): ReconnectingClient {
    const { clientCapabilities: known } = this.upstream;
    if (!known || coversQuestions(known, capabilities)) return this.upstream;
    return this.#clients.of(canonicalJson(capabilities), () => this.upstream.forClient(capabilities));
  }
}

/** Stands for the session of all clients that cannot be asked anything. */
const nobody: object = Object.freeze({});

/** Leaves out URIs of resources: span names must have few distinct values. */
function spanName({ method, name }: SentRequest): string {
  return name !== undefined && (method === 'tools/call' || method === 'prompts/get') ? `${method} ${name}` : method;
}
