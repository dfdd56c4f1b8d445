/**
 * Remembers the calls of the last hour, minute by minute, and those that run now: for a person who looks, not for a store of metrics.
 *
 * Names come from the catalog, so a caller who invents names adds no series. Times are counted in classes, so a percentile is read off
 * the class that it falls into.
 */
import type { CallEnd, CallFollower, CallObserver, ObservedCall } from '@sigil/core/engine';
import { defaultObserveLimits } from '../limits.js';
import { methodOf, nameOf, other } from '../named-component.js';
import { cells, minuteMs, MinuteSeries, minutesKept } from './minute-series.js';
import { RunningCalls, type RunningCall } from './running-calls.js';
import { readPercentile } from './time-classes.js';

/** Generations that were swapped in are marks on the time line; the oldest go first. */
const mostMarks = 200;
/** Calls of a time, and how long they took. Percentiles are in milliseconds; absent without calls. */
export interface CallSums {
  readonly calls: number;
  readonly failures: number;
  readonly p50?: number;
  readonly p95?: number;
  readonly p99?: number;
}

/** One minute of a server. */
export interface Minute extends CallSums {
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The calls of one tool, prompt or method. */
export interface ComponentCalls extends CallSums {
  readonly method: string;
  /** Empty for methods without a name. */
  readonly name: string;
  /** Calls by minute, the oldest first. */
  readonly perMinute: readonly number[];
}

/** The calls of one server. */
export interface ServerCalls extends CallSums {
  readonly server: string;
  readonly minutes: readonly Minute[];
  /** The busiest first. */
  readonly components: readonly ComponentCalls[];
}

/** Another build of a plugin, since when it serves. */
export interface SwapMark {
  readonly at: number;
  readonly plugin: string;
  readonly version: string;
}

/** Everything that is remembered. */
export interface RecordedCalls {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly servers: readonly ServerCalls[];
  readonly running: readonly RunningCall[];
  readonly swaps: readonly SwapMark[];
}

/** The options of a recorder. */
export interface RecorderOptions {
  readonly maxSeries?: number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** Lasts for as long as its client listens, so it is no call that takes its time. */
const unmeasured = 'subscriptions/listen';
const failures: ReadonlySet<CallEnd['outcome']> = new Set(['error', 'tool-error']);

/** Tells whether a reader may see a component of a server. */
export type IsShown = (server: string, method: string, name: string) => boolean;

export class CallRecorder implements CallObserver {
  readonly #series = new Map<string, Map<string, Map<string, MinuteSeries>>>();
  readonly #running = new RunningCalls((call, tookMs, end) =>
    this.#seriesOf(call).count(this.#now(), tookMs, failures.has(end.outcome)),
  );
  readonly #swaps: SwapMark[] = [];
  readonly #maxSeries: number;
  readonly #now: () => number;
  #seriesCount = 0;

  constructor({ maxSeries = defaultObserveLimits.maxDashboardSeries, now = Date.now }: RecorderOptions = {}) {
    this.#maxSeries = maxSeries;
    this.#now = now;
  }

  began(call: ObservedCall): CallFollower | undefined {
    return call.method === unmeasured ? undefined : this.#running.add(call);
  }

  /** Another build serves. */
  mark(plugin: string, version: string): void {
    this.#swaps.push({ at: this.#now(), plugin, version });
    if (this.#swaps.length > mostMarks) this.#swaps.shift();
  }

  /** Ends a call that runs in this process, as its answer says. @returns false for one that does not, or no longer */
  cancel(id: string): boolean {
    return this.#running.revoke(id, 'an operator cancelled it');
  }

  /** @param isShown everything is when it is left out */
  read(isShown: IsShown = () => true): RecordedCalls {
    const at = this.#now();
    const from = Math.floor(at / minuteMs) - minutesKept + 1;
    const servers = [...this.#series].flatMap(([server, methods]) => {
      const all = [...methods.values()].flatMap((names) => [...names.values()]);
      const shown = all.filter(({ method, name }) => isShown(server, method, name));
      return shown.length === 0 ? [] : [readServer(server, shown, from)];
    });
    const swaps = this.#swaps.filter((mark) => mark.at >= from * minuteMs);
    return { at, servers: servers.sort((a, b) => b.calls - a.calls), running: this.#running.read(isShown), swaps };
  }

  #seriesOf(call: ObservedCall): MinuteSeries {
    const server = call.server.info.name;
    const method = methodOf(call);
    const name = nameOf(call);
    return this.#find(server, method, name) ?? this.#add(server, method, name);
  }

  #find(server: string, method: string, name: string): MinuteSeries | undefined {
    return this.#series.get(server)?.get(method)?.get(name);
  }

  #add(server: string, method: string, wanted: string): MinuteSeries {
    const name = this.#seriesCount < this.#maxSeries ? wanted : other;
    const known = this.#find(server, method, name);
    if (known) return known;
    const methods = this.#series.get(server) ?? new Map<string, Map<string, MinuteSeries>>();
    const names = methods.get(method) ?? new Map<string, MinuteSeries>();
    const made = new MinuteSeries(method, name);
    this.#series.set(server, methods.set(method, names.set(name, made)));
    this.#seriesCount++;
    return made;
  }
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
