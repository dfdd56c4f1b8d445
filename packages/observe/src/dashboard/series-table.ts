/**
 * The minutes of every component of every server, and the sums derived from them.
 */
import { SeriesByName } from '../series-by-name.js';
import { cells, minuteMs, MinuteSeries, minutesKept } from './minute-series.js';
import type { CallSums, ComponentCalls, IsShown, Minute, RecordedMinutes, ServerCalls } from './recorded-calls.js';
import { readPercentile } from './time-classes.js';

/** The minutes of one component, for another process. */
export interface SentSeries {
  readonly server: string;
  readonly method: string;
  readonly name: string;
  /** Each minute as its number, counted since 1970, its longest call and its counts. */
  readonly minutes: readonly (readonly number[])[];
}

export class SeriesTable {
  readonly #series: SeriesByName<MinuteSeries>;

  /** @param maxSeries most series; beyond it a component is counted as `other` */
  constructor(maxSeries: number) {
    this.#series = new SeriesByName(maxSeries, (...names) => new MinuteSeries(...names));
  }

  of(server: string, method: string, name: string): MinuteSeries {
    return this.#series.of(server, method, name);
  }

  /**
   * @param at milliseconds since 1970
   * @param count the number of minutes, of which the last one is not over
   */
  read(at: number, isShown: IsShown, count: RecordedMinutes): ServerCalls[] {
    const from = firstMinute(at, count);
    const servers = [...this.#series.servers()].flatMap((server) => {
      const shown = [...this.#series.allOf(server)].filter(({ method, name }) => isShown(server, method, name));
      return shown.length === 0 ? [] : [readServer(server, shown, { from, count })];
    });
    return servers.sort((a, b) => b.calls - a.calls);
  }

  /** @param at milliseconds since 1970 */
  send(at: number): SentSeries[] {
    const from = firstMinute(at);
    return [...this.#series.all()].map((it) => {
      const { server, method, name } = it;
      return { server, method, name, minutes: it.send(from) };
    });
  }

  /** Adds the counts of another process. */
  take({ server, method, name, minutes }: SentSeries): void {
    this.of(server, method, name).take(minutes);
  }
}

/** Returns the first of the minutes that end with the current one. */
function firstMinute(at: number, count = minutesKept): number {
  return Math.floor(at / minuteMs) - count + 1;
}

interface Period {
  /** The number of its first minute. */
  readonly from: number;
  readonly count: number;
}

function readServer(server: string, series: readonly MinuteSeries[], { from, count }: Period): ServerCalls {
  const whole = new Uint32Array(cells);
  let slowestOfAll = 0;
  const minutes = Array.from({ length: count }, (_, index): Minute => {
    const sum = new Uint32Array(cells);
    const minute = from + index;
    for (const one of series) one.addTo(sum, minute);
    for (let cell = 0; cell < cells; cell++) whole[cell]! += sum[cell]!;
    const slowest = Math.max(...series.map((one) => one.slowestIn(minute)));
    slowestOfAll = Math.max(slowestOfAll, slowest);
    return { at: minute * minuteMs, ...sumsOf(sum, slowest) };
  });
  const components = series
    .map((one): ComponentCalls => {
      const sum = new Uint32Array(cells);
      const perMinute = Array.from({ length: count }, (_, index) => one.addTo(sum, from + index));
      const slowest = Math.max(...perMinute.map((_, index) => one.slowestIn(from + index)));
      return { method: one.method, name: one.name, perMinute, ...sumsOf(sum, slowest) };
    })
    .filter(({ calls }) => calls > 0)
    .sort((a, b) => b.calls - a.calls);
  return { server, minutes, components, ...sumsOf(whole, slowestOfAll) };
}

function sumsOf(counts: Uint32Array, slowest: number): CallSums {
  const [calls = 0, failed = 0, ...classes] = counts;
  if (calls === 0) return { calls, failures: failed };
  // Interpolation within a class can exceed the longest call.
  const percentile = (share: number): number => Math.min(readPercentile(classes, calls, share), slowest);
  return { calls, failures: failed, p50: percentile(0.5), p95: percentile(0.95), p99: percentile(0.99), slowest };
}
