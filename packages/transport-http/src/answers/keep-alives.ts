/**
 * Tells all open streams of one interval, with one timer, when it is time for a sign of life.
 *
 * They are dealt out over the ticks of the interval, so that many of them are not written at once.
 */
import type { Clock, Stop } from '../clock.js';

/** Something open that must not be silent for long. */
export interface KeptAlive {
  /** Shows that it is there. */
  keepAlive(): void;
}

const ticksPerInterval = 10;

/** Each stream is silent for the interval at most, and for nine tenths of it at least. */
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

  /** @returns where it stands: what is deleted from there is told no more */
  add(open: KeptAlive): Set<KeptAlive> {
    this.#stop ??= this.clock.every(this.#tickMs, () => this.#tick());
    const slot = this.#slots[this.#now]!;
    slot.add(open);
    return slot;
  }

  /** The slot whose turn it is was filled a whole interval ago. The timer ends with a tick that finds nothing open. */
  #tick(): void {
    this.#now = (this.#now + 1) % this.#slots.length;
    for (const open of this.#slots[this.#now]!) open.keepAlive();
    if (this.#slots.some((slot) => slot.size > 0)) return;
    this.#stop?.();
    this.#stop = undefined;
  }
}

const shared = new WeakMap<Clock, Map<number, KeepAlives>>();

/** The one of that clock and interval. */
export function keepAlivesOf(clock: Clock, intervalMs: number): KeepAlives {
  const ofClock = shared.get(clock) ?? new Map<number, KeepAlives>();
  shared.set(clock, ofClock);
  const found = ofClock.get(intervalMs) ?? new KeepAlives(intervalMs, clock);
  ofClock.set(intervalMs, found);
  return found;
}
