/**
 * Records the calls of the last hour by minute, those of the last day by quarters of an hour, and those that run now: for a person to look
 * at, not for a metrics store.
 *
 * Names come from the catalog, so a caller who invents names adds no series. Times are counted in classes, so a percentile is
 * interpolated within its class.
 */
import type { CallEnd, CallFollower, CallObserver, ObservedCall } from '@sigil/core/engine';
import type { BuildSwap, FailedCall, RecordedCalls, RecordedMinutes, RunningCall } from '@sigil/core/internal';
import { defaultObserveLimits } from '../limits.js';
import { methodOf, nameOf } from '../named-component.js';
import { dayMs, stepMinutesOf, type SentSeries } from './call-series.js';
import type { IsShown } from './is-shown.js';
import { RecentFailures } from './recent-failures.js';
import { mostShown, RunningCalls } from './running-calls.js';
import { SeriesTable } from './series-table.js';

/** Most marks of swapped generations on the time line; the oldest go first. */
const mostMarks = 200;
interface RecorderOptions {
  readonly maxSeries?: number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** Lasts as long as its client listens, so its duration says nothing. */
const unmeasured = 'subscriptions/listen';
const failures: ReadonlySet<CallEnd['outcome']> = new Set(['error', 'tool-error']);

/** All calls that one process recorded, for another process of the same server. */
export interface SentCalls {
  readonly series: readonly SentSeries[];
  readonly running: readonly RunningCall[];
  readonly failures: readonly FailedCall[];
}

export class CallRecorder implements CallObserver {
  #series: SeriesTable;
  readonly #failures = new RecentFailures();
  readonly #running = new RunningCalls((call, tookMs, end) => {
    const at = this.#now();
    const isFailure = failures.has(end.outcome);
    this.#series.of(call.server.info.name, methodOf(call), nameOf(call)).count(at, tookMs, isFailure);
    if (isFailure) this.#failures.add(call, tookMs, end, at);
  });
  readonly #swaps: BuildSwap[] = [];
  readonly #now: () => number;
  readonly #maxSeries: number;

  constructor({ maxSeries = defaultObserveLimits.maxDashboardSeries, now = Date.now }: RecorderOptions = {}) {
    this.#maxSeries = maxSeries;
    this.#series = new SeriesTable(maxSeries);
    this.#now = now;
  }

  began(call: ObservedCall): CallFollower | undefined {
    return call.method === unmeasured ? undefined : this.#running.add(call);
  }

  /** Marks that another build serves. */
  mark(plugin: string, version: string): void {
    this.#swaps.push({ at: this.#now(), plugin, version });
    if (this.#swaps.length > mostMarks) this.#swaps.shift();
  }

  /** Cancels a call that runs in this process. @returns false for one that does not, or no longer */
  cancel(id: string): boolean {
    return this.#running.revoke(id, 'an operator cancelled it');
  }

  /**
   * @param isShown shows everything when left out
   * @param others records of other processes of the same server, merged with those of this one
   * @param minutes the period of the sums
   */
  read(isShown: IsShown = () => true, others: readonly SentCalls[] = [], minutes: RecordedMinutes = 60): RecordedCalls {
    const at = this.#now();
    const running = [
      ...this.#running.read(isShown),
      ...others.flatMap((it) => it.running.filter(({ server, method, name }) => isShown(server, method, name))),
    ];
    const swaps = this.#swaps.filter((mark) => mark.at > at - dayMs);
    return {
      at,
      minutes,
      stepMinutes: stepMinutesOf(minutes),
      servers: this.#together(others).read(at, isShown, minutes),
      failures: this.#failures.read(
        isShown,
        others.map((it) => it.failures),
      ),
      running: running.toSorted((a, b) => b.forMs - a.forMs).slice(0, mostShown),
      swaps,
    };
  }

  /** Exports the records for another process of the same server. */
  send(): SentCalls {
    const series = this.#series.send(this.#now());
    return { series, running: this.#running.read(() => true), failures: this.#failures.send() };
  }

  /** @returns all counts, for another process to take; this one restarts its counts */
  handOver(): SentCalls['series'] {
    const series = this.#series.send(this.#now());
    this.#series = new SeriesTable(this.#maxSeries);
    return series;
  }

  /** Adds the counts that another process has handed over. */
  take(series: SentCalls['series']): void {
    for (const one of series) this.#series.take(one);
  }

  #together(others: readonly SentCalls[]): SeriesTable {
    if (others.length === 0) return this.#series;
    const together = new SeriesTable(Infinity);
    for (const { series } of [this.send(), ...others]) for (const one of series) together.take(one);
    return together;
  }
}
