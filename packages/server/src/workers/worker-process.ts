/**
 * The process of one worker: what it is told, and whether it comes to serve and to its end.
 */
import type { Worker } from 'node:cluster';
import { once } from 'node:events';
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
 * Lets it end its calls, which may take as long as its plugins are given. One whose code keeps it from hearing of it has no end of
 * its own and is killed.
 *
 * @param onStuck told before that @returns once it has ended
 */
export async function replaceWorker(worker: Worker, replyMs: number, onStuck: () => void): Promise<void> {
  if (worker.isDead()) return;
  const ended = once(worker, 'exit');
  const timer = setTimeout(() => {
    onStuck();
    worker.process.kill('SIGKILL');
  }, replyMs);
  worker.on('message', (message: FromWorker) => {
    if (message.to === 'primary' && message.kind === 'stopping') clearTimeout(timer);
  });
  send(worker, { to: 'worker', kind: 'stop', isReplaced: true });
  await ended;
  clearTimeout(timer);
}
