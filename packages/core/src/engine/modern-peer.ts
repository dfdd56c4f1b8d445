/**
 * What a modern request says of its sender, for the call it becomes; nothing of it outlives the request.
 *
 * Spec: 2026-07-28 basic/index#_meta, basic/patterns/mrtr
 */
import type { Asker } from '../asking/asker.js';
import { firstRound, isLaterRound, readRoundState, RoundTrips } from '../asking/round-trips.js';
import type { StateBinding } from '../asking/seal-state.js';
import type { PeerRequest } from '../json-rpc/read-message.js';
import type { CallContext } from '../operations/call-context.js';
import type { ServerFacts } from '../operations/operation.js';
import type { Revision } from '../revisions/revision.js';
import type { Envelope } from './incoming.js';
import type { RequestPeer } from './run-request.js';

/** The requests that may be answered with questions. */
const askingMethods: ReadonlySet<string> = new Set(['tools/call', 'prompts/get', 'resources/read']);

export interface ModernSender {
  readonly request: PeerRequest;
  readonly revision: Revision;
  readonly envelope: Envelope;
  readonly server: ServerFacts;
}

export function modernPeer({ request, revision, envelope, server }: ModernSender): RequestPeer {
  const { method, params } = request;
  // Nobody is authenticated yet, so all callers are one principal; the arguments are bound all the same.
  const binding: StateBinding = { principal: '', method, params };
  const canAsk = askingMethods.has(method);
  let state = firstRound;
  return {
    logThreshold: () => envelope.logLevel,
    async prepare() {
      if (canAsk && isLaterRound(params)) state = await readRoundState(params, server.stateSealer(), binding);
    },
    openAsker: (context: CallContext): Asker =>
      new RoundTrips({
        revision,
        capabilities: canAsk ? envelope.clientCapabilities : {},
        sealer: server.stateSealer(),
        binding,
        state,
        stop: (reason) => context.abort(reason),
      }),
  };
}
