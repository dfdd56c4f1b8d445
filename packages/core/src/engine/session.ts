/**
 * Our side of one legacy conversation: the handshake's state machine, calls in flight, and change notifications.
 *
 * Spec: 2025-11-25 basic/lifecycle, basic/utilities/cancellation
 */
import { Listeners } from '../catalog/listeners.js';
import type { CallSession } from '../catalog/stream-carrier.js';
import { McpError } from '../errors/mcp-error.js';
import { writeResponse, type PeerNotification, type PeerRequest, type RequestId } from '../json-rpc/messages.js';
import type { LogLevel } from '../model/asking.js';
import { showsViews } from '../model/views.js';
import type { Implementation } from '../model/definitions.js';
import { principalKey, type Principal } from '../model/principal.js';
import type { JsonObject, JsonValue } from '../model/json.js';
import { cutText } from '../model/cut-text.js';
import { CallCancelled, chooseAbortReason } from '../calls/abort-reasons.js';
import { Call } from '../calls/call.js';
import type { AskingCall } from '../calls/client.js';
import { readImplementation } from '../calls/discovery-client.js';
import { initialize } from '../operations/initialize.js';
import type { Operation } from '../operations/operation.js';
import type { OperationCall, OperationServer, TaskClient, TaskOwnerCall } from '../tasks/operation-call.js';
import type { CallerTasks } from '../tasks/caller-tasks.js';
import { RateLimit, type RateLimits } from '../calls/rate-limit.js';
import { latestLegacyRevision, negotiateRevision } from '../revisions/choose-revision.js';
import type { Revision } from '../revisions/revision.js';
import { receiveBatch } from './receive-batch.js';
import type { BegunSession, Session, SharedSession } from './engine.js';
import { writeError } from './write-error.js';
import type { BatchIncoming, LegacyIncoming } from './incoming-message.js';
import type { OpenSession, OpenSessions } from './open-sessions.js';
import type { Outlet } from '../calls/outlet.js';
import { PeerRequests } from './peer-requests.js';
import { answerCall } from './run-request.js';
import type { RunningCalls } from './running-calls.js';
import type { OpenSubscriptions } from './open-subscriptions.js';
import { receiveNotification } from './receive-notification.js';
import { SessionAsker } from './session-asker.js';
import { SessionTasks } from './session-tasks.js';
import { defaultLogThreshold, SessionPreferences } from './session-preferences.js';
import type { StreamedComponent } from '../stores/event-store.js';
import { describeStreamed, refuseReader } from './stream-access.js';
import type { SessionWish, SessionWishes } from '../stores/session-store.js';

type State = 'new' | 'negotiated' | 'operating' | 'closed';

interface SessionOptions {
  /** The outlet for messages that belong to no request. */
  readonly standing: Outlet;
  /** Starts after the handshake, in that revision or with the session's shared state. */
  readonly negotiated: string | SharedSession | undefined;
  /** The rate limits of the engine's clients, each of which may have several sessions. */
  readonly rates: RateLimits;
  /** The caller that the session was opened for. */
  readonly principal: Principal;
  /** The set that holds the session until it is closed. */
  readonly open: OpenSessions;
  /** The running calls of the engine. */
  readonly running: RunningCalls;
  readonly subscriptions: OpenSubscriptions;
}

const noCapabilities: JsonObject = Object.freeze({});

/** The requests that a session serves before `notifications/initialized`, if it requires that. */
const earlyMethods: ReadonlySet<string> = new Set(['ping', 'logging/setLevel']);

/** Optional state is created on first use; most sessions are idle. */
export class LegacySession implements Session, OpenSession, CallSession, TaskClient {
  #state: State = 'new';
  #requiresConfirmation = false;
  #revision: Revision | undefined;
  readonly #server: OperationServer;
  readonly #open: OpenSessions;
  readonly #running: RunningCalls;
  readonly #subscriptions: OpenSubscriptions;
  readonly #standing: Outlet;
  readonly #principal: Principal;
  /** False for a session of one request. */
  readonly isKept: boolean;
  #clientCapabilities = noCapabilities;
  #clientInfo: Implementation | undefined;
  readonly #rates: RateLimits;
  #ownRate: RateLimit | undefined;
  #inFlight: Map<RequestId, Call> | undefined;
  #preferences: SessionPreferences | undefined;
  #requests: PeerRequests | undefined;
  #tasks: SessionTasks | undefined;
  #rootsChanges: Listeners<undefined> | undefined;
  readonly #shared: SharedSession | undefined;
  #openedAt: number | undefined;

  constructor(server: OperationServer, options: SessionOptions) {
    const { standing, negotiated, rates, principal, open, running, subscriptions } = options;
    this.#server = server;
    this.#open = open;
    this.#running = running;
    this.#subscriptions = subscriptions;
    this.#standing = standing;
    this.#principal = principal;
    this.isKept = typeof negotiated !== 'string';
    this.#rates = rates;
    if (typeof negotiated === 'string') this.#begin(negotiated);
    else {
      this.#shared = negotiated;
      if (negotiated?.begun) this.#goOn(negotiated.begun);
      open.add(this);
    }
  }

