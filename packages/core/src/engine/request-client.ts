/**
 * The client of a single request that describes its own sender: a modern request, a native stream, or a task that is begun again
 * by another process than the one that its client asked.
 *
 * Spec: 2026-07-28 basic/index#_meta, basic/patterns/mrtr
 */
import type { Asker } from '../asking/asker.js';
import { RoundTrips } from '../asking/round-trips.js';
import { SilentAsker } from '../asking/silent-asker.js';
import type { Client as ClientAccount } from '../callers/clients.js';
import type { AskingCall, MirroredArgument } from '../calls/client.js';
import { showsViews } from '../model/views.js';
import type { EventSequence } from '../calls/event-sequence.js';
import type { RateLimit } from '../calls/rate-limit.js';
import { Rounds } from '../calls/rounds.js';
import type { ServerFacts } from '../calls/server-facts.js';
import type { LogLevel } from '../model/asking.js';
import type { JsonObject } from '../model/json.js';
import { principalKey, type Principal } from '../model/principal.js';
import type { PeerRequest } from '../json-rpc/messages.js';
import type { CallerTasks, OpenTask, TaskPeer } from '../tasks/caller-tasks.js';
import type { TaskClient, TaskOwnerCall } from '../tasks/operation-call.js';
import { TaskInputs } from '../tasks/task-inputs.js';
import type { Task } from '../tasks/task.js';
import type { Revision } from '../revisions/revision.js';
import type { HeaderClaims, ModernIncoming } from './incoming-message.js';
import { decodeMirrored } from './read-incoming.js';

/** The sender of a request, as the request describes it. */
export interface Sender {
  readonly server: ServerFacts;
  readonly capabilities: JsonObject;
  /** The lowest level of log messages that it wants; default: none. */
  readonly logLevel?: LogLevel | undefined;
  /** The headers of its request; absent if they mirror nothing. */
  readonly mirror?: HeaderClaims | undefined;
  /** Present if the request may be answered with questions. */
  readonly rounds?: Rounds | undefined;
  /** Present for the reader of a native stream. */
  readonly events?: EventSequence | undefined;
  /** The task whose call is begun again; absent for a call that may become a new one. */
  readonly taken?: Task | undefined;
}

export class RequestClient implements TaskClient {
  readonly #sender: Sender;
  readonly #rate: RateLimit | undefined;
  readonly #account: ClientAccount | undefined;

  /**
   * @param rate counts its calls; absent for a call that was counted before
   * @param account counts what it uses, if it is known
   */
  constructor(sender: Sender, rate?: RateLimit, account?: ClientAccount) {
    this.#sender = sender;
    this.#rate = rate;
    this.#account = account;
  }

  /** No session outlives the request. */
  get session(): undefined {
    return undefined;
  }

  /** A task that is begun again was called by a client that could call its tool. */
  get showsViews(): boolean {
    const { capabilities, taken } = this.#sender;
    return taken !== undefined || showsViews(capabilities);
  }

  get logThreshold(): LogLevel | undefined {
    return this.#sender.logLevel;
  }

  get mirroredArgument(): MirroredArgument | undefined {
    const { mirror } = this.#sender;
    return mirror && ((headerName) => readMirrored(mirror.parameter(headerName)));
  }

  get rounds(): Rounds | undefined {
    return this.#sender.rounds;
  }

  get events(): EventSequence | undefined {
    return this.#sender.events;
  }

  rateOf(): RateLimit | undefined {
    return this.#rate;
  }

  tasksOf({ revision, principal }: TaskOwnerCall): CallerTasks {
    const { taken } = this.#sender;
    return {
      owner: taken?.owner ?? principalKey(principal),
      client: this.#account,
      openPeer: (task) => openTaskPeer(task, revision),
      ...(taken ? { taken } : {}),
    };
  }

  openAsker(call: AskingCall): Asker {
    const { server, capabilities, rounds } = this.#sender;
    if (!rounds) return new SilentAsker(capabilities);
    return new RoundTrips({
      revision: call.revision,
      capabilities,
      clock: server.clock,
      sealer: server.stateSealer(),
      binding: rounds.binding,
      state: rounds.state,
      callKey: rounds.holder?.key,
      build: call.component?.build,
      maxRewordedQuestions: server.limits.maxRewordedQuestions,
      stop: (reason) => call.abort(reason),
    });
  }
}

/** The methods that may be answered with questions. */
const askingMethods: ReadonlySet<string> = new Set(['tools/call', 'prompts/get', 'resources/read']);

/** Reads the sender of a modern request from its envelope and its headers. */
export function readSender(
  { envelope, mirror }: Pick<ModernIncoming, 'envelope' | 'mirror'>,
  request: PeerRequest,
  server: ServerFacts,
  principal: Principal,
): Pick<Sender, 'server' | 'capabilities' | 'logLevel' | 'mirror' | 'rounds'> {
  const { clientCapabilities, logLevel } = envelope;
  if (!askingMethods.has(request.method))
    return { server, capabilities: withoutQuestions(clientCapabilities), logLevel, mirror };
  const { elicitation, sampling, roots } = clientCapabilities;
  const mayAsk = (elicitation ?? sampling ?? roots) !== undefined;
  const rounds = new Rounds(request, server, principal, mayAsk);
  return { server, capabilities: clientCapabilities, logLevel, mirror, rounds };
}

/** Strips the questions' capabilities, for methods that may not be answered with questions. */
function withoutQuestions({ elicitation: _e, sampling: _s, roots: _r, ...others }: JsonObject): JsonObject {
  return others;
}

/**
 * A modern task never asks on its own: its client polls, or listens. A task of an older client was asked in a session, which a call
 * that is begun again no longer has.
 */
function openTaskPeer(task: OpenTask, revision: Revision): TaskPeer {
  return {
    notify: async () => undefined,
    openAsker: (before) => (revision.tasks.by === 'server' ? new TaskInputs(task, before, revision) : before),
  };
}

/** Characters that a header value can hold; any other text is wrapped. */
const headerText = /^[\t\x20-\x7e]*$/;

function readMirrored(value: string | undefined): string | null | undefined {
  if (value === undefined) return undefined;
  return headerText.test(value) ? (decodeMirrored(value) ?? null) : null;
}
