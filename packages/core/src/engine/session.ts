/**
 * Our side of one legacy conversation: the handshake's state machine, calls in flight, and change notifications.
 *
 * Spec: 2025-11-25 basic/lifecycle, basic/utilities/cancellation
 */
import { Listeners } from '../catalog/listeners.js';
import { McpError } from '../errors/mcp-error.js';
import { writeResponse, type PeerNotification, type PeerRequest, type RequestId } from '../json-rpc/messages.js';
import type { LogLevel } from '../model/asking.js';
import type { Implementation } from '../model/definitions.js';
import { principalKey, type Principal } from '../model/principal.js';
import type { JsonObject, JsonValue } from '../model/json.js';
import { cutText } from '../model/cut-text.js';
import { beginAll, beginOnceWaiting } from '../model/later.js';
import { CallCancelled, endOfCall } from '../calls/abort-reasons.js';
import type { CallContext } from '../calls/call-context.js';
import { readImplementation } from '../calls/discovering-client.js';
import { initialize } from '../operations/initialize.js';
import type { OperationServer } from '../tasks/operation-call.js';
import type { CallerTasks } from '../tasks/caller-tasks.js';
import { RateLimit, type RateLimits } from '../calls/rate-limit.js';
import { latestLegacyRevision, negotiateRevision } from '../revisions/choose-revision.js';
import type { Revision } from '../revisions/revision.js';
import { receiveBatch } from './receive-batch.js';
import type { BegunSession, Session, SharedSession } from './engine.js';
import { errorOutgoing } from './error-outgoing.js';
import type { BatchIncoming, LegacyIncoming } from './incoming.js';
import type { OpenSession, OpenSessions } from './open-sessions.js';
import type { Outlet } from './outlet.js';
import { PeerRequests } from './peer-requests.js';
import { receiveNotification } from './receive-notification.js';
import { runRequest, type RunningRequest } from './run-request.js';
import { SessionAsker } from './session-asker.js';
import { SessionClient, type SessionReach } from './session-client.js';
import { SessionTasks, type TaskAsking } from './session-tasks.js';
import { defaultLogThreshold, SessionPreferences } from './session-preferences.js';
import type { StreamedComponent } from '../stores/event-store.js';
import { describeStreamed, refuseReader } from './stream-access.js';
import type { SessionWish, SessionWishes } from '../stores/session-store.js';

type State = 'new' | 'negotiated' | 'operating' | 'closed';

/** The options of a session besides its server. */
export interface SessionOptions {
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
}

const noCapabilities: JsonObject = Object.freeze({});

/** The requests that a session serves before `notifications/initialized`, if it requires that. */
const earlyMethods: ReadonlySet<string> = new Set(['ping', 'logging/setLevel']);

/** Optional state is created on first use; most sessions are idle. */
export class LegacySession implements Session, OpenSession, SessionReach {
  #state: State = 'new';
  #requiresConfirmation = false;
  #revision: Revision | undefined;
  readonly #server: OperationServer;
  readonly #open: OpenSessions;
  readonly #standing: Outlet;
  readonly #principal: Principal;
  /** False for a session of one request. */
  readonly isKept: boolean;
  #clientCapabilities = noCapabilities;
  #clientInfo: Implementation | undefined;
  readonly #rates: RateLimits;
  #ownRate: RateLimit | undefined;
  #inFlight: Map<RequestId, CallContext> | undefined;
  #preferences: SessionPreferences | undefined;
  #requests: PeerRequests | undefined;
  #tasks: SessionTasks | undefined;
  #rootsChanges: Listeners<undefined> | undefined;
  readonly #shared: SharedSession | undefined;
  #openedAt: number | undefined;
  /** The answer for calls that began before the session closed. */
  #why: string | undefined;

