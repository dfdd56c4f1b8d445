/**
 * Speaks to an upstream server that is a program of this machine: a message a line, over its standard input and output.
 *
 * The program leads a process group of its own, which is ended as a whole. Spec: 2025-11-25 basic/transports#stdio
 */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { ProcessGroup } from '../../processes/process-group.js';
import { UpstreamError } from '../trouble/upstream-error.js';
import type { Connection, ConnectionEvents, UpstreamAnswer, UpstreamRequest } from './connection.js';
import { LineReader } from './line-reader.js';
import { PendingRequests } from './pending-requests.js';
import { requireRoom } from './unread.js';

/** The program, and the limits of speaking to it. */
export interface StdioOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string | undefined;
  /** All that the program sees. */
  readonly environment: Readonly<Record<string, string>>;
  readonly maxMessageBytes: number;
  /** With more that the program has not read, nothing is written. */
  readonly maxBufferedBytes: number;
  /** Milliseconds in which a program with too much unread has to read or say something. */
  readonly healthMs: number;
  /** Time to end after its input was closed, and again after SIGTERM. */
  readonly killGraceMs: number;
}

/** The end of a program and of its output belong together, and come in any order within so long. */
const drainMs = 1_000;

export class StdioConnection implements Connection {
  readonly isHttp = false;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #pending: PendingRequests;
  readonly #exited: Promise<void>;
  #group: ProcessGroup | undefined;
  /** Nothing is sent any more. */
  #isOver = false;
  /** Why it was ended by us. */
  #why: Error | undefined;
  #isClosed = false;
  #stall: ReturnType<typeof setTimeout> | undefined;
  /** Since the watch began. */
  #hasSpoken = false;

  constructor(
    private readonly options: StdioOptions,
    private readonly events: ConnectionEvents,
  ) {
    const { command, args, cwd, environment, maxMessageBytes } = options;
    this.#pending = new PendingRequests((message) => events.onMessage(message));
    this.#child = spawn(command, [...args], {
      env: environment,
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
      ...(cwd === undefined ? {} : { cwd }),
    });
    requirePipes(this.#child);
    this.#group = this.#child.pid === undefined ? undefined : new ProcessGroup(this.#child.pid);
    this.#exited = this.#untilExit();
    const lines = new LineReader(maxMessageBytes, (line) => this.#read(line));
    this.#child.stdout.on('data', (chunk: Buffer) => {
      this.#hasSpoken = true;
      this.#guarded(() => lines.add(chunk));
    });
    this.#child.stdout.once('close', () => this.#giveUpSoon('closed its output'));
    const log = new LineReader(longestLogLine, (line) => events.onLog?.(line));
    this.#child.stderr.on('data', (chunk: Buffer) => log.addCut(chunk));
    this.#child.stderr.once('end', () => log.end());
    this.#child.stdin.on('error', () => this.#giveUpSoon('closed its input'));
  }

  request(request: UpstreamRequest): Promise<UpstreamAnswer> {
    if (this.#isOver) return Promise.reject(this.#gone());
    const answer = this.#pending.add(request);
    this.#pending.send(request, (text) => this.#write(text));
    return answer;
  }

  async tell(text: string): Promise<void> {
    if (!this.#isOver) this.#write(text);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#fail(new UpstreamError('closed', 'the connection to the upstream server was closed'));
    const { killGraceMs } = this.options;
    this.#child.stdin.end();
    const timer = setTimeout(() => this.#group?.terminate(killGraceMs), killGraceMs);
    await this.#exited;
    clearTimeout(timer);
  }

  /** @throws UpstreamError when too much waits already */
  #write(text: string): void {
    const { stdin } = this.#child;
    const { maxBufferedBytes } = this.options;
    if (stdin.writableLength > maxBufferedBytes) this.#watchStall();
    requireRoom(stdin.writableLength, maxBufferedBytes);
    stdin.write(`${text}\n`);
  }

  /** Ends a program that reads and says nothing for a while, with too much unread: it hangs, and a new one may not. */
  #watchStall(): void {
    if (this.#stall) return;
    const { stdin } = this.#child;
    const { healthMs, maxBufferedBytes } = this.options;
    const { writableLength: before } = stdin;
    this.#hasSpoken = false;
    this.#stall = setTimeout(() => {
      this.#stall = undefined;
      const hasRead = stdin.writableLength < before || stdin.writableLength <= maxBufferedBytes;
      if (this.#isOver || this.#hasSpoken || hasRead) return;
      this.#giveUp(new UpstreamError('broken', 'the program of the upstream server reads nothing any more'));
    }, healthMs).unref();
  }

  #read(line: string): void {
    if (line.trim() === '') return;
    this.#pending.receive(line, (why) => this.events.onLog?.(why));
  }

  #guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#giveUp(error instanceof Error ? error : this.#gone());
    }
  }

  /** Ends a program that can be spoken to no more; without effect on one that has ended. */
  #giveUp(error: Error): void {
    this.#why ??= error;
    this.#fail(error);
    this.#group?.terminate(this.options.killGraceMs);
  }

  /** A program that has ended does so too, and its end says more. */
  #giveUpSoon(how: string): void {
    if (this.#isClosed) return;
    const error = new UpstreamError('broken', `the program of the upstream server ${how}`);
    setTimeout(() => this.#giveUp(error), drainMs).unref();
  }

  #untilExit(): Promise<void> {
    return new Promise((resolve) => {
      const end = (error: Error): void => {
        this.#fail(error);
        if (!this.#isClosed) this.events.onEnd(this.#why ?? error);
        resolve();
      };
      this.#child.once('error', (cause) => {
        const code = 'code' in cause ? String(cause.code) : 'unknown';
        end(new UpstreamError('broken', `the program of the upstream server cannot be run (${code})`));
      });
      this.#child.once('exit', (code, signal) => {
        const how = code === null ? (signal ?? 'killed') : `exit code ${code}`;
        // Nothing that it started goes on without it.
        this.#group?.close();
        this.#group = undefined;
        this.#isOver = true;
        const ended = new UpstreamError('broken', `the program of the upstream server ended (${how})`);
        void this.#drained().then(() => end(ended));
      });
    });
  }

  /** Reads to its end the output of a program that has ended. */
  #drained(): Promise<void> {
    const { stdout } = this.#child;
    return new Promise((resolve) => {
      if (stdout.closed) return resolve();
      const timer = setTimeout(resolve, drainMs);
      stdout.once('close', () => (clearTimeout(timer), resolve()));
    });
  }

  #fail(error: Error): void {
    this.#isOver = true;
    this.#pending.failAll(error);
  }

  #gone(): UpstreamError {
    return new UpstreamError('unreachable', 'the program of the upstream server has ended', { mayHaveRun: false });
  }
}

/** In characters; a longer one is cut. */
const longestLogLine = 2_000;

/** Where no file descriptors are left, Node starts nothing and makes no pipes. @throws UpstreamError */
function requirePipes(child: ChildProcessWithoutNullStreams): void {
  const pipe: unknown = child.stdout;
  if (pipe) return;
  // Thrown here, so nobody waits for the event.
  child.once('error', () => undefined);
  const why = 'the program of the upstream server cannot be run (no file descriptors are left)';
  throw new UpstreamError('unreachable', why, { mayHaveRun: false });
}
