/**
 * Speaks to a server that is a program on this machine: one message per line, over its standard input and output.
 *
 * The program leads its own process group, which is ended as a whole. Spec: 2025-11-25 basic/transports#stdio
 */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { TextLineSplitter, withoutLineEnd } from '@sigil/core/internal';
import { ProcessGroup } from '../processes/process-group.js';
import { ConnectionError } from '../errors/connection-error.js';
import type { Connection, ConnectionEvents, ConnectionAnswer, ConnectionRequest } from './connection.js';
import { PendingRequests } from './pending-requests.js';
import { requireUnreadRoom } from './unread-limit.js';

/** The program, and the limits of speaking to it. */
export interface StdioOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string | undefined;
  /** The whole environment of the program. */
  readonly environment: Readonly<Record<string, string>>;
  readonly maxMessageBytes: number;
  /** Limit of unread bytes, above which nothing more is written. */
  readonly maxBufferedBytes: number;
  /** Milliseconds within which a program above that limit must read or write something. */
  readonly healthMs: number;
  /** Time that the program has to end after its input is closed, and again after SIGTERM. */
  readonly killGraceMs: number;
}

/** The longest time between the end of a program and the end of its output, in either order. */
const drainMs = 1_000;

export class StdioConnection implements Connection {
  readonly isHttp = false;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #pending: PendingRequests;
  readonly #exited: Promise<void>;
  #group: ProcessGroup | undefined;
  /** True if nothing more can be sent. */
  #isOver = false;
  /** The reason why this connection ended the program. */
  #why: Error | undefined;
  #isClosed = false;
  #stall: ReturnType<typeof setTimeout> | undefined;
  /** True if the program has written since the watch began. */
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
    const messages = new TextLineSplitter(maxMessageBytes);
    this.#child.stdout.on('data', (chunk: Buffer) => {
      this.#hasSpoken = true;
      this.#guarded(() => {
        for (const line of messages.add(chunk)) this.#read(requireWhole(line, maxMessageBytes));
      });
    });
    this.#child.stdout.once('close', () => this.#giveUpSoon('closed its output'));
    const log = new TextLineSplitter(longestLogLine);
    const report = (line: string): void => events.onLog?.(withoutLineEnd(line));
    this.#child.stderr.on('data', (chunk: Buffer) => log.add(chunk).forEach(report));
    this.#child.stderr.once('end', () => {
      const last = log.end();
      if (last !== undefined) report(last);
    });
    this.#child.stdin.on('error', () => this.#giveUpSoon('closed its input'));
  }

  request(request: ConnectionRequest): Promise<ConnectionAnswer> {
    if (this.#isOver) return Promise.reject(this.#gone());
    const answer = this.#pending.add(request);
    this.#pending.send(request, (text) => this.#write(text));
    return answer;
  }

  async send(text: string): Promise<void> {
    if (!this.#isOver) this.#write(text);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#fail(new ConnectionError('closed', 'the connection to the server was closed'));
    const { killGraceMs } = this.options;
    this.#child.stdin.end();
    const timer = setTimeout(() => this.#group?.terminate(killGraceMs), killGraceMs);
    await this.#exited;
    clearTimeout(timer);
  }

  /** @throws ConnectionError when too much is unread already */
  #write(text: string): void {
    const { stdin } = this.#child;
    const { maxBufferedBytes } = this.options;
    if (stdin.writableLength > maxBufferedBytes) this.#watchStall();
    requireUnreadRoom(stdin.writableLength, maxBufferedBytes);
    stdin.write(`${text}\n`);
  }

  /** Ends a program that neither reads nor writes for a while, with too much unread. It hangs, and a new one may work. */
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
      this.#giveUp(new ConnectionError('broken', 'the program of the server reads nothing any more'));
    }, healthMs).unref();
  }

  #read(line: string): void {
    if (line.trim() === '') return;
    // Many programs log to the wrong output. A message that is damaged may hold content of a call, which no log has.
    const isLog = !/^\s*[[{]/.test(line);
    this.#pending.receive(line, (why) => this.events.onLog?.(isLog ? line.slice(0, longestLogLine) : why));
  }

  #guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#giveUp(error instanceof Error ? error : this.#gone());
    }
  }

  /** Ends a program that is of no more use; does nothing when the program has ended. */
  #giveUp(error: Error): void {
    this.#why ??= error;
    this.#fail(error);
    this.#group?.terminate(this.options.killGraceMs);
  }

  /** Waits for the program's end first: a program that ends also closes its pipes, and its exit code says more. */
  #giveUpSoon(how: string): void {
    if (this.#isClosed) return;
    const error = new ConnectionError('broken', `the program of the server ${how}`);
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
        const why = `the program of the server cannot be run (${code})`;
        end(new ConnectionError('unreachable', why, { mayHaveRun: false }));
      });
      this.#child.once('exit', (code, signal) => {
        const how = code === null ? (signal ?? 'killed') : `exit code ${code}`;
        // Kills the processes that the program left.
        this.#group?.close();
        this.#group = undefined;
        this.#isOver = true;
        const ended = new ConnectionError('broken', `the program of the server ended (${how})`);
        void this.#drained().then(() => end(ended));
      });
    });
  }

  /** Reads the rest of the output after the program has ended. */
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

  #gone(): ConnectionError {
    return new ConnectionError('unreachable', 'the program of the server has ended', { mayHaveRun: false });
  }
}

/** The longest line of the log, in bytes or characters; a longer one is cut. */
const longestLogLine = 2_000;

/** Fails when Node could make no pipes, for want of file descriptors. @throws ConnectionError */
function requirePipes(child: ChildProcessWithoutNullStreams): void {
  const pipe: unknown = child.stdout;
  if (pipe) return;
  // The error is thrown here, so its event needs no listener.
  child.once('error', () => undefined);
  const why = 'the program of the server cannot be run (no file descriptors are left)';
  throw new ConnectionError('unreachable', why, { mayHaveRun: false });
}

/** @returns the line without its ending. @throws ConnectionError for a piece of a line that is too long */
function requireWhole(line: string, maxMessageBytes: number): string {
  if (line.endsWith('\n')) return withoutLineEnd(line);
  throw new ConnectionError(
    'unreadable',
    `the server sent a message of more than ${maxMessageBytes} bytes (limit maxMessageBytes)`,
  );
}
