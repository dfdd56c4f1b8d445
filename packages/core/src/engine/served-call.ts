/**
 * One call while it is served: it reads the catalog when it is first asked for, and holds what it runs of it.
 *
 * Its context reaches the client through it, and so do operations.
 */
import type { Asker } from '../asking/asker.js';
import { CallContext } from '../calls/call-context.js';
import type { CallPeer } from '../calls/call-peer.js';
import type { MirroredArgument } from '../calls/call.js';
import type { Catalog, CatalogHold, RunComponent } from '../catalog/catalog.js';
import type { StreamDelivery } from '../catalog/stream-carrier.js';
import type { RequestId } from '../json-rpc/read-message.js';
import type { LogLevel } from '../model/asking.js';
import type { JsonObject } from '../model/json.js';
import type { Revision } from '../revisions/revision.js';
import type { CallerTasks } from '../tasks/caller-tasks.js';
import type { OperationCall, OperationServer } from '../tasks/operation-call.js';

/** The code that makes one releases it, once, when nothing of the call runs any more. */
export abstract class ServedCall implements OperationCall, CallPeer<CallContext> {
  readonly context: CallContext;
  hasFailedTool = false;
  #catalog: Catalog | undefined;
  #held: CatalogHold | undefined;

  constructor(
    readonly params: JsonObject,
    readonly revision: Revision,
    readonly server: OperationServer,
  ) {
    this.context = new CallContext(params, this);
  }

  abstract get requestId(): RequestId;
  abstract get tasks(): CallerTasks | undefined;
  abstract get mirroredArgument(): MirroredArgument | undefined;
  /** Whether its client reads events instead of notifications and one answer. */
  abstract get deliversEvents(): boolean;
  abstract get session(): object | undefined;
  abstract notify(json: string): Promise<void> | undefined;
  abstract openAsker(context: CallContext): Asker;
  abstract logThreshold(): LogLevel | undefined;
  abstract releaseConnection(): void;

  get isLaterRound(): boolean {
    return this.params['requestState'] !== undefined;
  }

  get catalog(): Catalog {
    this.#catalog ??= this.server.source.current();
    return this.#catalog;
  }

  get delivery(): StreamDelivery {
    const { maxResultLength: maxLength, maxResourceBytes } = this.server.limits;
    return { asEvents: this.deliversEvents, maxLength, maxResourceBytes };
  }

  hold(component: object): void {
    this.#held ??= this.server.source.hold(component, this.context);
  }

  enter(component: RunComponent): void {
    this.context.component = component;
  }

  release(): void {
    this.#held?.release();
  }
}
