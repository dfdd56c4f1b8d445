/**
 * The process of one worker: what it is told, and whether it comes to serve and to its end.
 */
import type { Worker } from 'node:cluster';
import { once } from 'node:events';
import type { WorkerLimits } from '../configuration/worker-limits.js';
import type { FromWorker, ToWorker } from './worker-messages.js';

/** How a process came to its end. */
export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly livedMs: number;
}

/** For the log. */
export function howOf({ code, signal }: Ended): string {
  return signal ? `by ${signal}` : `with code ${code}`;
}

/** A worker that is ending hears nothing. */
export function send(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.process.send?.(message, () => undefined);
}

/** @returns whether it serves; false once it has ended */
export function untilItServes(worker: Worker): Promise<boolean> {
  return new Promise((resolve) => {
    worker.once('exit', () => resolve(false));
    worker.on('message', (message: FromWorker) => {
      if (message.to === 'primary' && message.kind === 'serving') resolve(true);
    });
  });
}

/**
 * Lets it end its calls. One whose code keeps it from hearing of it, or from its end, has no end of its own and is killed.
 *
 * @param onStuck told before that, with the end of a sentence @returns once it has ended
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

/** For the log. */
export function secondsOf(ms: number): number {
  return Math.round(ms / 100) / 10;
}
