/**
 * Counts events by name and labels.
 */
import type { metricTable, MetricName } from './metric-table.data.js';
import type { Reading } from './write-exposition.js';

/** The counters of the table. */
export type CounterName = {
  [Name in MetricName]: (typeof metricTable)[Name]['kind'] extends 'counter' ? Name : never;
}[MetricName];

export class Counters {
  readonly #counts = new Map<string, { readonly reading: Reading; value: number }>();

  count(metric: CounterName, labels: Readonly<Record<string, string>>): void {
    const key = JSON.stringify([metric, ...Object.values(labels)]);
    const known = this.#counts.get(key);
    if (known) known.value++;
    else this.#counts.set(key, { reading: { metric, labels, value: 1 }, value: 1 });
  }

  /** Returns these readings and others; readings of the same name and labels are summed. */
  with(others: Iterable<Reading>): readonly Reading[] {
    const all = new Map<string, Reading>();
    const own = [...this.#counts.values()].map(({ reading, value }) => ({ ...reading, value }));
    for (const reading of [...own, ...others]) {
      const key = JSON.stringify([reading.metric, ...Object.values(reading.labels ?? {})]);
      all.set(key, { ...reading, value: reading.value + (all.get(key)?.value ?? 0) });
    }
    return [...all.values()];
  }
}
