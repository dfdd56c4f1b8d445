/**
 * Relays calls to an upstream server with one account's credentials, and the upstream's questions back to the client, in any combination of
 * eras.
 */
import type { Context, JsonObject } from '@sigil/core';
import type { ExtensionMessage, ExtensionNotifier } from '@sigil/core/catalog';
import { countDown, type ExchangeResult, type ReconnectingClient } from '@sigil/client/internal';
import { RunningList, systemClock } from '@sigil/core/internal';
import { describeToCaller } from '../trouble/describe-failure.js';
import { callAndAnswer } from './call-and-answer.js';
import { callAndPark } from './call-and-park.js';
import { callInRounds } from './call-in-rounds.js';
import { ParkedCalls } from './parked-calls.js';
import { refuseLacking } from './read-capability-error.js';
import type { RelayLimits, RelayOptions, RelayParts } from './relay-parts.js';
import type { Relay, UpstreamRequest } from './relay.js';
import { RelayedCall } from './relayed-call.js';
import { SessionPool } from './session-pool.js';

/** The notifications that are sent at a time; more are dropped. */
const mostNotifications = 64;

export class SharedAccountRelay implements Relay {
  readonly #parts: RelayParts;
  #notifying = 0;

  constructor(options: RelayOptions, upstream: ReconnectingClient, limits: RelayLimits) {
    this.#parts = {
      ...options,
      upstream,
      sessions: new SessionPool(upstream, limits),
      parked: new ParkedCalls(limits),
      running: new RunningList(),
    };
  }

  async call(request: UpstreamRequest, context: Context): Promise<ExchangeResult> {
    const { name, upstream, running, secrets, onEnded } = this.#parts;
    const call = new RelayedCall(request, context, this.#parts);
    const entry = call.questionsEndCall ? undefined : running.add(request);
    try {
      if (!upstream.isOpen) await upstream.reach(call.signal);
      const result = await (upstream.facts?.era === 'modern' ? callInRounds(call) : callLegacy(call));
      onEnded?.();
      return secrets.fromResult(result);
    } catch (error) {
      onEnded?.(error);
      throw secrets.fromError(describeToCaller(error, name));
    } finally {
      if (entry) running.remove(entry);
    }
  }

  async notify({ method, params }: ExtensionMessage, { extensions, session }: ExtensionNotifier): Promise<void> {
    const { running, sessions, offersExtension } = this.#parts;
    const offered = Object.entries(extensions).filter(([id]) => offersExtension(id));
    if (offered.length === 0 || this.#notifying >= mostNotifications) return;
    const capabilities: JsonObject = { extensions: Object.fromEntries(offered) };
    this.#notifying++;
    try {
      const client = sessions.clientFor(session, capabilities);
      await running.during({ method, params, mayRepeat: false }, client.notify({ method, params, capabilities }));
    } catch {
      // A notification has no answer; calls report an upstream that cannot be reached.
    } finally {
      this.#notifying--;
    }
  }

  async close(graceMs: number): Promise<void> {
    const { parked, running, sessions } = this.#parts;
    const left = countDown(graceMs);
    parked.close();
    await running.untilEmpty(graceMs, systemClock);
    await sessions.close(left());
  }
}

async function callLegacy(call: RelayedCall): Promise<ExchangeResult> {
  const { request, client } = call;
  if (!client?.questionsEndCall) return callAndAnswer(call);
  // A task asks its own questions. A call that may still become a task can ask before it does.
  const isTask = request.task !== undefined && call.canBeTask;
  const canAskFirst = !isTask || (request.task === 'optional' && client.task === 'possible');
  const isParked = canAskFirst && call.canBeAsked;
  return refuseLacking(await (isParked ? callAndPark(call) : callAndAnswer(call)), call.context);
}
