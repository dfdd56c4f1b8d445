#!/usr/bin/env node
/**
 * The `sigil` command as a process: its streams, signals and exit code. Everything else is `runSigil`.
 */
import cluster from 'node:cluster';
import { containPlugins, watchLauncher } from '@sigil/plugin-host/program';
import { guardStdout } from '@sigil/transport-stdio/guard-stdout';
import { expectShortRun, isServing, isShortRun } from './building/expect-short-run.js';
import { runSigil } from './run-sigil.js';
import type { OutputStream } from './terminal/output-stream.js';
import { endingSignals } from './terminal/ending-signals.js';
import { openLogStream } from './terminal/open-log-stream.js';
import { openTerminal } from './terminal/terminal.js';

/** The exit code that a shell reports for a process that SIGINT ended. */
const exitCodeOfSigint = 130;

const args = process.argv.slice(2);
// A command that only compiles runs no plugin.
const contained = isShortRun(args) ? undefined : containPlugins();
const exit = contained?.exit ?? ((code: number): never => process.exit(code));
// Guard before loading any plugin's code: what it prints goes to standard error.
const { output } = guardStdout();
const stdout: OutputStream = Object.defineProperties(output, {
  isTTY: { value: process.stdout.isTTY },
  columns: { get: () => process.stdout.columns },
});

// Lines of the command go past the unfinished ones of plugins. A terminal shows both at once, and prompts draw on it.
const stderr: OutputStream = contained && !process.stderr.isTTY ? openLogStream(contained) : process.stderr;

if (isShortRun(args)) expectShortRun();

const interruption = new AbortController();
const onSignal = (signal: NodeJS.Signals): void => {
  if (interruption.signal.aborted && signal === 'SIGINT') exit(exitCodeOfSigint);
  interruption.abort();
};
const signals = endingSignals(process.stdin);
for (const signal of signals) process.on(signal, onSignal);
/** Without a listener, the system ends the process even while the compiler blocks the event loop. */
async function whileBlocked<Result>(work: () => Promise<Result>): Promise<Result> {
  for (const signal of signals) process.off(signal, onSignal);
  try {
    return await work();
  } finally {
    for (const signal of signals) process.on(signal, onSignal);
  }
}
if (!isShortRun(args) && cluster.isPrimary) watchLauncher(() => interruption.abort());
// The channel to the parent process closed: the parent is gone.
process.on('disconnect', () => interruption.abort());
// A reader that closes early (`sigil list . | head -1`) is no failure, and must not end a command that serves others or
// writes files. A conversation on standard output ends by itself when its pipe breaks.
stdout.on('error', () => {
  if (!isServing(args) && !isShortRun(args)) interruption.abort();
});
process.stderr.on('error', () => undefined);

const exitCode = await runSigil(
  args,
  openTerminal({
    stdin: process.stdin,
    stdout,
    stderr,
    env: process.env,
    cwd: process.cwd(),
    interrupted: interruption.signal,
    whileBlocked: isServing(args) ? whileBlocked : undefined,
  }),
);
// Timers and sockets that a plugin left open do not keep a finished command alive, but pending output must be flushed.
stdout.write('', () => exit(exitCode));
