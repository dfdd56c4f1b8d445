/**
 * Serves the era with a handshake without state between requests: each POST is a separate conversation, as if the handshake had
 * negotiated the revision in the version header.
 *
 * Spec: 2025-11-25 basic/transports#protocol-version-header
 */
import type { Engine, Fault, Outlet } from '@sigil/core/engine';
import {
  assumedHttpRevision,
  findRevision,
  type BatchIncoming,
  type LegacyIncoming,
  type RunningList,
} from '@sigil/core/internal';
import type { Clock } from '../clock.js';
import type { StreamLimits } from '../answers/event-stream.js';
import type { DenyScopes } from '../requests/authentication.js';
import type { HttpExchange } from '../requests/http-exchange.js';
import { isInitialize, methodNotAllowed, unknownVersion, type LegacyHandler } from '../requests/legacy-handler.js';
import { legacyStatus } from '../answers/http-status.js';
import { refuse } from '../requests/refusal.js';
import { awaitAnswer } from '../answers/await-answer.js';
import { ResponseOutlet, type AnswerRules } from '../answers/response-outlet.js';
import type { Work } from '../requests/work.js';

/** The parts that the endpoint shares with this handler. */
export interface StatelessParts {
  readonly engine: Engine;
  readonly limits: StreamLimits;
  readonly clock: Clock;
  readonly works: RunningList<Work>;
  readonly denyScopes: DenyScopes | undefined;
  readonly onFault: (fault: Fault) => void;
}

/** Drops messages that belong to no request, since the peer keeps no stream open. */
const nowhere: Outlet = { isReachable: false, send: () => undefined };

/** The legacy half of a stateless endpoint. */
export class StatelessHandler implements LegacyHandler {
  readonly sessionCount = 0;
  readonly allow = 'POST';

  readonly #answers: AnswerRules;

  constructor(private readonly parts: StatelessParts) {
    const { limits, clock, denyScopes } = parts;
    this.#answers = { statusOf: legacyStatus, limits, clock, denyScopes };
  }

  async receive(incoming: LegacyIncoming | BatchIncoming, exchange: HttpExchange): Promise<void> {
    const { response, headers, principal } = exchange;
    const revision = findRevision(headers.protocolVersion ?? assumedHttpRevision.date);
    const isHandshake = isInitialize(incoming);
    if (!isHandshake && revision?.era !== 'legacy') return refuse(response, unknownVersion);
    const outlet = new ResponseOutlet(exchange, this.#answers);
    const { engine, works, onFault } = this.parts;
    const session = engine.openSession(nowhere, isHandshake ? undefined : revision?.date, principal);
    const done = session.receive(incoming, outlet);
    await awaitAnswer(outlet, { done, cancel: (why) => session.close(why) }, works, onFault);
    session.close();
  }

  async serveOther({ response }: HttpExchange): Promise<void> {
    refuse(response, methodNotAllowed(this.allow));
  }

  endStreams(): void {
    // There are no streams: GET is not served.
  }

  close(): void {
    // There is no state between requests.
  }
}
