/**
 * Serves a plugin with several processes: this one builds and supervises the others, which run the same command.
 */
import cluster from 'node:cluster';
import { build, ensureBuilt } from '../building/ensure-built.js';
import { CommandError, UsageError } from '../failures/command-error.js';
import type { Terminal } from '../terminal/terminal.js';
import { waitForInterrupt } from '../terminal/wait-for-interrupt.js';
import { servePlugin, type ServeRequest } from './serve-plugin.js';

/**
 * @param workers a number, or `auto`
 * @throws UsageError for any other value; CommandError when the plugin cannot be built, or no worker could serve
 */
export async function serveWithWorkers(request: ServeRequest, workers: string, terminal: Terminal): Promise<void> {
  const { joinPrimary, readWorkers, runWorkers } = await import('@sigil/server/workers');
  if (cluster.isWorker) {
    // Must run before Node's own listener, whose exit would be taken for a plugin's.
    process.prependOnceListener('disconnect', () => process.kill(process.pid, 'SIGKILL'));
    await servePlugin({ ...request, buildFirst: false, member: await joinPrimary() }, terminal);
    return;
  }
  const count = readCount(() => readWorkers({ flag: workers }));
  if (request.buildFirst) await build(request.folder, terminal, terminal.out);
  else await ensureBuilt(request.folder, terminal);
  if (terminal.interrupted.aborted) return;
  const { err } = terminal;
  const log = {
    note: (subject: string, text: string): void => err.line(`${err.paint.cyan(subject)} ${text}`),
    problem: (subject: string, text: string): void => err.line(`${err.paint.red(subject)} ${text}`),
  };
  const running = runWorkers({ workers: count, log, environment: process.env });
  void waitForInterrupt(terminal.interrupted).then(() => running.stop());
  if ((await running.ended) !== 0) throw new CommandError('no worker could serve; the lines above say why');
}

function readCount(read: () => number): number {
  try {
    return read();
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
