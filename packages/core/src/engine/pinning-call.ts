/**
 * One request on its way through its operation, which holds of the catalog what it runs of it.
 */
import type { Catalog, CatalogHold } from '../catalog/catalog.js';
import type { PeerRequest, RequestId } from '../json-rpc/read-message.js';
import type { JsonObject } from '../model/json.js';
import type { CallContext } from '../calls/call-context.js';
import type { MirroredArgument } from '../calls/call.js';
import type { OperationCall, OperationServer } from '../tasks/operation-call.js';
import type { CallerTasks } from '../tasks/caller-tasks.js';
import type { Revision } from '../revisions/revision.js';

/** What is known of a request before it runs. */
export interface CallParts extends Pick<OperationCall, 'revision' | 'server'> {
  readonly request: PeerRequest;
  readonly peer: Pick<OperationCall, 'tasks' | 'mirroredArgument' | 'refuseOtherBuild'>;
}

/** Whoever made it releases it, once, when nothing of the call runs any more. */
export class PinningCall implements OperationCall {
  readonly requestId: RequestId;
  readonly params: JsonObject;
  readonly revision: Revision;
  readonly server: OperationServer;
  readonly #peer: CallParts['peer'];
  #catalog: Catalog | undefined;
  #held: CatalogHold | undefined;

  constructor(
    { request, revision, server, peer }: CallParts,
    readonly context: CallContext,
  ) {
    this.requestId = request.id;
    this.params = request.params;
    this.revision = revision;
    this.server = server;
    this.#peer = peer;
  }

  get tasks(): CallerTasks | undefined {
    return this.#peer.tasks;
  }

  get mirroredArgument(): MirroredArgument | undefined {
    return this.#peer.mirroredArgument;
  }

  refuseOtherBuild(build: string | undefined): void {
    this.#peer.refuseOtherBuild?.(build);
  }

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
