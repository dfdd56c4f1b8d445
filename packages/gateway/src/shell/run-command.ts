/**
 * Runs one command with its input, limits its output, and makes sure that it ends.
 *
 * Starts no shell. When a command times out or is cancelled, it ends with everything that it started. A command that writes more than the
 * limit runs to its end.
 */
import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { OutputCollector, type Output } from './collect-output.js';
import type { CommandLine } from './command-form.js';
import { ProcessGroup } from '@sigil/client/internal';
import type { OutputLines } from './output-lines.js';

/** The program to run, and its limits. Times in milliseconds. */
export interface CommandRun {
  readonly line: CommandLine;
  readonly cwd: string | undefined;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly killGraceMs: number;
  readonly maxOutputBytes: number;
}

/** A reader of the standard output while the command runs. */
export interface OutputReader {
  readonly lines: OutputLines;
  /** Called with each line; reading pauses until the promise settles. */
  readonly tell: (line: string) => Promise<void>;
  /** True to read all of the output without keeping it; otherwise only the kept part is read. */
  readonly isStream: boolean;
}

/** The end of a command. */
export type CommandEnd =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'killed'; readonly signal: string }
  | { readonly kind: 'timed-out' }
  /** `code` is the system's error code, such as `ENOENT`. */
  | { readonly kind: 'not-started'; readonly code: string };

/** The output and the end of a command. */
export interface CommandOutcome {
  readonly end: CommandEnd;
  readonly stdout: Output;
  readonly stderr: Output;
}

/** How long the output may stay open after the command ended: a process may have left the group and hold it. */
const openOutputMs = 500;

/**
 * Never rejects. Settles when the command and everything in its group has ended.
 *
 * @param signal of the call that waits for the command: ends the command when it aborts
 */
export async function runCommand(run: CommandRun, signal: AbortSignal, reader?: OutputReader): Promise<CommandOutcome> {
  if (signal.aborted) return notStarted('ECANCELED');
  const started = await start(run);
  if ('code' in started) return notStarted(started.code);
  return new RunningCommand(started.child, run, reader).outcome(signal);
}

const nothing: Output = { bytes: new Uint8Array(), totalBytes: 0 };

function notStarted(code: string): CommandOutcome {
  return { end: { kind: 'not-started', code }, stdout: nothing, stderr: nothing };
}

async function start({
  line,
  cwd,
  environment,
}: CommandRun): Promise<{ readonly child: ChildProcess } | { readonly code: string }> {
  try {
    const child = spawn(line.file, [...line.args], {
      env: environment,
      detached: true,
      stdio: [line.stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      ...(cwd === undefined ? {} : { cwd }),
    });
    await once(child, 'spawn');
    // Later failures, such as of a signal, show in how the command ends.
    child.on('error', () => undefined);
    return { child };
  } catch (error) {
    return { code: error instanceof Error && 'code' in error ? String(error.code) : 'unknown' };
  }
}

class RunningCommand {
  readonly #group: ProcessGroup;
  readonly #stdout: OutputCollector;
  readonly #stderr: OutputCollector;
  #hasTimedOut = false;
  #isTelling = false;
  #tellStopped: () => void = () => undefined;
  readonly #stopped = new Promise<void>((resolve) => (this.#tellStopped = resolve));
  #isStopped = false;
  #closing: ReturnType<typeof setInterval> | undefined;

  constructor(
    private readonly child: ChildProcess,
    private readonly run: CommandRun,
    private readonly reader: OutputReader | undefined,
  ) {
    this.#group = new ProcessGroup(child.pid ?? 0);
    this.#stdout = new OutputCollector(run.maxOutputBytes);
    this.#stderr = new OutputCollector(run.maxOutputBytes);
  }

  /** @param signal ends the command when it aborts */
  async outcome(signal: AbortSignal): Promise<CommandOutcome> {
    const { child, run, reader } = this;
    const stop = (): void => this.#stop();
    const timer = setTimeout(() => {
      this.#hasTimedOut = true;
      stop();
    }, run.timeoutMs);
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    const end = this.#untilEnd();
    this.#writeInput();
    // Both are pipes, since the command was started with pipes.
    const { stdout, stderr } = child as ChildProcessWithoutNullStreams;
    await Promise.all([end, this.#read(stdout, this.#stdout, reader), this.#read(stderr, this.#stderr)]);
    clearTimeout(timer);
    clearInterval(this.#closing);
    signal.removeEventListener('abort', stop);
    return { end: await end, stdout: this.#stdout.collected(), stderr: this.#stderr.collected() };
  }

  #stop(): void {
    this.#isStopped = true;
    this.#tellStopped();
    this.#group.terminate(this.run.killGraceMs);
  }

  #untilEnd(): Promise<CommandEnd> {
    return new Promise((resolve) => {
      this.child.once('exit', (code, signal) => {
        this.#group.close();
        this.#closeOutputSoon();
        if (this.#hasTimedOut) resolve({ kind: 'timed-out' });
        else resolve(code === null ? { kind: 'killed', signal: signal ?? 'unknown' } : { kind: 'exited', code });
      });
    });
  }

  #closeOutputSoon(): void {
    const { stdout, stderr } = this.child;
    this.#closing = setInterval(() => {
      // A slow reader has not received everything yet.
      if (this.#isTelling) return;
      stdout?.destroy();
      stderr?.destroy();
    }, openOutputMs);
  }

  #writeInput(): void {
    const { stdin } = this.child;
    // A command need not read its input.
    stdin?.on('error', () => undefined);
    stdin?.end(this.run.line.stdin);
  }

  async #read(stream: Readable, collector: OutputCollector, reader?: OutputReader): Promise<void> {
    try {
      for await (const chunk of stream as AsyncIterable<Uint8Array>) {
        const read = reader?.isStream ? chunk : collector.add(chunk);
        if (reader) await this.#tell(reader.lines.add(read), reader);
      }
    } catch {
      // The stream was closed after the command ended; everything read so far is its output.
    }
    if (reader) await this.#tell(reader.lines.end(), reader);
  }

  async #tell(lines: readonly string[], { tell }: OutputReader): Promise<void> {
    this.#isTelling = true;
    for (const line of lines) {
      if (this.#isStopped) break;
      // A reader that fails is ignored, and the command goes on.
      await Promise.race([tell(line).catch(() => undefined), this.#stopped]);
    }
    this.#isTelling = false;
  }
}
