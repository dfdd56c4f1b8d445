/**
 * Synchronises the rate limits of several processes: reports the calls unreported here a few times a second, and applies the remaining
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

interface UnreportedCalls {
  readonly rate: LocalRate;
  calls: number;
}

const reportEveryMs = 200;

export class CallRateSync {
  #unreported = new Map<string, UnreportedCalls>();

  constructor(private readonly options: CallRateSyncOptions) {}

  /** Records a call made in this process. @param client its key */
  add(client: string, rate: LocalRate): void {
    const known = this.#unreported.get(client);
    if (known) {
      known.calls++;
      return;
    }
    if (this.#unreported.size === 0) this.options.clock.after(reportEveryMs, () => this.#report());
    this.#unreported.set(client, { rate, calls: 1 });
  }

  #report(): void {
    const { rates, server, maxCallsPerSecond } = this.options;
    const unreported = this.#unreported;
    this.#unreported = new Map();
    for (const [client, { rate, calls }] of unreported) {
      rates.spend(`${server} ${client}`, calls, maxCallsPerSecond).then(
        (left) => rate.lower(left),
        () => {
          // The store is unreachable; until it is back this process counts only its own calls.
        },
      );
    }
  }
}
