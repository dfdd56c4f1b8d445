/**
 * Synchronises the rate limits of several processes: reports the calls made here a few times a second, and applies the remaining
 * count.
 *
 * No call waits for it, so between two reports a client may exceed the limit across processes. While the store is unreachable
 * each process counts alone.
 */
import type { Clock } from '../model/clock.js';
import type { CallRates } from '../stores/call-rates.js';

/** The limit of one client on this process. */
export interface LocalRate {
  lower(left: number): void;
}

/** The shared count, and what it counts. */
export interface CallRateSyncOptions {
  readonly rates: CallRates;
  /** The server's name; a client has a separate count for each server. */
  readonly server: string;
  readonly maxCallsPerSecond: number;
  readonly clock: Clock;
}

interface Made {
  readonly rate: LocalRate;
  calls: number;
}

const tellEveryMs = 200;

export class CallRateSync {
  #made = new Map<string, Made>();

  constructor(private readonly options: CallRateSyncOptions) {}

  /** Records a call made in this process. @param client its key */
  add(client: string, rate: LocalRate): void {
    const made = this.#made.get(client);
    if (made) {
      made.calls++;
      return;
    }
    if (this.#made.size === 0) this.options.clock.after(tellEveryMs, () => this.#tell());
    this.#made.set(client, { rate, calls: 1 });
  }

  #tell(): void {
    const { rates, server, maxCallsPerSecond } = this.options;
    const made = this.#made;
    this.#made = new Map();
    for (const [client, { rate, calls }] of made) {
      rates.spend(`${server} ${client}`, calls, maxCallsPerSecond).then(
        (left) => rate.lower(left),
        () => {
          // The store is unreachable; until it is back this process counts only its own calls.
        },
      );
    }
  }
}
