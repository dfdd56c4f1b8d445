/**
 * The services of a call's context for streams, which authors do not see.
 *
 * A context from elsewhere may lack these services: then yielded values are reported as plain progress.
 */
import type { Context } from '../model/context.js';
import type { RunningEvent } from '../model/stream-event.js';
import type { EventLoopYield } from './event-loop-yield.js';

/** The delivery of a stream. */
export interface StreamDelivery {
  /** Each event has its reader, who is told of the beginning too; nothing is kept for the end. */
  readonly asEvents: boolean;
  /** Limit of a result that is made of yielded values, in characters of JSON text. */
  readonly maxLength: number;
  /** Limit of a resource's stream, in bytes. */
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
