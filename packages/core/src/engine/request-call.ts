/**
 * The call that a request of MCP becomes, in either era.
 */
import type { Asker } from '../asking/asker.js';
import type { CallContext } from '../calls/call-context.js';
import type { CallFollower } from '../calls/call-observer.js';
import type { MirroredArgument } from '../calls/call.js';
import type { RunComponent } from '../catalog/catalog.js';
import type { PeerRequest, RequestId } from '../json-rpc/read-message.js';
import type { LogLevel } from '../model/asking.js';
import type { Revision } from '../revisions/revision.js';
import type { CallerTasks } from '../tasks/caller-tasks.js';
import type { OperationServer } from '../tasks/operation-call.js';
import type { CallingClient } from './calling-client.js';
import type { Outlet } from './outlet.js';
import { ServedCall } from './served-call.js';

/** The parts of a request's call: the server that answers, the client, and the outlet of the answer. */
export interface RequestParts {
  readonly request: PeerRequest;
  readonly revision: Revision;
  readonly server: OperationServer;
  readonly client: CallingClient;
  readonly outlet: Outlet;
}

export class RequestCall extends ServedCall {
  readonly request: PeerRequest;
  readonly client: CallingClient;
  readonly outlet: Outlet;
  /** Of the engine's observer; gone once it was told of the end. */
  follower: CallFollower | undefined = undefined;
  /** Tells whether the answer is a question to the client. */
  isAsking = false;

  constructor({ request, revision, server, client, outlet }: RequestParts) {
    super(request.params, revision, server);
    this.request = request;
    this.client = client;
    this.outlet = outlet;
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

  get mirroredArgument(): MirroredArgument | undefined {
    return this.client.mirroredArgument;
  }

  get session(): object | undefined {
    return this.client.session;
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
    this.outlet.releaseConnection?.();
  }
}
