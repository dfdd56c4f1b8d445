/**
 * One call while it is served: reads the catalog on first use, and holds the component that it runs.
 *
 * Its context and its operations reach the client through it. A request of either era becomes a `RequestCall`.
 */
import type { Asker } from '../asking/asker.js';
import { allowedCatalog } from '../calls/allowed-catalog.js';
import { CallContext } from '../calls/call-context.js';
import { metaIn, type CallPeer } from '../calls/call-peer.js';
import { readCalledTool } from '../calls/discovery-tools.js';
import { CallCancelled } from '../calls/abort-reasons.js';
import type { ParkedCall } from '../calls/parked-calls.js';
import type { MirroredArgument } from '../calls/call.js';
import type { Catalog, CatalogHold, CatalogHolder, RunComponent } from '../catalog/catalog.js';
import type { CallSession, StreamDelivery } from '../catalog/stream-carrier.js';
import { writeNotification, type PeerRequest, type RequestId } from '../json-rpc/messages.js';
import type { LogLevel } from '../model/asking.js';
import type { Principal } from '../model/principal.js';
import type { JsonObject } from '../model/json.js';
import { withTrace, type TraceSpan } from '../model/trace.js';
import type { Revision } from '../revisions/revision.js';
import type { CallerTasks } from '../tasks/caller-tasks.js';
import type { OperationCall, OperationServer } from '../tasks/operation-call.js';
import type { CallFollower } from '../calls/call-observer.js';
import type { CallingClient } from './calling-client.js';
import type { Outlet } from './outlet.js';
import { releasedMethod, wantsReleaseNotice } from './release-notice.js';

/** Its creator releases it, once, when nothing of the call runs any more. */
export abstract class ServedCall implements OperationCall, CallPeer<CallContext> {
  readonly context: CallContext;
  hasFailedTool = false;
  /** Set by the code that follows the call, before its operation begins. */
  span: TraceSpan | undefined = undefined;
  #catalog: Catalog | undefined;
  // The same before components that the caller may not use are removed.
  #whole: Catalog | undefined;
  #tracedMeta: JsonObject | undefined;
  #held: CatalogHold | undefined;
  #auditNotes: Record<string, JsonObject> | undefined;

  constructor(
    public params: JsonObject,
    readonly revision: Revision,
    readonly server: OperationServer,
  ) {
    this.context = new CallContext(this);
  }

  abstract get requestId(): RequestId;
  abstract get principal(): Principal;
  abstract get tasks(): CallerTasks | undefined;
  abstract get mirroredArgument(): MirroredArgument | undefined;
  /** True when its client reads events instead of notifications and one answer. */
  abstract get deliversEvents(): boolean;
  abstract get session(): CallSession | undefined;
  abstract notify(json: string): Promise<void> | undefined;
  abstract openAsker(context: CallContext): Asker;
  abstract logThreshold(): LogLevel | undefined;
  abstract releaseConnection(): void;

  get auditNotes(): JsonObject | undefined {
    return this.#auditNotes;
  }

  noteForAudit(interceptor: string, fields: JsonObject): void {
    this.#auditNotes ??= {};
    this.#auditNotes[interceptor] = { ...this.#auditNotes[interceptor], ...fields };
  }

  replaceParams(params: JsonObject): void {
    this.params = params;
  }

