/**
 * Tells a count that several processes share of the calls that were made here, a few times a second, and takes over what is left.
 *
 * No call waits for it: a client may get away with what it calls on all processes between two of these times. While the count cannot be
 * reached each process counts for itself.
 */
import type { Clock } from '../model/clock.js';
import type { CallRates } from '../stores/call-rates.js';

/** The limit of one client on this process. */
export interface LocalRate {
  lower(left: number): void;
}

/** The count, and whose calls are counted. */
export interface SharedCallsOptions {
  readonly rates: CallRates;
  /** The server: a client has a count at each. */
  readonly server: string;
  readonly maxCallsPerSecond: number;
  readonly clock: Clock;
}

interface Made {
  readonly rate: LocalRate;
  calls: number;
}

const tellEveryMs = 200;

export class SharedCalls {
  #made = new Map<string, Made>();

  constructor(private readonly options: SharedCallsOptions) {}

  /** A call was made here. @param client its key */
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
          // The count is away: until it is back this process knows its own calls only.
        },
      );
    }
  }
}
