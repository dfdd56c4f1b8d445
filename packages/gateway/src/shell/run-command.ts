/**
 * Runs one command: its input in, its output out within limits, and an end in every case.
 *
 * Starts no shell. A command that takes too long or is no longer wanted is ended with everything that it started; one that
 * writes more than is kept runs on unread to its end.
 */
import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { OutputCollector, type Output } from './collect-output.js';
import type { CommandLine } from './command-form.js';
import { ProcessGroup } from '../processes/process-group.js';
import type { LineSplitter } from './split-lines.js';

/** The program to run, and its limits. Times in milliseconds. */
export interface CommandRun {
  readonly line: CommandLine;
  readonly cwd: string | undefined;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly killGraceMs: number;
  readonly maxOutputBytes: number;
}

/** The call that waits for the command. */
export interface CommandListener {
  /** Ends the command when it aborts. */
  readonly signal: AbortSignal;
  readonly reader?: OutputReader;
}

/** The reader of the standard output while it comes. */
export interface OutputReader {
  readonly lines: LineSplitter;
  /** Gets each line; no more of the output is read until the promise settles. */
  readonly tell: (line: string) => Promise<void>;
  /** Read all of the output and keep nothing of it; else only what is kept is read. */
  readonly isStream: boolean;
}

/** The way in which a command ended. */
export type CommandEnd =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'killed'; readonly signal: string }
  | { readonly kind: 'timed-out' }
  /** `code` is the system's, such as `ENOENT`. */
  | { readonly kind: 'not-started'; readonly code: string };

/** The output and the end of a command. */
export interface CommandOutcome {
  readonly end: CommandEnd;
  readonly stdout: Output;
  readonly stderr: Output;
}

/** Time for which the output of a command that has ended may stay open: something of it may have left its group. */
const openOutputMs = 500;

/** Never rejects. Settles when the command and everything in its group has ended. */
export async function runCommand(run: CommandRun, listener: CommandListener): Promise<CommandOutcome> {
  const started = await start(run);
  if ('code' in started) return { end: { kind: 'not-started', code: started.code }, stdout: nothing, stderr: nothing };
  return new RunningCommand(started.child, run, listener).outcome();
}

const nothing: Output = { bytes: new Uint8Array(), totalBytes: 0 };

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
    // A failure from here on, such as a signal, shows in how the command ends.
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
    private readonly listener: CommandListener,
  ) {
    this.#group = new ProcessGroup(child.pid ?? 0);
    this.#stdout = new OutputCollector(run.maxOutputBytes);
    this.#stderr = new OutputCollector(run.maxOutputBytes);
  }

  async outcome(): Promise<CommandOutcome> {
    const { child, run, listener } = this;
    const stop = (): void => this.#stop();
    const timer = setTimeout(() => {
      this.#hasTimedOut = true;
      stop();
    }, run.timeoutMs);
    listener.signal.addEventListener('abort', stop);
    if (listener.signal.aborted) stop();
    const end = this.#untilEnd();
    this.#writeInput();
    // Both are pipes: that is how the command was started.
    const { stdout, stderr } = child as ChildProcessWithoutNullStreams;
    await Promise.all([end, this.#read(stdout, this.#stdout, listener.reader), this.#read(stderr, this.#stderr)]);
    clearTimeout(timer);
    clearInterval(this.#closing);
    listener.signal.removeEventListener('abort', stop);
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
      // A reader that is slow has not seen everything yet.
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
      // Closed before its end, because the command has ended: what came until then is its output.
    }
    if (reader) await this.#tell(reader.lines.end(), reader);
  }

  async #tell(lines: readonly string[], { tell }: OutputReader): Promise<void> {
    this.#isTelling = true;
    for (const line of lines) {
      if (this.#isStopped) break;
      // A reader that cannot be told is not waited for, and the command goes on.
      await Promise.race([tell(line).catch(() => undefined), this.#stopped]);
    }
    this.#isTelling = false;
  }
}