  get meta(): JsonObject {
    if (this.#tracedMeta) return this.#tracedMeta;
    const meta = metaIn(this.params);
    return this.span ? (this.#tracedMeta = withTrace(meta, this.span)) : meta;
  }

  get isLaterRound(): boolean {
    return isLaterRound(this.params);
  }

  get catalog(): Catalog {
    if (this.#catalog) return this.#catalog;
    const catalog = (this.#whole ??= this.server.source.current());
    this.#catalog = catalog.showsOnlyAllowed === true ? allowedCatalog(catalog, this.principal) : catalog;
    return this.#catalog;
  }

  /** Makes the next use read the catalog again: nothing of it is held yet, and it may have been swapped during a wait. */
  forgetCatalog(): void {
    this.#catalog = undefined;
    this.#whole = undefined;
  }

  get delivery(): StreamDelivery {
    const { maxResultLength: maxLength, maxResourceBytes } = this.server.limits;
    return { asEvents: this.deliversEvents, maxLength, maxResourceBytes };
  }

  hold(component: object): void {
    this.#held ??= this.server.source.hold(component, this.holder);
  }

  /** Notified when the generation ends. */
  protected get holder(): CatalogHolder {
    return this.context;
  }

  /** Runs on the catalog and the hold of an earlier round. */
  protected takeOver({ catalog, hold }: Pick<ParkedCall, 'catalog' | 'hold'>): void {
    this.#whole = catalog;
    this.#held = hold;
  }

  /** Gives away what the call holds, so that it is not released; undefined if it holds nothing. */
  protected handOver(): Pick<ParkedCall, 'catalog' | 'hold'> | undefined {
    if (!this.#held || !this.#whole) return undefined;
    const given = { catalog: this.#whole, hold: this.#held };
    this.#held = undefined;
    return given;
  }

  enter(component: RunComponent): void {
    this.context.component = component;
  }

  release(): void {
    this.#held?.release();
  }
}

/** Returns whether a request continues an earlier round. */
export function isLaterRound(params: JsonObject): boolean {
  return params['requestState'] !== undefined || params['inputResponses'] !== undefined;
}

/** The parts of a request's call: the server that answers, the client, and the outlet of the answer. */
export interface RequestParts {
  readonly request: PeerRequest;
  readonly revision: Revision;
  readonly server: OperationServer;
  readonly client: CallingClient;
  readonly outlet: Outlet;
}

/** Returns the params of a request, or those of the tool that it calls through another one. */
function paramsOf({ method, params }: PeerRequest): JsonObject {
  return method === 'tools/call' ? readCalledTool(params) : params;
}

/** The call that a request of MCP becomes, in either era. */
export class RequestCall extends ServedCall {
  readonly request: PeerRequest;
  readonly client: CallingClient;
  readonly outlet: Outlet;
  /** The engine observer's follower of this call; undefined once the end was reported. */
  follower: CallFollower | undefined = undefined;
  /** True when the answer is a question to the client. */
  isAsking = false;
  #isContinued = false;

  constructor({ request, revision, server, client, outlet }: RequestParts) {
    super(server.discovery ? paramsOf(request) : request.params, revision, server);
    this.request = request;
    this.client = client;
    this.outlet = outlet;
  }

  get principal(): Principal {
    return this.client.principal;
  }

  get method(): string {
    return this.request.method;
  }

  get requestId(): RequestId {
    return this.request.id;
  }

  get deliversEvents(): boolean {
    return false;
  }

  get tasks(): CallerTasks | undefined {
    return this.client.tasks;
  }

  /** A call through another tool mirrors no arguments. */
  get mirroredArgument(): MirroredArgument | undefined {
    return this.params === this.request.params ? this.client.mirroredArgument : undefined;
  }

  get session(): CallSession | undefined {
    return this.client.session;
  }

  protected override get holder(): CatalogHolder {
    return this.client.roundsHolder(this.context) ?? this.context;
  }

  /** Continues on the code of the earlier rounds, if it still runs here. */
  continueParked(): void {
    const parked = this.client.takeParked();
    if (!parked) return;
    parked.holder.end = (why) => this.context.revoke(why);
    this.#isContinued = true;
    this.takeOver(parked);
  }

  /** A call that asked keeps its generation for the answers; so does a round whose client broke off, since it may repeat it. */
  override release(): void {
    const isBroken = this.#isContinued && this.context.abortReason instanceof CallCancelled;
    const holder = this.isAsking || isBroken ? this.client.roundsHolder(this.context) : undefined;
    const given = holder && this.handOver();
    if (given) this.server.parkedCalls?.park({ holder, ...given });
    else super.release();
  }

  override enter(component: RunComponent): void {
    super.enter(component);
    this.client.refuseOtherBuild(component.build);
  }

  notify(json: string): Promise<void> | undefined {
    return this.outlet.send({ kind: 'notification', json });
  }

  openAsker(context: CallContext): Asker {
    return this.client.openAsker(context);
  }

  logThreshold(): LogLevel | undefined {
    return this.client.logThreshold();
  }

  releaseConnection(): void {
    const isSeen = this.outlet.releaseConnection?.() === true;
    if (isSeen || !wantsReleaseNotice(this.context.clientCapabilities)) return;
    void this.notify(writeNotification(releasedMethod, { requestId: this.requestId }));
  }
}
