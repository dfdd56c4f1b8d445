/**
 * Asks the other workers for the calls on their dashboards, and to end calls that run there; hands over the data that outlive this one.
 */
import type { JsonValue } from '@sigil/core';
import type { CallRecorder, SentCalls } from '@sigil/observe/dashboard';
import { readUsage, type ProcessUsage } from './process-usage.js';
import { askWorkers, type Asker } from './ask-workers.js';

/** The recorded calls of another worker, and its memory. */
export interface WorkerCalls {
  readonly calls: SentCalls;
  readonly usage: ProcessUsage;
}

/** The calls of the other workers. */
export interface CollectedCalls {
  read(): Promise<readonly WorkerCalls[]>;
  /** @returns whether a worker had the call */
  cancel(id: string): Promise<boolean>;
  /** Gives this worker's counts to its successor, or to any other worker. Called when its calls have ended. */
  handOver(): Promise<void>;
}

/** The dependencies of answering other workers. */
export interface CollectedParts {
  readonly recorder: Pick<CallRecorder, 'send' | 'cancel' | 'handOver' | 'take'>;
  readonly clients: Parameters<typeof readUsage>[0];
}

const handedOver = 'calls handed over';

/** Answers the other workers from here on. */
export function collectCalls(member: Asker, { recorder, clients }: CollectedParts): CollectedCalls {
  const ask = askWorkers(member, 'calls', (): WorkerCalls => ({ calls: recorder.send(), usage: readUsage(clients) }));
  const askToCancel = askWorkers(member, 'cancel', (id: string) => recorder.cancel(id));
  const askWhoStays = askWorkers(member, 'who stays', () => true);
  const { mailbox } = member.store;
  // Another worker sent it below.
  mailbox.receive(handedOver, (series) => recorder.take(series as unknown as SentCalls['series']));
  return {
    read: async () => (await ask(null)).filter(({ from }) => from !== mailbox.address).map(({ answer }) => answer),
    cancel: async (id) => (await askToCancel(id, (isCancelled) => isCancelled)).some(({ answer }) => answer),
    async handOver() {
      const others = (await askWhoStays(null)).filter((it) => !it.isEnding && it.from !== mailbox.address);
      const heir = others.find(({ number }) => number === member.number) ?? others[0];
      if (heir) await mailbox.send(heir.from, handedOver, recorder.handOver() as unknown as JsonValue);
    },
  };
}
