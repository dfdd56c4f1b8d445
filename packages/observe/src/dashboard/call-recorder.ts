/**
 * Remembers the calls of the last hour, minute by minute, and those that run now: for a person who looks, not for a store of metrics.
 *
 * Names come from the catalog, so a caller who invents names adds no series. Times are counted in classes, so a percentile is read off
 * the class that it falls into.
 */
import type { CallEnd, CallFollower, CallObserver, ObservedCall } from '@sigil/core/engine';
import { defaultObserveLimits } from '../limits.js';
import { methodOf, nameOf, other } from '../named-component.js';
import { readPercentile, timeClassOf, timeClasses } from './time-classes.js';

/** Minutes that are remembered. */
export const minutesKept = 60;
const minuteMs = 60_000;
/** Generations that were swapped in are marks on the time line; the oldest go first. */
const mostMarks = 200;
/** The calls that run, as far as they are shown. */
const mostRunning = 200;

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

/** A call that runs. */
export interface RunningCall {
  readonly id: number;
  readonly server: string;
  readonly method: string;
  readonly name: string;
  /** The caller's id. */
  readonly caller: string;
  readonly forMs: number;
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

/** Per minute: calls, failures, and the calls of each class of time. */
const cells = 2 + timeClasses.length + 1;
/** Lasts for as long as its client listens, so it is no call that takes its time. */
const unmeasured = 'subscriptions/listen';
const failures: ReadonlySet<CallEnd['outcome']> = new Set(['error', 'tool-error']);

export class CallRecorder implements CallObserver {
  readonly #series = new Map<string, Map<string, Series>>();
  readonly #running = new Map<number, RecordedCall>();
  readonly #swaps: SwapMark[] = [];
  readonly #maxSeries: number;
  readonly #now: () => number;
  #seriesCount = 0;
  #lastId = 0;

  constructor({ maxSeries = defaultObserveLimits.maxDashboardSeries, now = Date.now }: RecorderOptions = {}) {
    this.#maxSeries = maxSeries;
    this.#now = now;
  }

  began(call: ObservedCall): CallFollower | undefined {
    if (call.method === unmeasured) return undefined;
    const id = ++this.#lastId;
    const recorded = new RecordedCall(id, call, (tookMs, end) => {
      this.#running.delete(id);
      this.#seriesOf(call).count(this.#now(), tookMs, failures.has(end.outcome));
    });
    this.#running.set(id, recorded);
    return recorded;
  }

  /** Another build serves. */
  mark(plugin: string, version: string): void {
    this.#swaps.push({ at: this.#now(), plugin, version });
    if (this.#swaps.length > mostMarks) this.#swaps.shift();
  }

  /** Ends a call that runs, as its answer says. @returns false for one that has ended */
  cancel(id: number): boolean {
    const recorded = this.#running.get(id);
    recorded?.call.context.revoke('an operator cancelled it');
    return recorded !== undefined;
  }

  /** @param isShown whether the reader may see a component of a server; everything when left out */
  read(isShown: (server: string, method: string, name: string) => boolean = () => true): RecordedCalls {
    const at = this.#now();
    const from = Math.floor(at / minuteMs) - minutesKept + 1;
    const servers = [...this.#series].flatMap(([server, all]) => {
      const shown = [...all.values()].filter(({ method, name }) => isShown(server, method, name));
      return shown.length === 0 ? [] : [readServer(server, shown, from)];
    });
    const running = [...this.#running.values()]
      .slice(0, mostRunning)
      .map((it) => it.describe())
      .filter(({ server, method, name }) => isShown(server, method, name));
    const swaps = this.#swaps.filter((mark) => mark.at >= from * minuteMs);
    return { at, servers: servers.sort((a, b) => b.calls - a.calls), running, swaps };
  }

  #seriesOf(call: ObservedCall): Series {
    const server = call.server.info.name;
    const all = this.#series.get(server) ?? new Map<string, Series>();
    this.#series.set(server, all);
    const method = methodOf(call);
    const name = nameOf(call);
    return all.get(`${method} ${name}`) ?? this.#add(all, method, name);
  }

  #add(all: Map<string, Series>, method: string, wanted: string): Series {
    const name = this.#seriesCount < this.#maxSeries ? wanted : other;
    const key = `${method} ${name}`;
    const known = all.get(key);
    if (known) return known;
    this.#seriesCount++;
    const made = new Series(method, name);
    all.set(key, made);
    return made;
  }
}

class RecordedCall implements CallFollower {
  readonly #startedAt = performance.now();

  constructor(
    readonly id: number,
    readonly call: ObservedCall,
    private readonly onEnd: (tookMs: number, end: CallEnd) => void,
  ) {}

  ended(end: CallEnd): void {
    this.onEnd(performance.now() - this.#startedAt, end);
  }

  describe(): RunningCall {
    return {
      id: this.id,
      server: this.call.server.info.name,
      method: methodOf(this.call),
      name: nameOf(this.call),
      caller: this.call.principal.id,
      forMs: Math.round(performance.now() - this.#startedAt),
    };
  }
}

/** A ring of minutes. */
class Series {
  readonly #counts = new Uint32Array(minutesKept * cells);
  readonly #minutes = new Float64Array(minutesKept);

  constructor(
    readonly method: string,
    readonly name: string,
  ) {}

  count(at: number, tookMs: number, isFailure: boolean): void {
    const minute = Math.floor(at / minuteMs);
    const slot = minute % minutesKept;
    const start = slot * cells;
    if (this.#minutes[slot] !== minute) {
      this.#minutes[slot] = minute;
      this.#counts.fill(0, start, start + cells);
    }
    this.#counts[start]!++;
    if (isFailure) this.#counts[start + 1]!++;
    this.#counts[start + 2 + timeClassOf(tookMs)]!++;
  }

  /** Adds a minute's counts; nothing for a minute without calls. */
  addTo(sum: Uint32Array, minute: number): number {
    const slot = minute % minutesKept;
    if (this.#minutes[slot] !== minute) return 0;
    for (let cell = 0; cell < cells; cell++) sum[cell]! += this.#counts[slot * cells + cell]!;
    return this.#counts[slot * cells]!;
  }
}

function readServer(server: string, series: readonly Series[], from: number): ServerCalls {
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
