/**
 * Joins the other workers of the primary: answers for this process, and asks them for theirs.
 */
import type { JsonValue } from '@sigil/core';
import type { MetricForm } from '@sigil/observe';
import type { SentCalls } from '@sigil/observe/dashboard';
import { askWorkers, type Asker } from './ask-workers.js';
import { mergeMetrics } from './merge-metrics.js';
import { readUsage } from './process-usage.js';
import type { FleetState } from './worker-messages.js';
import type { OwnWork, WorkerCalls, Workers } from './workers.js';

/** A worker's connection to its primary and, through it, to the other workers. */
export interface WorkerConnection extends Asker {
  readonly fleet: () => FleetState;
  /** Makes every worker look for changes. */
  readonly reloadAll: () => void;
  /** Sets a level of the log at every worker, including later ones. */
  readonly tellLevel: (module: string, level: string) => void;
}

const rollbacks = 'rolled back';
const handedOver = 'calls handed over';

/** Answers the other workers from here on, which a worker must do before it asks them. */
export function joinWorkers(connection: WorkerConnection, own: OwnWork): Workers {
  const { store, number, fleet, reloadAll, tellLevel } = connection;
  const { mailbox, notices } = store;
  const { metrics, recorder, clients, levels } = own;
  const askForMetrics = askWorkers(connection, 'metrics', (form: MetricForm) => metrics?.write(form) ?? '');
  const askForCalls = askWorkers(connection, 'calls', (): WorkerCalls | null =>
    recorder ? { calls: recorder.send(), usage: readUsage(clients) } : null,
  );
  const askToCancel = askWorkers(connection, 'cancel', (id: string) => recorder?.cancel(id) ?? false);
  const askWhoStays = askWorkers(connection, 'who stays', () => true);
  // Another worker sent it below.
  mailbox.receive(handedOver, (series) => recorder?.take(series as unknown as SentCalls['series']));
  notices.follow(rollbacks, (plugin) => own.reloadPlugin(String(plugin)));
  return {
    get state() {
      return fleet();
    },
    reload: async () => reloadAll(),
    async writeMetrics(form) {
      // A worker and its successor have the same labels, so only the successor's samples count.
      const answers = await askForMetrics(form);
      const texts = new Map(answers.map(({ number: place, answer: text }) => [place, { number: place, text }]));
      return mergeMetrics([...texts.values()]);
    },
    async readOtherCalls() {
      const others = (await askForCalls(null)).filter(({ from }) => from !== mailbox.address);
      return others.flatMap(({ answer }) => answer ?? []);
    },
    cancelCall: async (id) => (await askToCancel(id, (isCancelled) => isCancelled)).some(({ answer }) => answer),
    async handOverCalls() {
      if (!recorder) return;
      const others = (await askWhoStays(null)).filter((it) => !it.isEnding && it.from !== mailbox.address);
      const heir = others.find((it) => it.number === number) ?? others[0];
      if (heir) await mailbox.send(heir.from, handedOver, recorder.handOver() as unknown as JsonValue);
    },
    setLevel(module, level) {
      levels.set(module, level);
      tellLevel(module, level);
    },
    // If the primary is gone, this worker ends too.
    repeatRollback: (plugin) => void notices.publish(rollbacks, plugin).catch(() => undefined),
  };
}
