/**
 * One call while it is served: it reads the catalog when it is first asked for, and holds what it runs of it.
 *
 * Its context reaches the client through it, and so do operations.
 */
import type { Asker } from '../asking/asker.js';
import { CallContext } from '../calls/call-context.js';
import type { CallPeer } from '../calls/call-peer.js';
import type { Catalog, CatalogHold } from '../catalog/catalog.js';
import type { RequestId } from '../json-rpc/read-message.js';
import type { LogLevel } from '../model/asking.js';
import type { JsonObject } from '../model/json.js';
import type { Revision } from '../revisions/revision.js';
import type { OperationCall, OperationServer } from '../tasks/operation-call.js';

/** The code that makes one releases it, once, when nothing of the call runs any more. */
export abstract class ServedCall implements OperationCall, CallPeer<CallContext> {
  readonly context: CallContext;
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
  abstract notify(json: string): Promise<void> | undefined;
  abstract openAsker(context: CallContext): Asker;
  abstract logThreshold(): LogLevel | undefined;
  abstract releaseConnection(): void;

  get catalog(): Catalog {
    this.#catalog ??= this.server.source.current();
    return this.#catalog;
  }

  hold(component: object): void {
    this.#held ??= this.server.source.hold(component, this.context);
  }

  release(): void {
    this.#held?.release();
  }
}
