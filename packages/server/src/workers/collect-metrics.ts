/**
 * Asks every worker for its metrics.
 */
import type { MetricForm, Metrics } from '@sigil/observe';
import { askWorkers, type Asker } from './ask-workers.js';
import { mergeMetrics } from './merge-metrics.js';

/** Writes the metrics of all workers. */
export type CollectMetrics = (form: MetricForm) => Promise<string>;

/** Answers the other workers from here on. */
export function collectMetrics(member: Asker, metrics: Pick<Metrics, 'write'>): CollectMetrics {
  const ask = askWorkers(member, 'metrics', (form: MetricForm) => metrics.write(form));
  return async (form) => {
    // A worker and its successor have the same labels, so only the successor's samples count.
    const texts = new Map((await ask(form)).map(({ number, answer: text }) => [number, { number, text }]));
    return mergeMetrics([...texts.values()]);
  };
}
