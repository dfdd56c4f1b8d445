/**
 * The process of one worker: sends it messages, and waits until it serves or ends.
 */
import type { Worker } from 'node:cluster';
import { once } from 'node:events';
import type { WorkerLimits } from '../configuration/worker-limits.js';
import type { FromWorker, ToWorker } from './worker-messages.js';

/** The end of a process. */
export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly livedMs: number;
}

/** Describes the end for the log. */
export function howOf({ code, signal }: Ended): string {
  return signal ? `by ${signal}` : `with code ${code}`;
}

/** Sends a message; one to a worker that is ending is lost. */
export function send(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.process.send?.(message, () => undefined);
}

/** @returns whether it serves; false if it ended first */
export function untilItServes(worker: Worker): Promise<boolean> {
  return new Promise((resolve) => {
    worker.once('exit', () => resolve(false));
    worker.on('message', (message: FromWorker) => {
      if (message.to === 'primary' && message.kind === 'serving') resolve(true);
    });
  });
}

/**
 * Stops a worker and waits for it. A worker that does not answer or end within its limits is killed.
 *
 * @param onStuck called before the kill with the end of a sentence @returns once it has ended
 */
export async function replaceWorker(
  worker: Worker,
  { workerReplyTimeoutMs, workerEndTimeoutMs }: WorkerLimits,
  onStuck: (why: string) => void,
): Promise<void> {
  if (worker.isDead()) return;
  const ended = once(worker, 'exit');
  const killAfter = (ms: number, why: string): NodeJS.Timeout =>
    setTimeout(() => {
      onStuck(`${why} ${secondsOf(ms)} s`);
      worker.process.kill('SIGKILL');
    }, ms);
  let timer = killAfter(workerReplyTimeoutMs, 'does not answer for');
  worker.on('message', (message: FromWorker) => {
    if (message.to !== 'primary' || message.kind !== 'stopping') return;
    clearTimeout(timer);
    timer = killAfter(workerEndTimeoutMs, 'has not ended after');
  });
  send(worker, { to: 'worker', kind: 'stop', isReplaced: true });
  await ended;
  clearTimeout(timer);
}

/** Describes the end for the log. */
export function secondsOf(ms: number): number {
  return Math.round(ms / 100) / 10;
}
