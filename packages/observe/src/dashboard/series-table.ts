/**
 * The calls of every component of every server, and the sums derived from them.
 */
import type { CallSums, ComponentCalls, RecordedMinutes, ServerCalls, StepCalls } from '@sigil/core/internal';
import { SeriesByName } from '../series-by-name.js';
import { cells } from './call-ring.js';
import { CallSeries, minuteMs, stepMinutesOf, type SentSeries } from './call-series.js';
import type { IsShown } from './is-shown.js';
import { readPercentile } from './time-classes.js';

export class SeriesTable {
  readonly #series: SeriesByName<CallSeries>;

  /** @param maxSeries most series; beyond it a component is counted as `other` */
  constructor(maxSeries: number) {
    this.#series = new SeriesByName(maxSeries, (...names) => new CallSeries(...names));
  }

  of(server: string, method: string, name: string): CallSeries {
    return this.#series.of(server, method, name);
  }

  /**
   * @param at milliseconds since 1970
   * @param minutes the period; its last step is not over
   */
  read(at: number, isShown: IsShown, minutes: RecordedMinutes): ServerCalls[] {
    const period = periodOf(at, minutes);
    const servers = [...this.#series.servers()].flatMap((server) => {
      const shown = [...this.#series.allOf(server)].filter(({ method, name }) => isShown(server, method, name));
      return shown.length === 0 ? [] : [readServer(server, shown, period)];
    });
    return servers.sort((a, b) => b.calls - a.calls);
  }

  /** @param at milliseconds since 1970 */
  send(at: number): SentSeries[] {
    return [...this.#series.all()].map((one) => one.send(at));
  }

  /** Adds the counts of another process. */
  take(series: SentSeries): void {
    this.of(series.server, series.method, series.name).take(series);
  }
}

interface Period {
  readonly minutes: RecordedMinutes;
  /** The number of its first step. */
  readonly from: number;
  /** The number of its steps. */
  readonly count: number;
  readonly stepMs: number;
}

/** Returns the period that ends with the current step. */
function periodOf(at: number, minutes: RecordedMinutes): Period {
  const stepMinutes = stepMinutesOf(minutes);
  const stepMs = stepMinutes * minuteMs;
  const count = minutes / stepMinutes;
  return { minutes, from: Math.floor(at / stepMs) - count + 1, count, stepMs };
}

function readServer(
  server: string,
  series: readonly CallSeries[],
  { minutes, from, count, stepMs }: Period,
): ServerCalls {
  const whole = new Uint32Array(cells);
  let slowestOfAll = 0;
  const rings = series.map((one) => one.ringOf(minutes));
  const steps = Array.from({ length: count }, (_, index): StepCalls => {
    const sum = new Uint32Array(cells);
    const step = from + index;
    for (const ring of rings) ring.addTo(sum, step);
    for (let cell = 0; cell < cells; cell++) whole[cell]! += sum[cell]!;
    const slowest = Math.max(...rings.map((ring) => ring.slowestIn(step)));
    slowestOfAll = Math.max(slowestOfAll, slowest);
    return { at: step * stepMs, ...sumsOf(sum, slowest) };
  });
  const components = series
    .map((one): ComponentCalls => {
      const ring = one.ringOf(minutes);
      const sum = new Uint32Array(cells);
      const perStep = Array.from({ length: count }, (_, index) => ring.addTo(sum, from + index));
      const slowest = Math.max(...perStep.map((_, index) => ring.slowestIn(from + index)));
      return { method: one.method, name: one.name, perStep, ...sumsOf(sum, slowest) };
    })
    .filter(({ calls }) => calls > 0)
    .sort((a, b) => b.calls - a.calls);
  return { server, steps, components, ...sumsOf(whole, slowestOfAll) };
}

function sumsOf(counts: Uint32Array, slowest: number): CallSums {
  const [calls = 0, failed = 0, ...classes] = counts;
  if (calls === 0) return { calls, failures: failed };
  // Interpolation within a class can exceed the longest call.
  const percentile = (share: number): number => Math.min(readPercentile(classes, calls, share), slowest);
  return { calls, failures: failed, p50: percentile(0.5), p95: percentile(0.95), p99: percentile(0.99), slowest };
}
