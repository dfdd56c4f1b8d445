/**
 * Keeps histograms of times by name and labels.
 */
import { Histogram } from './histogram.js';
import type { metricTable, MetricName } from './metric-table.data.js';

/** The histograms of the table. */
export type HistogramName = {
  [Name in MetricName]: (typeof metricTable)[Name]['kind'] extends 'histogram' ? Name : never;
}[MetricName];

/** One histogram, with its name and labels. */
export interface HistogramReading {
  readonly metric: HistogramName;
  readonly labels: Readonly<Record<string, string>>;
  readonly histogram: Histogram;
}

export class Durations {
  readonly #histograms = new Map<string, HistogramReading>();

  all(): Iterable<HistogramReading> {
    return this.#histograms.values();
  }

  observe(metric: HistogramName, seconds: number, labels: Readonly<Record<string, string>>): void {
    const key = JSON.stringify([metric, ...Object.values(labels)]);
    let known = this.#histograms.get(key);
    if (!known) this.#histograms.set(key, (known = { metric, labels, histogram: new Histogram() }));
    known.histogram.observe(seconds);
  }
}