  constructor(server: OperationServer, { standing, negotiated, rates, principal, open }: SessionOptions) {
    this.#server = server;
    this.#open = open;
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

  receive(
    incoming: LegacyIncoming | BatchIncoming,
    outlet: Outlet,
    principal: Principal = this.#principal,
  ): PromiseLike<void> | undefined {
    if (incoming.kind === 'batch') {
      const { limits, loop } = this.#server;
      return receiveBatch(incoming, { session: this, outlet, principal, limits, loop });
    }
    const { message } = incoming;
    if (message.kind === 'request') return this.#handleRequest(message, outlet, principal);
    if (message.kind === 'response') this.#requests?.receive(message);
    else this.#handleNotification(message, principal);
    return undefined;
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
    beginAll();
    this.#state = 'closed';
    this.#why = why;
    this.#open.delete(this);
    this.#preferences?.resources.clear();
    for (const context of this.#inFlight?.values() ?? []) context.abort(endOfCall(why));
    this.#inFlight = undefined;
    // The session and its tasks continue in other processes.
    if (this.#shared) return;
    this.#tasks?.close();
    this.#tellEnded();
  }

  #tellEnded(): void {
    const { observer, clock, info } = this.#server;
    if (this.#openedAt === undefined || !observer?.sessionEnded) return;
    observer.sessionEnded({ server: info.name, seconds: (clock.now() - this.#openedAt) / 1_000 });
  }

  tell(json: string): void {
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

  rateFor({ connection }: Outlet): RateLimit {
    if (connection) return this.#rates.of(connection.client.key);
    if (!this.isKept) return this.#rates.of(principalKey(this.#principal));
    this.#ownRate ??= new RateLimit(this.#server.limits.maxCallsPerSecond, this.#server.clock);
    return this.#ownRate;
  }

  get clientInfo(): Implementation | undefined {
    return this.#clientInfo;
  }

  get logThreshold(): LogLevel {
    return this.#preferences?.logThreshold ?? defaultLogThreshold;
  }

  tasksFor(outlet: Outlet): CallerTasks | undefined {
    const revision = this.#revision;
    if (revision?.tasks.by !== 'client') return undefined;
    return this.#openTasks()?.of(revision, outlet, (asking) => this.openAsker(asking));
  }

  openAsker(asking: TaskAsking | Omit<TaskAsking, 'meta'>): SessionAsker {
    return new SessionAsker({
      requests: (this.#requests ??= new PeerRequests(this.#server.clock, this.#shared?.process)),
      revision: this.#revision ?? latestLegacyRevision,
      capabilities: this.#clientCapabilities,
      timeoutMs: this.#server.limits.askTimeoutMs,
      ...asking,
    });
  }

  #handleRequest(request: PeerRequest, outlet: Outlet, principal: Principal): PromiseLike<void> | undefined {
    beginAll();
    try {
      if (request.method === 'initialize') return this.#initialize(request, outlet);
      const revision = this.#requireReady(request);
      if (this.#inFlight?.has(request.id)) {
        throw new McpError('invalid-request', 'a request with this id is still in flight');
      }
      if (SessionPreferences.handles(request) && revision.requests.has(request.method))
        return this.#server.interceptors?.covers(request.method)
          ? this.#handleCovered(request, outlet, principal)
          : this.#handleWish(request, outlet, principal);
      const client = new SessionClient(this, outlet, principal);
      const running = runRequest({ request, revision, server: this.#server, outlet, client });
      return running && this.#keepInFlight(request.id, running);
    } catch (error) {
      if (!(error instanceof McpError)) throw error;
      return outlet.send(errorOutgoing(request.id, error, this.#revision ?? latestLegacyRevision));
    }
  }

  #keepInFlight(id: RequestId, { context, done }: RunningRequest): PromiseLike<void> {
    beginOnceWaiting(done, () => {
      const inFlight = (this.#inFlight ??= new Map());
      inFlight.set(id, context);
      if (!this.isKept) this.#open.addBrief(this);
      // The method may have ended the session before its first wait.
      if (this.#state === 'closed') context.abort(endOfCall(this.#why));
      const forget = (): void => {
        if (inFlight.get(id) === context) inFlight.delete(id);
      };
      void done.then(forget, forget);
    });
    return done;
  }

  /** Applies a wish inside interceptors, as an operation like any other. */
  #handleCovered(request: PeerRequest, outlet: Outlet, principal: Principal): PromiseLike<void> | undefined {
    const client = new SessionClient(this, outlet, principal);
    const parts = { request, revision: this.#requireReady(request), server: this.#server, outlet, client };
    const running = runRequest(parts, async ({ params }) => {
      await this.#grant({ ...request, params }, principal);
      return '';
    });
    return running && this.#keepInFlight(request.id, running);
  }

  #handleWish(request: PeerRequest, outlet: Outlet, principal: Principal): Promise<void> | undefined {
    const kept = this.#grant(request, principal);
    const answer = { kind: 'response', json: writeResponse(request.id, '{}') } as const;
    return kept ? kept.then(() => outlet.send(answer)) : outlet.send(answer);
  }

  #grant(request: PeerRequest, principal: Principal): Promise<void> | undefined {
    const preferences = this.#openPreferences();
    // A client with a one-request session gets no notifications.
    if (!this.isKept && request.method !== 'logging/setLevel')
      throw new McpError('method-not-found', 'without a session there is nothing to subscribe to');
    const wish = preferences.read(request, this.#server, principal);
    preferences.apply(wish);
    return this.#shared?.keepWish(wish);
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

  #initialize(request: PeerRequest, outlet: Outlet): Promise<void> | undefined {
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
    return outlet.send({ kind: 'response', json: writeResponse(request.id, resultJson) });
  }

  #handleNotification(message: PeerNotification, principal: Principal): void {
    const { method, params } = message;
    if (method === 'notifications/initialized') this.confirm();
    if (method === 'notifications/roots/list_changed') this.#rootsChanges?.notify(undefined);
    if (this.#server.extensions && this.#revision) {
      const sender = { revision: this.#revision, principal, capabilities: this.#clientCapabilities };
      receiveNotification(this.#server, message, sender);
    }
    if (method !== 'notifications/cancelled') return;
    beginAll();
    const target = params['requestId'];
    // Unknown, finished and malformed targets are ignored: a cancellation may arrive too late.
    if (!isRequestId(target)) return;
    this.#inFlight?.get(target)?.abort(new CallCancelled('the peer cancelled the request'));
  }
}

function isRequestId(value: JsonValue | undefined): value is RequestId {
  return typeof value === 'string' || typeof value === 'number';
}
