/**
 * Rebuilds plugins while their sources change, in a process of its own, so that compiling never holds up a call.
 *
 * The plugin host sees the new build output by itself.
 */
import { spawn } from 'node:child_process';
import { childEnvironment } from '@sigil/plugin-host';
import type { PluginFolder } from '../configuration/find-plugin-folders.js';
import type { ServerLog } from '../log/server-log.js';

/** The builder, and the log that is told of its work. */
export interface WatchParts {
  /** Program and arguments; the folders are put behind them. */
  readonly builder: readonly string[];
  readonly log: ServerLog;
}

/** The builder while it watches; its starter closes it. */
export interface SourceWatcher {
  close(): void;
}

export function watchSources(
  folders: readonly PluginFolder[],
  { builder: [program = '', ...args], log }: WatchParts,
): SourceWatcher {
  const builder = spawn(program, [...args, ...folders.map(({ path }) => path)], {
    env: childEnvironment(),
    // The channel closes when this process ends, however it ends, and the builder ends with it.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let isClosing = false;
  // All that the builder says goes to standard error: over stdio, standard output is the protocol's.
  builder.stdout?.pipe(process.stderr, { end: false });
  builder.stderr?.pipe(process.stderr, { end: false });
  builder.on('exit', (code) => {
    if (!isClosing) log.problem('watch', `the builder ended with code ${code}; sources are no longer watched`);
  });
  return {
    close() {
      isClosing = true;
      builder.kill();
    },
  };
}
