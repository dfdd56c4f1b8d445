/**
 * Serves one conversation over a pair of streams: a message per line in, a message per line out.
 *
 * Messages are handled as they come, so a slow call holds up nothing. Signals and the parent's death are the process's
 * affair, not ours. Spec: 2025-11-25 basic/transports#stdio, 2026-07-28 basic/transports/stdio
 */
import type { Readable, Writable } from 'node:stream';
import {
  Clients,
  EventLoopYield,
  openConversation,
  openNativeConversation,
  type Conversation,
  type Engine,
  type Fault,
  type NativeLimits,
  type Outlet,
  type Principal,
} from '@sigil/core/engine';
import { LineOutlet } from './line-outlet.js';
import { chooseStdioLimits, type StdioLimits } from './limits.js';
import { SerialQueue } from './serial-queue.js';
import { splitLines, type Line, type LineSplitter, type UnreadableLine } from './split-lines.js';

/** All optional: the defaults serve the process's own streams. */
export interface StdioOptions extends Partial<StdioLimits> {
  /** `process.stdin` when left out. */
  readonly input?: Readable;
  /** `process.stdout` when left out; better what `guardStdout` returns. */
  readonly output?: Writable;
  /** The caller; left out, it is `local` and has every scope. */
  readonly principal?: Principal | undefined;
  /** The account of the peer's bytes; without it the transport counts for itself. */
  readonly clients?: Clients;
  /** Told when a stream broke in another way than by the peer leaving, and of faults of ours. */
  readonly onFault?: (fault: Fault) => void;
}

/** A conversation under way. */
export interface StdioServer {
  /** Settles, without rejecting, when the peer is gone or `close` was called, and all that was to be sent has left. */
  readonly done: Promise<void>;
  /** Stops reading and aborts what runs. May be called again. @returns `done` */
  close(): Promise<void>;
}

/**
 * Begins to read, and serves until the peer is gone.
 *
 * @throws RangeError when a limit makes no sense
 */
export function serveStdio(engine: Engine, { principal, ...options }: StdioOptions = {}): StdioServer {
  return new PipeServer(options, (outlet) => openConversation(engine, outlet, principal));
}

/** Further options of the native view. */
export interface NativeStdioOptions extends StdioOptions {
  /** Those left out have their defaults. */
  readonly native?: Partial<NativeLimits>;
}

/**
 * The same with the native view instead of MCP: each tool is a method whose events follow as notifications.
 *
 * @throws RangeError when a limit makes no sense
 */
export function serveNativeStdio(
  engine: Engine,
  { native = {}, principal, ...options }: NativeStdioOptions = {},
): StdioServer {
  return new PipeServer(options, (outlet) => openNativeConversation(engine, outlet, { limits: native, principal }));
}

type OpenConversation = (outlet: Outlet) => Pick<Conversation, 'receive' | 'refuse' | 'close'>;

class PipeServer implements StdioServer {
  readonly done: Promise<void>;
  readonly #input: Readable;
  readonly #outlet: LineOutlet;
  readonly #conversation: ReturnType<OpenConversation>;
  readonly #splitter: LineSplitter;
  readonly #lines = new SerialQueue<Line>({
    handle: (line) => this.#receive(line),
    untilRead: () => this.#untilRead(),
    onWait: () => this.#pause(),
    onEmpty: () => this.#rest(),
    loop: new EventLoopYield({ nextTurn: (work) => void setImmediate(work) }),
  });
  readonly #limits: StdioLimits;
  readonly #onFault: (fault: Fault) => void;
  #running = 0;
  #onIdle: () => void = () => undefined;
  #isReading = true;
  #settle: () => void = () => undefined;

  constructor(options: Omit<StdioOptions, 'principal'>, open: OpenConversation) {
    const { input = process.stdin, output = process.stdout, onFault = () => undefined, clients, ...limits } = options;
    this.#onFault = onFault;
    this.#limits = chooseStdioLimits(limits);
    this.done = new Promise((resolve) => (this.#settle = resolve));
    const connection = (clients ?? new Clients()).of(undefined).connect();
    this.#outlet = new LineOutlet(output, connection, (error) => {
      if (error) onFault({ during: 'writing to the output', error });
      void this.close();
    });
    this.#conversation = open(this.#outlet);
    this.#splitter = splitLines(this.#limits.maxLineBytes);
    this.#input = input;
    input.on('error', (error) => {
      onFault({ during: 'reading from the input', error });
      void this.#end();
    });
    input.on('end', () => void this.#end()).on('close', () => void this.#end());
    input.on('data', this.#onData);
  }

  async close(): Promise<void> {
    this.#stopReading();
    this.#lines.clear();
    this.#conversation.close();
    await settledWithin(this.#limits.endGraceMs, this.#outlet.flushed());
    this.#settle();
  }

  readonly #onData = (chunk: Buffer | string): void => {
    this.#take(this.#splitter.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk));
  };

  /** Answers that need no waiting leave in one write. */
  #take(lines: Line[]): void {
    if (lines.length > 0) this.#outlet.hold();
    this.#lines.add(lines);
  }

  /** Sends the answers; no more is read while lines wait. */
  #pause(): void {
    this.#input.pause();
    this.#outlet.release();
    this.#outlet.hold();
  }

  /** Every line that came has been handled, as far as it can be without waiting. */
  #rest(): void {
    this.#outlet.release();
    this.#noteIdle();
    this.#readOn();
  }

  #readOn(): void {
    if (!this.#isReading || this.#lines.isAtWork) return;
    const read = this.#untilRead();
    if (read) {
      this.#input.pause();
      void read.then(() => this.#readOn());
    } else if (this.#input.isPaused()) this.#input.resume();
  }

  /** Lines that came in one piece are not handled either while their answers would only pile up. */
  #untilRead(): Promise<void> | undefined {
    return this.#outlet.bufferedBytes > this.#limits.maxBufferedBytes ? this.#outlet.drained() : undefined;
  }

  /** The peer says no more: what runs may still answer, but not for long. */
  async #end(): Promise<void> {
    if (!this.#isReading) return;
    this.#stopReading();
    const idle = new Promise<void>((resolve) => (this.#onIdle = resolve));
    this.#take(this.#splitter.end());
    this.#noteIdle();
    await settledWithin(this.#limits.endGraceMs, idle);
    await this.close();
  }

  #stopReading(): void {
    this.#isReading = false;
    this.#input.off('data', this.#onData).pause();
  }

  /** @returns whether all is done */
  #receive(line: Line): boolean {
    const handled =
      typeof line === 'string'
        ? this.#conversation.receive(line)
        : this.#conversation.refuse(this.#describe(line), line);
    if (!handled) return true;
    this.#running++;
    handled.then(this.#onReceived, this.#onBroken);
    return false;
  }

  readonly #onReceived = (): void => {
    this.#running--;
    this.#noteIdle();
  };

  readonly #onBroken = (error: unknown): void => {
    this.#onFault({ during: 'a message', error });
    this.#onReceived();
  };

  #noteIdle(): void {
    if (this.#running === 0 && !this.#lines.isAtWork) this.#onIdle();
  }

  #describe({ problem }: UnreadableLine): string {
    const tooLong = `the line is longer than ${this.#limits.maxLineBytes} bytes (limit maxLineBytes)`;
    return problem === 'too-long' ? tooLong : 'the line is not UTF-8';
  }
}

function settledWithin(ms: number, work: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    void work.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
