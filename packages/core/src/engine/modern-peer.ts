/**
 * What a modern request says of its sender, for the call it becomes; nothing of it outlives the request.
 *
 * Spec: 2026-07-28 basic/index#_meta, basic/patterns/mrtr
 */
import type { Asker } from '../asking/asker.js';
import { firstRound, isLaterRound, readRoundState, RoundTrips } from '../asking/round-trips.js';
import type { StateBinding } from '../asking/seal-state.js';
import type { JsonObject } from '../model/json.js';
import type { PeerRequest } from '../json-rpc/read-message.js';
import type { CallContext } from '../operations/call-context.js';
import type { ServerFacts } from '../operations/operation.js';
import type { RateLimit } from '../operations/rate-limit.js';
import type { CallerTasks } from '../operations/tasks/caller-tasks.js';
import type { TaskDesk } from '../operations/tasks/task-desk.js';
import { TaskInputs } from '../operations/tasks/task-inputs.js';
import type { Revision } from '../revisions/revision.js';
import { decodeMirrored } from './decode-mirrored.js';
import type { Envelope, Mirror } from './incoming.js';
import type { RequestPeer } from './run-request.js';

/** The requests that may be answered with questions. */
const askingMethods: ReadonlySet<string> = new Set(['tools/call', 'prompts/get', 'resources/read']);

/** A modern request, and what its envelope says of whoever sent it. */
export interface ModernSender {
  readonly request: PeerRequest;
  readonly revision: Revision;
  readonly envelope: Envelope;
  readonly server: ServerFacts;
  readonly mirror?: Mirror | undefined;
  readonly rate: RateLimit;
}

export function modernPeer({ request, revision, envelope, server, mirror, rate }: ModernSender): RequestPeer {
  const { method, params } = request;
  // Nobody is authenticated yet, so all callers are one principal; the arguments are bound all the same.
  const principal = '';
  const binding: StateBinding = { server: server.info.name, principal, method, params };
  const canAsk = askingMethods.has(method);
  let state = firstRound;
  return {
    rate,
    ...(server.tasks ? { tasks: modernTasks(server.tasks, revision, principal) } : {}),
    ...(mirror ? { mirroredArgument: (headerName) => readMirrored(mirror.parameter(headerName)) } : {}),
    logThreshold: () => envelope.logLevel,
    prepare() {
      if (!canAsk || !isLaterRound(params)) return undefined;
      return readRoundState(params, server.stateSealer(), binding).then((read) => void (state = read));
    },
    openAsker: (context: CallContext): Asker =>
      new RoundTrips({
        revision,
        capabilities: canAsk ? envelope.clientCapabilities : withoutQuestions(envelope.clientCapabilities),
        sealer: server.stateSealer(),
        binding,
        state,
        stop: (reason) => context.abort(reason),
      }),
  };
}

/** A modern task says nothing by itself: its client asks for it, or listens. */
function modernTasks(desk: TaskDesk, revision: Revision, owner: string): CallerTasks {
  return {
    desk,
    owner,
    openPeer: (task) => ({
      notify: async () => undefined,
      openAsker: (before) => new TaskInputs(task, before, revision),
    }),
  };
}

/** For methods that may not be answered with questions. */
function withoutQuestions({ elicitation: _e, sampling: _s, roots: _r, ...others }: JsonObject): JsonObject {
  return others;
}

/** Characters that a header value can hold; all others come wrapped. */
const headerText = /^[\t\x20-\x7e]*$/;

function readMirrored(value: string | undefined): string | null | undefined {
  if (value === undefined) return undefined;
  return headerText.test(value) ? (decodeMirrored(value) ?? null) : null;
}
