/**
 * The facts of a call that its peer knows, as its context shows them.
 */
import type { EventLoopYield } from '../catalog/event-loop-yield.js';
import type { StreamDelivery } from '../catalog/stream-carrier.js';
import type { JsonObject } from '../model/json.js';
import type { Principal } from '../model/principal.js';
import type { TraceSpan } from '../model/trace.js';
import type { CallPeer } from './call-peer.js';

/** Returns whether a request carries anything of an earlier round. */
export function isLaterRound(params: JsonObject): boolean {
  return params['requestState'] !== undefined || params['inputResponses'] !== undefined;
}

export abstract class CallFacts<Call> {
  constructor(protected readonly peer: CallPeer<Call>) {}

  get principal(): Principal {
    return this.peer.principal;
  }

  get meta(): JsonObject {
    return this.peer.meta;
  }

  get trace(): TraceSpan | undefined {
    return this.peer.span;
  }

  get delivery(): StreamDelivery {
    return this.peer.delivery;
  }

  get loop(): EventLoopYield {
    return this.peer.server.loop;
  }
}
