/**
 * Rebuilds plugins when their sources change, in a separate process, so that compiling never delays a call.
 *
 * The plugin host sees the new build output by itself.
 */
import { spawn } from 'node:child_process';
import { childEnvironment, readPrintedLines } from '@sigil/plugin-host';
import type { PluginFolder } from '../configuration/find-plugin-folders.js';
import type { ServerLog } from '../log/server-log.js';

/** The builder, and the log for its work. */
export interface WatchParts {
  /** Program and arguments; the folders are appended. */
  readonly builder: readonly string[];
  readonly log: ServerLog;
}

/** The running builder. The code that starts it closes it. */
export interface SourceWatcher {
  close(): void;
}

export function watchSources(
  folders: readonly PluginFolder[],
  { builder: [program = '', ...args], log }: WatchParts,
): SourceWatcher {
  const builder = spawn(program, [...args, ...folders.map(({ path }) => path)], {
    env: childEnvironment(),
    // The channel closes when this process ends in any way, and the builder ends with it.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let isClosing = false;
  // The builder's output goes to standard error, since standard output carries the protocol over stdio.
  for (const stream of [builder.stdout, builder.stderr])
    if (stream) readPrintedLines(stream, (line) => process.stderr.write(`${line}\n`));
  builder.on('exit', (code) => {
    if (!isClosing) log.problem('watch', `the builder ended with code ${code}; sources are no longer watched`);
  });
  return {
    close() {
      isClosing = true;
      // At once: a compiler blocks its event loop for seconds, and a build counts only when it is complete.
      builder.kill('SIGKILL');
    },
  };
}
