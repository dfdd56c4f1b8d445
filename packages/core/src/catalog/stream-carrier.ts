/**
 * What a call's context does for streams, beside what authors see of it.
 *
 * A context of somebody's own need not have it: then yielded values are reported as plain progress.
 */
import type { Context } from '../model/context.js';
import type { RunningEvent } from '../model/stream-event.js';
import type { EventLoopYield } from './event-loop-yield.js';

/** What becomes of a stream. */
export interface StreamDelivery {
  /** Each event has its reader, who is told of the beginning too; nothing is kept for the end. */
  readonly asEvents: boolean;
  /** How much is kept for a result that is made of what was yielded, in characters of JSON text. */
  readonly maxLength: number;
  /** How much of a resource's stream is read, in bytes. */
  readonly maxResourceBytes: number;
}

/** A context that takes the events of a stream. */
export interface StreamCarrier extends Context {
  readonly delivery: StreamDelivery;
  /** Of the server that the call is of. */
  readonly loop?: EventLoopYield;
  /** @returns resolves when the reader can take more; never rejects */
  emit(event: RunningEvent): Promise<void>;
}

/** The context as a carrier, where it is one. */
export function carrierOf(context: Context): StreamCarrier | undefined {
  return isCarrier(context) ? context : undefined;
}

function isCarrier(context: Context): context is StreamCarrier {
  return 'emit' in context && 'delivery' in context && context.delivery !== undefined;
}
