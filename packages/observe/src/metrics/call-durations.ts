/**
 * Counts calls and their times by server, method, name and outcome, and those that run.
 *
 * Names come from the catalog, so a caller who invents names adds no series. Plain numbers, folded when they are read.
 */
import type { CallEnd, CallFollower, ObservedCall } from '@sigil/core/engine';
import { Histogram } from './histogram.js';
import { methodOf, nameOf, other } from '../named-component.js';
import { readTraceParent } from '../traces/trace-parent.js';

/** The calls of one server, method and name, by their outcome. */
export interface CallSeries {
  readonly server: string;
  readonly method: string;
  readonly name: string;
  readonly outcomes: Map<CallEnd['outcome'], Histogram>;
}

/** Lasts for as long as its client listens, so it is no duration of an operation. */
const unmeasured = 'subscriptions/listen';

export class CallDurations {
  readonly #series = new Map<string, Map<string, Map<string, CallSeries>>>();
  readonly #inFlight = new Map<string, { count: number }>();
  #seriesCount = 0;
  /** Calls of callers without the scopes or claims that they need. */
  refusedCount = 0;

  constructor(
    private readonly maxCallSeries: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  *all(): Iterable<CallSeries> {
    for (const methods of this.#series.values()) for (const names of methods.values()) yield* names.values();
  }

  *inFlight(): Iterable<readonly [server: string, count: number]> {
    for (const [server, { count }] of this.#inFlight) yield [server, count];
  }

  began(call: ObservedCall): CallFollower | undefined {
    if (call.method === unmeasured) return undefined;
    const server = call.server.info.name;
    const running = this.#runningOf(server);
    running.count++;
    return new MeasuredCall({ calls: this, series: this.#seriesOf(server, call), running, call, now: this.now });
  }

  #runningOf(server: string): { count: number } {
    const known = this.#inFlight.get(server);
    if (known) return known;
    const made = { count: 0 };
    this.#inFlight.set(server, made);
    return made;
  }

  #seriesOf(server: string, call: ObservedCall): CallSeries {
    const method = methodOf(call);
    const name = nameOf(call);
    return this.#find(server, method, name) ?? this.#add(server, method, name);
  }

  #find(server: string, method: string, name: string): CallSeries | undefined {
    return this.#series.get(server)?.get(method)?.get(name);
  }

  #add(server: string, method: string, wanted: string): CallSeries {
    const name = this.#seriesCount < this.maxCallSeries ? wanted : other;
    const known = this.#find(server, method, name);
    if (known) return known;
    const methods = this.#series.get(server) ?? new Map<string, Map<string, CallSeries>>();
    const names = methods.get(method) ?? new Map<string, CallSeries>();
    const series: CallSeries = { server, method, name, outcomes: new Map() };
    this.#series.set(server, methods.set(method, names.set(name, series)));
    this.#seriesCount++;
    return series;
  }
}

interface MeasuredParts {
  readonly calls: CallDurations;
  readonly series: CallSeries;
  readonly running: { count: number };
  readonly call: ObservedCall;
  readonly now: () => number;
}

class MeasuredCall implements CallFollower {
  readonly #startedAt: number;

  constructor(private readonly parts: MeasuredParts) {
    this.#startedAt = parts.now();
  }

  ended({ outcome, problem }: CallEnd): void {
    const { calls, series, running, call, now } = this.parts;
    running.count--;
    if (problem === 'insufficient-scope') calls.refusedCount++;
    const known = series.outcomes.get(outcome);
    const histogram = known ?? new Histogram();
    if (!known) series.outcomes.set(outcome, histogram);
    histogram.observe((now() - this.#startedAt) / 1_000, readTraceParent(call.params['_meta'])?.traceId);
  }
}
