/**
 * Asks the other workers for what their dashboards show, and to end calls that run there.
 */
import type { CallRecorder, SentCalls } from '@sigil/observe/dashboard';
import { readUsage, type ProcessUsage } from './process-usage.js';
import { askWorkers, type Asker } from './ask-workers.js';

/** The calls that another worker remembers, and its memory. */
export interface WorkerCalls {
  readonly calls: SentCalls;
  readonly usage: ProcessUsage;
}

/** The calls of the other workers. */
export interface CollectedCalls {
  read(): Promise<readonly WorkerCalls[]>;
  /** @returns whether a worker had the call */
  cancel(id: string): Promise<boolean>;
}

/** The parts of a worker that answer the others. */
export interface CollectedParts {
  readonly recorder: Pick<CallRecorder, 'send' | 'cancel'>;
  readonly clients: Parameters<typeof readUsage>[0];
}

/** Answers the other workers from here on. */
export function collectCalls(member: Asker, { recorder, clients }: CollectedParts): CollectedCalls {
  const ask = askWorkers(member, 'calls', (): WorkerCalls => ({ calls: recorder.send(), usage: readUsage(clients) }));
  const askToCancel = askWorkers(member, 'cancel', (id: string) => recorder.cancel(id));
  const { address } = member.store.mailbox;
  return {
    read: async () => (await ask(null)).filter(({ from }) => from !== address).map(({ answer }) => answer),
    cancel: async (id) => (await askToCancel(id, (isCancelled) => isCancelled)).some(({ answer }) => answer),
  };
}
