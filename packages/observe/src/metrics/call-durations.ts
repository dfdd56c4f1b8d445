/**
 * Counts calls and their times by server, method, name and outcome, and the calls in flight.
 *
 * Names come from the catalog, so a caller who invents names adds no series. Keeps plain numbers and aggregates them on reading.
 */
import type { CallEnd, CallFollower, ObservedCall } from '@sigil/core/engine';
import { Histogram } from './histogram.js';
import { methodOf, nameOf } from '../named-component.js';
import { SeriesByName } from '../series-by-name.js';
import { readTraceParent } from '../traces/trace-parent.js';

/** The calls of one server, method and name, by outcome. */
export interface CallSeries {
  readonly server: string;
  readonly method: string;
  readonly name: string;
  readonly outcomes: Map<CallEnd['outcome'], Histogram>;
}

/** Lasts as long as its client listens, so it is not the duration of an operation. */
const unmeasured = 'subscriptions/listen';

export class CallDurations {
  readonly #series: SeriesByName<CallSeries>;
  readonly #inFlight = new Map<string, { count: number }>();
  /** Calls refused for lack of scopes or claims. */
  refusedCount = 0;

  constructor(
    maxCallSeries: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#series = new SeriesByName(maxCallSeries, (server, method, name) => ({
      server,
      method,
      name,
      outcomes: new Map(),
    }));
  }

  all(): Iterable<CallSeries> {
    return this.#series.all();
  }

  *inFlight(): Iterable<readonly [server: string, count: number]> {
    for (const [server, { count }] of this.#inFlight) yield [server, count];
  }

  began(call: ObservedCall): CallFollower | undefined {
    if (call.method === unmeasured) return undefined;
    const server = call.server.info.name;
    const running = this.#runningOf(server);
    running.count++;
    const series = this.#series.of(server, methodOf(call), nameOf(call));
    return new MeasuredCall({ calls: this, series, running, call, now: this.now });
  }

  #runningOf(server: string): { count: number } {
    const known = this.#inFlight.get(server);
    if (known) return known;
    const made = { count: 0 };
    this.#inFlight.set(server, made);
    return made;
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
