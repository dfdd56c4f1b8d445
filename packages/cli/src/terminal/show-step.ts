/**
 * Shows a command's current step in a terminal window, and its duration; a file or a pipe gets nothing.
 *
 * Another thread counts the time, because the compiler blocks this one for seconds.
 */
import { Worker } from 'node:worker_threads';
import type { OutputStream } from './output-stream.js';
import type { Terminal } from './terminal.js';

const clearLine = '\r\u001b[2K';

/** Runs in the other thread: rewrites the line with the time once a second. */
const ticker = `
const { workerData: { fd, text } } = require('node:worker_threads');
const { writeSync } = require('node:fs');
const startedAt = Date.now();
setInterval(() => writeSync(fd, '\\r\\u001b[2K' + text + ' ' + Math.round((Date.now() - startedAt) / 1000) + ' s'), 1000);
`;

/** Shows the step until the work is done; the work itself must not write to the terminal. */
export async function showStep<Result>(
  step: string,
  { err, stderr, env }: Pick<Terminal, 'err' | 'stderr' | 'env'>,
  work: () => Promise<Result>,
): Promise<Result> {
  if (err.columns === undefined || env['TERM'] === 'dumb') return work();
  const text = `${step} …`;
  stderr.write(err.paint.dim(text));
  const counting = countSeconds(err.paint.dim(text), stderr);
  try {
    return await work();
  } finally {
    await counting?.terminate();
    stderr.write(clearLine);
  }
}

/** Starts the counter; a stream without a descriptor, as in tests, shows the step and no time. */
function countSeconds(text: string, stream: OutputStream & { readonly fd?: number }): Worker | undefined {
  if (stream.fd === undefined) return undefined;
  const worker = new Worker(ticker, { eval: true, workerData: { fd: stream.fd, text } });
  worker.unref();
  return worker;
}
