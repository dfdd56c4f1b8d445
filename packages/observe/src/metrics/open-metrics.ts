/**
 * The metrics of one server process: updated by calls and events, read at each scrape.
 */
import type { CallObserver } from '@sigil/core/engine';
import { defaultObserveLimits, type ObserveLimits } from '../limits.js';
import { CallDurations } from './call-durations.js';
import { Counters, type CounterName } from './counters.js';
import { Durations, type HistogramName, type HistogramReading } from './durations.js';
import { openProcessReadings } from './process-readings.js';
import { writeExposition, type MetricForm, type Reading } from './write-exposition.js';

/** The open metrics. The caller closes them. */
export interface Metrics {
  /** Observes every engine whose calls are counted. */
  readonly observer: CallObserver;
  /** Adds one. Labels are those of the table; their values must come from a set that does not grow with the callers. */
  count(counter: CounterName, labels: Readonly<Record<string, string>>): void;
  /** Records one time in seconds; the rule for labels is that of `count`. */
  observe(histogram: HistogramName, seconds: number, labels: Readonly<Record<string, string>>): void;
  write(form: MetricForm): string;
  close(): void;
}

/** The information that metrics need from the program. */
export interface MetricsOptions {
  /** The program's version. */
  readonly version: string;
  /** Called at each scrape for numbers kept elsewhere. */
  readonly readings?: () => Iterable<Reading>;
  readonly limits?: Partial<ObserveLimits>;
}

export function openMetrics({ version, readings = () => [], limits = {} }: MetricsOptions): Metrics {
  const { maxCallSeries } = { ...defaultObserveLimits, ...limits };
  const calls = new CallDurations(maxCallSeries);
  const counters = new Counters();
  const durations = new Durations();
  const process = openProcessReadings(version);
  return {
    observer: {
      began: (call) => calls.began(call),
      limitHit: (limit) => counters.count('sigil_limit_hits_total', { limit }),
      sessionEnded: ({ server, seconds }) =>
        durations.observe('mcp_server_session_duration_seconds', seconds, { server }),
    },
    count: (counter, labels) => counters.count(counter, labels),
    observe: (histogram, seconds, labels) => durations.observe(histogram, seconds, labels),
    write(form) {
      const running = [...calls.inFlight()].map(([server, value]): Reading => ({
        metric: 'sigil_calls_in_flight',
        labels: { server },
        value,
      }));
      const kept = counters.with([...readings(), ...readRefused(calls)]);
      const histograms = [...readCalls(calls), ...durations.all()];
      return writeExposition([...running, ...kept, ...process.read()], histograms, form);
    },
    close: () => process.close(),
  };
}

function readRefused({ refusedCount }: CallDurations): readonly Reading[] {
  if (refusedCount === 0) return [];
  return [{ metric: 'sigil_auth_refused_total', labels: { reason: 'insufficient-scope' }, value: refusedCount }];
}

function* readCalls(calls: CallDurations): Iterable<HistogramReading> {
  for (const { server, method, name, outcomes } of calls.all()) {
    for (const [outcome, histogram] of outcomes) {
      const labels = { server, method, name, outcome };
      yield { metric: 'mcp_server_operation_duration_seconds', labels, histogram };
    }
  }
}
