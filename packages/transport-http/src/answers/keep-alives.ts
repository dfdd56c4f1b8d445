/**
 * Sends keep-alives on all open streams of one interval, with one timer.
 *
 * Streams are spread over the ticks of the interval, so that not all are written at once.
 */
import type { Clock, Stop } from '../clock.js';

/** An open connection that must not stay silent for long. */
export interface KeptAlive {
  /** Sends a keep-alive. */
  keepAlive(): void;
}

const ticksPerInterval = 10;

/** Each stream is silent for at most one interval, and for at least nine tenths of it. */
export class KeepAlives {
  readonly #slots: readonly Set<KeptAlive>[];
  readonly #tickMs: number;
  #now = 0;
  #stop: Stop | undefined;

  constructor(
    intervalMs: number,
    private readonly clock: Clock,
  ) {
    const ticks = Math.min(ticksPerInterval, intervalMs);
    this.#slots = Array.from({ length: ticks }, () => new Set<KeptAlive>());
    this.#tickMs = Math.floor(intervalMs / ticks);
  }

  /** @returns its slot; delete it from there to stop its keep-alives */
  add(open: KeptAlive): Set<KeptAlive> {
    this.#stop ??= this.clock.every(this.#tickMs, () => this.#tick());
    const slot = this.#slots[this.#now]!;
    slot.add(open);
    return slot;
  }

  /** Serves the next slot, which was filled one interval ago. The timer stops at a tick that finds nothing open. */
  #tick(): void {
    this.#now = (this.#now + 1) % this.#slots.length;
    for (const open of this.#slots[this.#now]!) open.keepAlive();
    if (this.#slots.some((slot) => slot.size > 0)) return;
    this.#stop?.();
    this.#stop = undefined;
  }
}

const shared = new WeakMap<Clock, Map<number, KeepAlives>>();

/** Returns the shared instance for that clock and interval. */
export function keepAlivesOf(clock: Clock, intervalMs: number): KeepAlives {
  const ofClock = shared.get(clock) ?? new Map<number, KeepAlives>();
  shared.set(clock, ofClock);
  const found = ofClock.get(intervalMs) ?? new KeepAlives(intervalMs, clock);
  ofClock.set(intervalMs, found);
  return found;
}
