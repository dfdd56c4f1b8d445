/**
 * The metrics of one server process: told of calls and events, read when somebody scrapes.
 */
import type { CallObserver } from '@sigil/core/engine';
import { defaultObserveLimits, type ObserveLimits } from '../limits.js';
import { CallDurations } from './call-durations.js';
import { Counters, type CounterName } from './counters.js';
import { openProcessReadings } from './process-readings.js';
import { writeExposition, type MetricForm, type Reading } from './write-exposition.js';

/** Their opener closes them. */
export interface Metrics {
  /** For every engine whose calls are to be counted. */
  readonly observer: CallObserver;
  /** Counts one more. Labels are those of the table, with values from a set that does not grow with the callers. */
  count(counter: CounterName, labels: Readonly<Record<string, string>>): void;
  write(form: MetricForm): string;
  close(): void;
}

/** The parts that metrics need of the program around them. */
export interface MetricsOptions {
  /** The program's version. */
  readonly version: string;
  /** Asked at each scrape for numbers that somebody else keeps. */
  readonly readings?: () => Iterable<Reading>;
  readonly limits?: Partial<ObserveLimits>;
}

export function openMetrics({ version, readings = () => [], limits = {} }: MetricsOptions): Metrics {
  const { maxCallSeries } = { ...defaultObserveLimits, ...limits };
  const calls = new CallDurations(maxCallSeries);
  const counters = new Counters();
  const process = openProcessReadings(version);
  return {
    observer: {
      began: (call) => calls.began(call),
      limitHit: (limit) => counters.count('sigil_limit_hits_total', { limit }),
    },
    count: (counter, labels) => counters.count(counter, labels),
    write(form) {
      const running = [...calls.inFlight()].map(([server, value]): Reading => ({
        metric: 'sigil_calls_in_flight',
        labels: { server },
        value,
      }));
      return writeExposition([...running, ...counters.with(readings()), ...process.read()], calls.all(), form);
    },
    close: () => process.close(),
  };
}
