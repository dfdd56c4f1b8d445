/**
 * Asks every worker for its metrics, so that whichever one is scraped answers for all of them.
 */
import type { MetricForm, Metrics } from '@sigil/observe';
import type { JsonValue } from '@sigil/core';
import type { Membership } from './join-primary.js';
import { mergeMetrics, type WorkerMetrics } from './merge-metrics.js';

/** Writes the metrics of all workers. */
export type CollectMetrics = (form: MetricForm) => Promise<string>;

const topic = 'metrics';
/** A worker that takes longer is left out; a scraper waits for 10 s. */
const waitMs = 1_000;

interface Question {
  readonly asker: string;
  readonly id: number;
  readonly form: MetricForm;
}

interface Answer extends WorkerMetrics {
  readonly id: number;
}

/** Answers the other workers from here on. */
export function collectMetrics(
  { store: { notices, mailbox }, number, countServing }: Pick<Membership, 'store' | 'number' | 'countServing'>,
  metrics: Pick<Metrics, 'write'>,
): CollectMetrics {
  const waiting = new Map<number, (answer: Answer) => void>();
  let lastId = 0;
  notices.follow(topic, (notice) => {
    const { asker, id, form } = notice as unknown as Question; // another worker wrote it below
    const answer = { id, number, text: metrics.write(form) };
    mailbox.send(asker, topic, answer as unknown as JsonValue).catch(() => undefined);
  });
  mailbox.receive(topic, (letter) => {
    const answer = letter as unknown as Answer; // another worker wrote it above
    waiting.get(answer.id)?.(answer);
  });
  return async (form) => {
    const id = ++lastId;
    const answers: Answer[] = [];
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, waitMs);
      waiting.set(id, (answer) => {
        answers.push(answer);
        if (answers.length < countServing()) return;
        clearTimeout(timer);
        resolve();
      });
      const question: Question = { asker: mailbox.address, id, form };
      notices.publish(topic, question as unknown as JsonValue).catch(() => resolve());
    });
    waiting.delete(id);
    return mergeMetrics(answers.toSorted((a, b) => a.number - b.number));
  };
}
