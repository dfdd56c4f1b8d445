/**
 * The program of a plugin's worker or process. It lives as long as its channel to the host.
 */
import { isMainThread, parentPort } from 'node:worker_threads';
import { PluginRunner } from './plugin-runner.js';
import { readBatch, type FromFar, type ToFar } from './link-messages.js';
import { hideExperimentalWarnings } from '../program/hide-experimental-warnings.js';
import { openLogWriter } from '../program/log-writer.js';
import { printThrough } from '../program/print-through.js';
import { refuseOwnKill } from '../program/refuse-exit.js';
import { surviveLateErrors } from '../program/survive-late-errors.js';
import { openMessageBatch } from './message-batch.js';
import { watchParent } from './watch-parent.js';

/** Pass on the unfinished lines of this process. */
const lineFlushers: (() => void)[] = [];

async function flush(): Promise<void> {
  for (const flushLine of lineFlushers) flushLine();
  const streams = [process.stdout, process.stderr];
  await Promise.all(streams.map((stream) => new Promise((resolve) => stream.write('', resolve))));
}

function serve(post: (batch: readonly FromFar[]) => void): (batch: unknown) => void {
  const plugin = new PluginRunner(openMessageBatch(post), flush);
  return (batch) => {
    for (const message of readBatch<ToFar>(batch)) plugin.receive(message);
  };
}

hideExperimentalWarnings();
// The host reads standard output and error, and logs the lines.
surviveLateErrors((line) => process.stderr.write(line));

if (isMainThread) {
  lineFlushers.push(printThrough(process.stdout, openLogWriter(1)), printThrough(process.stderr, openLogWriter(2)));
  const send = process.send?.bind(process);
  // Libraries that find this function take themselves for a child of their own kind.
  delete process.send;
  process.on(
    'message',
    serve((batch) => send?.(batch, () => undefined)),
  );
  // A terminal or a service manager signals the whole group; the host decides what its plugins do.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  watchParent(Number(process.argv[2]));
} else {
  refuseOwnKill();
  parentPort?.on(
    'message',
    serve((batch) => parentPort?.postMessage(batch)),
  );
}
