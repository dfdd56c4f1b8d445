/**
 * The minutes of every component of every server, and the sums derived from them.
 */
import { SeriesByName } from '../series-by-name.js';
import { cells, minuteMs, MinuteSeries, minutesKept } from './minute-series.js';
import type { CallSums, ComponentCalls, IsShown, Minute, ServerCalls } from './recorded-calls.js';
import { readPercentile } from './time-classes.js';

/** The minutes of one component, for another process. */
export interface SentSeries {
  readonly server: string;
  readonly method: string;
  readonly name: string;
  /** Each minute as its number, counted since 1970, and its counts. */
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

  /** @param at milliseconds since 1970 */
  read(at: number, isShown: IsShown): ServerCalls[] {
    const from = firstMinute(at);
    const servers = [...this.#series.servers()].flatMap((server) => {
      const shown = [...this.#series.allOf(server)].filter(({ method, name }) => isShown(server, method, name));
      return shown.length === 0 ? [] : [readServer(server, shown, from)];
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

/** Returns the first minute of the hour that ends with the current one. */
function firstMinute(at: number): number {
  return Math.floor(at / minuteMs) - minutesKept + 1;
}

function readServer(server: string, series: readonly MinuteSeries[], from: number): ServerCalls {
  const whole = new Uint32Array(cells);
  const minutes = Array.from({ length: minutesKept }, (_, index): Minute => {
    const sum = new Uint32Array(cells);
    for (const one of series) one.addTo(sum, from + index);
    for (let cell = 0; cell < cells; cell++) whole[cell]! += sum[cell]!;
    return { at: (from + index) * minuteMs, ...sumsOf(sum) };
  });
  const components = series
    .map((one): ComponentCalls => {
      const sum = new Uint32Array(cells);
      const perMinute = Array.from({ length: minutesKept }, (_, index) => one.addTo(sum, from + index));
      return { method: one.method, name: one.name, perMinute, ...sumsOf(sum) };
    })
    .filter(({ calls }) => calls > 0)
    .sort((a, b) => b.calls - a.calls);
  return { server, minutes, components, ...sumsOf(whole) };
}

function sumsOf(counts: Uint32Array): CallSums {
  const [calls = 0, failed = 0, ...classes] = counts;
  if (calls === 0) return { calls, failures: failed };
  const percentile = (share: number): number => readPercentile(classes, calls, share);
  return { calls, failures: failed, p50: percentile(0.5), p95: percentile(0.95), p99: percentile(0.99) };
}
