/**
 * An exchange that may last for days: its answer ends when the engine is done with it, and a disconnecting caller cancels it.
 *
 * A single object serves all its holders: the work in flight, the stream of its answer and the engine.
 */
import type { Exchange, ExchangeFollower, RunningEntry } from '@sigil/core/engine';
import type { StreamUser } from '../answers/event-stream.js';
import type { ResponseOutlet } from '../answers/response-outlet.js';
import type { Work, InFlight } from '../requests/in-flight.js';

/** Tracks the exchange until it is over. */
export function serveStanding(exchange: Exchange, outlet: ResponseOutlet, work: InFlight): void {
  const standing = new Standing(exchange, outlet, work);
  standing.begun = work.begin(standing);
  outlet.onLoss(standing);
  exchange.follow?.(standing);
}

class Standing implements Work, StreamUser, ExchangeFollower {
  begun: RunningEntry<Work> | undefined;

  constructor(
    private readonly exchange: Exchange,
    private readonly outlet: ResponseOutlet,
    private readonly work: InFlight,
  ) {}

  cancel(why?: string): void {
    this.exchange.cancel(why);
  }

  /** Also called after its end, when there is nothing left to cancel. */
  streamClosed(): void {
    this.exchange.cancel();
  }

  exchangeDone(): void {
    void this.outlet.finish();
    if (this.begun) this.work.end(this.begun);
  }
}
