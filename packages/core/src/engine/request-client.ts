/**
 * The client of one modern request, as its envelope describes it to the call; no part of it outlives the request.
 *
 * Spec: 2026-07-28 basic/index#_meta, basic/patterns/mrtr
 */
import type { Asker } from '../asking/asker.js';
import { firstRound, readRoundState } from '../asking/round-state.js';
import { RoundTrips } from '../asking/round-trips.js';
import type { StateBinding } from '../asking/seal-state.js';
import { refuseStepsOfOtherBuilds } from '../asking/step-memory.js';
import type { Client } from '../callers/clients.js';
import type { LogLevel } from '../model/asking.js';
import type { JsonObject } from '../model/json.js';
import { principalKey, type Principal } from '../model/principal.js';
import type { PeerRequest } from '../json-rpc/messages.js';
import type { CallContext } from '../calls/call-context.js';
import type { MirroredArgument } from '../calls/call.js';
import { RoundsHolder, type ParkedCall } from '../calls/parked-calls.js';
import type { OperationServer } from '../tasks/operation-call.js';
import type { RateLimit, RateLimits } from '../calls/rate-limit.js';
import type { CallerTasks } from '../tasks/caller-tasks.js';
import type { TaskRegistry, TaskMaker } from '../tasks/task-registry.js';
import { TaskInputs } from '../tasks/task-inputs.js';
import type { Revision } from '../revisions/revision.js';
import type { Envelope, HeaderClaims } from './incoming.js';
import type { OpenSubscriptions } from './open-subscriptions.js';
import type { Outlet } from './outlet.js';
import type { CallingClient } from './calling-client.js';
import { Subscription } from './subscription.js';
import { decodeMirrored } from './read-incoming.js';
import { isLaterRound } from './served-call.js';

/** The methods that may be answered with questions. */
const askingMethods: ReadonlySet<string> = new Set(['tools/call', 'prompts/get', 'resources/read']);

/** A modern request, and the envelope that describes its sender. */
export interface ModernSender {
  readonly request: PeerRequest;
  readonly revision: Revision;
  readonly envelope: Envelope;
  readonly server: OperationServer;
  readonly mirror?: HeaderClaims | undefined;
  readonly rates: RateLimits;
  readonly subscriptions: OpenSubscriptions;
  /** The client that the request's connection belongs to, if known. */
  readonly client: Client | undefined;
  /** The authenticated caller of the request. */
  readonly principal: Principal;
}

/** Creates per-sender state lazily: most calls ask nothing and become no task. */
export class RequestClient implements CallingClient {
  readonly #sender: ModernSender;
  #state = firstRound;
  #holder: RoundsHolder | undefined;
  /** The subscription that a request to listen became. */
  subscription: Subscription | undefined = undefined;

  constructor(sender: ModernSender) {
    this.#sender = sender;
  }

  get principal(): Principal {
    return this.#sender.principal;
  }

  /** Modern requests have no session. */
  get session(): undefined {
    return undefined;
  }

  get rate(): RateLimit {
    const { rates, client, principal } = this.#sender;
    return rates.of(client?.key ?? principalKey(principal));
  }

  get tasks(): CallerTasks | undefined {
    const { server, revision, client, principal } = this.#sender;
    return server.tasks && modernTasks(server.tasks, revision, { owner: principalKey(principal), client });
  }

  get mirroredArgument(): MirroredArgument | undefined {
    const { mirror } = this.#sender;
    return mirror && ((headerName) => readMirrored(mirror.parameter(headerName)));
  }

  logThreshold(): LogLevel | undefined {
    return this.#sender.envelope.logLevel;
  }

  prepare(): Promise<void> | undefined {
    const { request, server } = this.#sender;
    if (!this.#canAsk || !isLaterRound(request.params)) return undefined;
    return readRoundState(request.params, server.stateSealer(), this.#binding).then(
      (read) => void (this.#state = read),
    );
  }

  roundsHolder(context: CallContext): RoundsHolder | undefined {
    if (!this.#canAsk || !this.#sender.server.parkedCalls || !mayAnswer(this.#sender.envelope)) return undefined;
    return (this.#holder ??= new RoundsHolder((why) => context.revoke(why)));
  }

  takeParked(): ParkedCall | undefined {
    const { callKey } = this.#state;
    const call = callKey === undefined ? undefined : this.#sender.server.parkedCalls?.take(callKey);
    this.#holder = call?.holder;
    return call;
  }

  refuseOtherBuild(build: string | undefined): void {
    if (this.#state !== firstRound) refuseStepsOfOtherBuilds(this.#state.steps, build);
  }

  openAsker(context: CallContext): Asker {
    const { revision, envelope, server } = this.#sender;
    return new RoundTrips({
      revision,
      capabilities: this.#canAsk ? envelope.clientCapabilities : withoutQuestions(envelope.clientCapabilities),
      clock: server.clock,
      sealer: server.stateSealer(),
      binding: this.#binding,
      state: this.#state,
      callKey: this.roundsHolder(context)?.key,
      build: context.component?.build,
      maxRewordedQuestions: server.limits.maxRewordedQuestions,
      stop: (reason) => context.abort(reason),
    });
  }

  listen(outlet: Outlet): Subscription {
    const { request, revision, principal, subscriptions } = this.#sender;
    this.subscription = new Subscription({ id: request.id, revision, outlet, principal, open: subscriptions });
    return this.subscription;
  }

  get #canAsk(): boolean {
    return askingMethods.has(this.#sender.request.method);
  }

  get #binding(): StateBinding {
    const { request, server, principal } = this.#sender;
    return {
      server: server.info.name,
      principal: principalKey(principal),
      method: request.method,
      params: request.params,
    };
  }
}

/** A modern task never asks on its own: its client polls, or listens. */
function modernTasks(registry: TaskRegistry, revision: Revision, { owner, client }: TaskMaker): CallerTasks {
  return {
    registry,
    owner,
    client,
    openPeer: (task) => ({
      notify: async () => undefined,
      openAsker: (before) => new TaskInputs(task, before, revision),
    }),
  };
}

/** Returns whether a client can be asked anything. */
function mayAnswer({ clientCapabilities: { elicitation, sampling, roots } }: Envelope): boolean {
  return (elicitation ?? sampling ?? roots) !== undefined;
}

/** Strips the questions' capabilities, for methods that may not be answered with questions. */
function withoutQuestions({ elicitation: _e, sampling: _s, roots: _r, ...others }: JsonObject): JsonObject {
  return others;
}

/** Characters that a header value can hold; any other text is wrapped. */
const headerText = /^[\t\x20-\x7e]*$/;

function readMirrored(value: string | undefined): string | null | undefined {
  if (value === undefined) return undefined;
  return headerText.test(value) ? (decodeMirrored(value) ?? null) : null;
}