  get revision(): Revision | undefined {
    return this.#revision;
  }

  async receive(
    incoming: LegacyIncoming | BatchIncoming,
    outlet: Outlet,
    principal: Principal = this.#principal,
  ): Promise<void> {
    if (incoming.kind === 'batch') {
      const { limits, loop } = this.#server;
      await receiveBatch(incoming, { session: this, outlet, principal, limits, loop });
      return;
    }
    const { message } = incoming;
    if (message.kind === 'request') await this.#handleRequest(message, outlet, principal);
    else if (message.kind === 'response') this.#requests?.receive(message);
    else this.#handleNotification(message, principal);
  }

  componentsOf(incoming: LegacyIncoming | BatchIncoming): readonly StreamedComponent[] {
    const items = incoming.kind === 'legacy' ? [incoming] : incoming.items;
    return items.flatMap((item) => {
      if (item.kind !== 'legacy' || item.message.kind !== 'request') return [];
      return describeStreamed(item.message, this.#server) ?? [];
    });
  }

  refuseReader(components: readonly StreamedComponent[], principal: Principal): Promise<McpError | undefined> {
    return refuseReader(components, principal, this.#server);
  }

  isServing(requestId: JsonValue | undefined): boolean {
    return isRequestId(requestId) && (this.#inFlight?.has(requestId) ?? false);
  }

  confirm(): void {
    if (this.#state === 'negotiated') this.#state = 'operating';
  }

  requireConfirmation(): void {
    this.#requiresConfirmation = true;
  }

  setWishes(wishes: SessionWishes): void {
    this.#openPreferences().set(wishes);
  }

  applyWish(wish: SessionWish): void {
    this.#openPreferences().apply(wish);
  }

  end(why?: string): void {
    this.close(why);
    if (this.#shared) this.#openTasks()?.close();
  }

  #begin(offered: string): void {
    this.#revision = negotiateRevision(offered);
    this.#state = 'operating';
  }

  #goOn({ offered, clientCapabilities, wishes }: BegunSession): void {
    this.#begin(offered);
    this.#clientCapabilities = clientCapabilities;
    if (wishes.logLevel !== undefined || wishes.resources.length > 0) this.setWishes(wishes);
  }

  close(why?: string): void {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    this.#open.delete(this);
    this.#preferences?.resources.clear();
    for (const call of this.#inFlight?.values() ?? []) call.abort(chooseAbortReason(why));
    this.#inFlight = undefined;
    // The session and its tasks continue in other processes.
    if (this.#shared) return;
    this.#tasks?.close();
    this.#reportEnd();
  }

  #reportEnd(): void {
    const { observer, clock, info } = this.#server;
    if (this.#openedAt === undefined || !observer?.sessionEnded) return;
    observer.sessionEnded({ server: info.name, seconds: (clock.now() - this.#openedAt) / 1_000 });
  }

  broadcast(json: string): void {
    if (this.#state === 'operating') void this.#standing.send({ kind: 'notification', json, isEverywhere: true });
  }

  notify(json: string): void {
    if (this.#state === 'operating') void this.#standing.send({ kind: 'notification', json });
  }

  onRootsChanged(listener: () => void): () => void {
    return (this.#rootsChanges ??= new Listeners()).add(listener);
  }

  hearsResourceAs(uri: string): string | undefined {
    return this.#preferences?.resources.heardAs(uri);
  }

  catalogChanged(): void {
    this.#preferences?.resources.catalogChanged();
  }

  /** A session of one request does not outlive it. */
  get session(): CallSession | undefined {
    return this.isKept ? this : undefined;
  }

  /** The requests of a session mirror no arguments in headers. */
  get mirroredArgument(): undefined {
    return undefined;
  }

  /** A session asks while a call runs. */
  get rounds(): undefined {
    return undefined;
  }

  get events(): undefined {
    return undefined;
  }

  rateOf({ connection }: Outlet): RateLimit {
    if (connection) return this.#rates.of(connection.client.key);
    if (!this.isKept) return this.#rates.of(principalKey(this.#principal));
    this.#ownRate ??= new RateLimit(this.#server.limits.maxCallsPerSecond, this.#server.clock);
    return this.#ownRate;
  }

  get clientInfo(): Implementation | undefined {
    return this.#clientInfo;
  }

  get showsViews(): boolean {
    return showsViews(this.#clientCapabilities);
  }

  get logThreshold(): LogLevel {
    return this.#preferences?.logThreshold ?? defaultLogThreshold;
  }

  tasksOf({ revision, outlet }: TaskOwnerCall): CallerTasks | undefined {
    if (revision.tasks.by !== 'client') return undefined;
    return this.#openTasks()?.of(revision, outlet, (call, channel, meta) => this.#openAsker(call, channel, meta));
  }

  openAsker(call: AskingCall): SessionAsker {
    return this.#openAsker(call, call.outlet);
  }

  #openAsker(call: AskingCall, outlet: Outlet, meta?: JsonObject): SessionAsker {
    return new SessionAsker({
      call,
      outlet,
      requests: (this.#requests ??= new PeerRequests(this.#server.clock, this.#shared?.process)),
      revision: this.#revision ?? latestLegacyRevision,
      capabilities: this.#clientCapabilities,
      timeoutMs: this.#server.limits.askTimeoutMs,
      ...(meta ? { meta } : {}),
    });
  }

  async #handleRequest(request: PeerRequest, outlet: Outlet, principal: Principal): Promise<void> {
    try {
      if (request.method === 'initialize') return await this.#initialize(request, outlet);
      const revision = this.#requireReady(request);
      if (this.#inFlight?.has(request.id)) {
        throw new McpError('invalid-request', 'a request with this id is still in flight');
      }
      const call = new Call({ request, revision, server: this.#server, client: this, outlet, principal });
      if (!SessionPreferences.handles(request) || !revision.requests.has(request.method)) await this.#answer(call);
      else if (this.#server.interceptors?.covers(request.method)) await this.#answer(call, this.#applyCovered);
      else await this.#handleWish(request, outlet, principal);
    } catch (error) {
      if (!(error instanceof McpError)) throw error;
      await outlet.send(writeError(request.id, error, this.#revision ?? latestLegacyRevision));
    }
  }

  /** Applies a wish inside interceptors, as an operation like any other. */
  readonly #applyCovered: Operation = async ({ request, params, principal }) => {
    await this.#grant({ ...request, params }, principal);
    return '';
  };

  async #answer(call: OperationCall, operation?: Operation): Promise<void> {
    const inFlight = (this.#inFlight ??= new Map());
    inFlight.set(call.requestId, call);
    try {
      await this.#running.run(call, (running) => answerCall(running, this.#subscriptions, operation));
    } finally {
      inFlight.delete(call.requestId);
    }
  }

  async #handleWish(request: PeerRequest, outlet: Outlet, principal: Principal): Promise<void> {
    await this.#grant(request, principal);
    await outlet.send({ kind: 'response', json: writeResponse(request.id, '{}') });
  }

  async #grant(request: PeerRequest, principal: Principal): Promise<void> {
    const preferences = this.#openPreferences();
    // A client with a one-request session gets no notifications.
    if (!this.isKept && request.method !== 'logging/setLevel')
      throw new McpError('method-not-found', 'without a session there is nothing to subscribe to');
    const wish = preferences.read(request, this.#server, principal);
    preferences.apply(wish);
    await this.#shared?.keepWish(wish);
  }

  #openPreferences(): SessionPreferences {
    return (this.#preferences ??= new SessionPreferences(this.#server.source, this.#principal));
  }

  #openTasks(): SessionTasks | undefined {
    const { tasks: registry } = this.#server;
    if (!registry) return undefined;
    this.#tasks ??= new SessionTasks({
      registry,
      standing: this.#standing,
      isKept: this.isKept,
      owner: this.isKept ? this.#shared?.name : principalKey(this.#principal),
    });
    return this.#tasks;
  }

  #requireReady({ method }: PeerRequest): Revision {
    if (this.#state === 'closed') throw new McpError('invalid-request', 'this session has ended');
    if (this.#requiresConfirmation && this.#state === 'negotiated' && !earlyMethods.has(method)) {
      const early = `"${cutText(method, 128)}" came before "notifications/initialized" (strictLifecycle)`;
      throw new McpError('invalid-request', early);
    }
    if (this.#revision) return this.#revision;
    if (method === 'ping') return latestLegacyRevision;
    throw new McpError('invalid-request', `"${cutText(method, 128)}" came before "initialize"`);
  }

  async #initialize(request: PeerRequest, outlet: Outlet): Promise<void> {
    if (this.#state !== 'new')
      throw new McpError('invalid-request', '"initialize" was already answered in this session');
    const { isReachable } = this.#standing;
    const { revision, clientCapabilities, resultJson } = initialize(request.params, this.#server, isReachable);
    this.#clientCapabilities = clientCapabilities;
    // Other processes of a shared session do not know it, and would decide otherwise.
    if (this.#server.discovery && !this.#shared) this.#clientInfo = readImplementation(request.params['clientInfo']);
    this.#revision = revision;
    this.#state = 'negotiated';
    if (this.#server.observer) this.#openedAt = this.#server.clock.now();
    await outlet.send({ kind: 'response', json: writeResponse(request.id, resultJson) });
  }

  #handleNotification(message: PeerNotification, principal: Principal): void {
    const { method, params } = message;
    if (method === 'notifications/initialized') this.confirm();
    if (method === 'notifications/roots/list_changed') this.#rootsChanges?.notify(undefined);
    if (this.#server.extensions && this.#revision) {
      const { session } = this;
      const sender = { revision: this.#revision, principal, capabilities: this.#clientCapabilities, session };
      receiveNotification(this.#server, message, sender);
    }
    if (method !== 'notifications/cancelled') return;
    const target = params['requestId'];
    // Unknown, finished and malformed targets are ignored: a cancellation may arrive too late.
    if (!isRequestId(target)) return;
    this.#inFlight?.get(target)?.abort(new CallCancelled('the peer cancelled the request'));
  }
}

function isRequestId(value: JsonValue | undefined): value is RequestId {
  return typeof value === 'string' || typeof value === 'number';
}
