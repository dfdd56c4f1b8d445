/**
 * Serves one conversation over a pair of streams: one message per line in each direction.
 *
 * Messages are handled as they arrive, so a slow call blocks nothing. Signals and the parent's death are left to the process.
 * Spec: 2025-11-25 basic/transports#stdio, 2026-07-28 basic/transports/stdio
 */
import type { Readable, Writable } from 'node:stream';
import {
  Clients,
  openConversation,
  type Conversation,
  type ConversationOptions,
  type Engine,
  type Fault,
  type Outlet,
} from '@sigil/core/engine';
import { EventLoopYield, openNativeConversation, type NativeLimits } from '@sigil/core/internal';
import { LineQueue } from './line-queue.js';
import { LineOutlet } from './line-outlet.js';
import { chooseStdioLimits, type StdioLimits } from './limits.js';
import { readArrival, waiting, type Arrival } from './read-arrival.js';
import { SerialQueue } from './serial-queue.js';
import { LineReader, type Line, type UnreadableLine } from './line-reader.js';

/** The options of serving; the defaults serve the process's own streams. */
export interface StdioOptions extends Partial<StdioLimits>, ConversationOptions {
  /** Default: `process.stdin`. */
  readonly input?: Readable;
  /** Default: `process.stdout`; the result of `guardStdout` is safer. */
  readonly output?: Writable;
  /** The caller. Default: `local`, with every scope. */
  readonly principal?: ConversationOptions['principal'];
  /** The registry that counts the peer's bytes. Default: the transport counts on its own. */
  readonly clients?: Clients;
  /**
   * Settles when the server can say what it offers. Until then, at most `openingTimeoutMs`, it answers only handshakes and pings; everything
   * else waits, in its order. Default: it is open at once.
   */
  readonly opening?: PromiseLike<unknown> | undefined;
  /** Receives stream errors other than the peer leaving, and internal faults. */
  readonly onFault?: (fault: Fault) => void;
}

/** A running conversation. */
export interface StdioServer {
  /** Settles, without rejecting, when the peer is gone or `close` was called, and all output has been written. */
  readonly done: Promise<void>;
  /** Stops reading and aborts running work. May be called again. @returns `done` */
  close(): Promise<void>;
}

/**
 * Starts reading, and serves until the peer is gone.
 *
 * @throws RangeError when a limit makes no sense
 */
export function serveStdio(engine: Engine, { principal, strictLifecycle, ...options }: StdioOptions = {}): StdioServer {
  return new PipeServer(
    options,
    (outlet) => openConversation(engine, outlet, { principal, strictLifecycle }),
    (line) => readArrival(engine, line),
  );
}

/** The options of the native view, which has no handshake. */
export interface NativeStdioOptions extends Omit<StdioOptions, 'strictLifecycle'> {
  /** Limits that are left out take their defaults. */
  readonly native?: Partial<NativeLimits>;
}

/**
 * Serves the native view instead of MCP: each tool is a method whose events follow as notifications.
 *
 * @throws RangeError when a limit makes no sense
 */
export function serveNativeStdio(
  engine: Engine,
  { native = {}, principal, ...options }: NativeStdioOptions = {},
): StdioServer {
  return new PipeServer(
    options,
    (outlet) => openNativeConversation(engine, outlet, { limits: native, principal }),
    // It has no handshake, and nothing to cancel before a call has begun.
    () => waiting,
  );
}

type PipeConversation = Pick<Conversation, 'receive' | 'refuse' | 'close'>;

class PipeServer implements StdioServer {
  readonly done: Promise<void>;
  readonly #input: Readable;
  readonly #outlet: LineOutlet;
  readonly #conversation: PipeConversation;
  readonly #reader: LineReader;
  readonly #lines = new SerialQueue<Line>({
    handle: (line) => void this.#receive(line),
    untilRead: () => this.#untilRead(),
    onWait: () => this.#pause(),
    onEmpty: () => this.#rest(),
    loop: new EventLoopYield({ nextTurn: (work) => void setImmediate(work) }),
  });
  /** Absent once the server is open. */
  #held: LineQueue | undefined;
  readonly #limits: StdioLimits;
  readonly #onFault: (fault: Fault) => void;
  #running = 0;
  #onIdle: () => void = () => undefined;
  #isReading = true;
  #settle: () => void = () => undefined;

  /** @param read reads a line that arrives while the server opens */
  constructor(
    options: Omit<StdioOptions, 'principal' | 'strictLifecycle'>,
    open: (outlet: Outlet) => PipeConversation,
    read: (line: string) => Arrival,
  ) {
    const { clients, opening, input = process.stdin, output = process.stdout, ...others } = options;
    const { onFault = () => undefined, ...limits } = others;
    this.#onFault = onFault;
    this.#limits = chooseStdioLimits(limits);
    this.done = new Promise((resolve) => (this.#settle = resolve));
    const connection = (clients ?? new Clients()).of(undefined).connect();
    this.#outlet = new LineOutlet(output, connection, (error) => {
      if (error) onFault({ during: 'writing to the output', error });
      void this.close();
    });
    this.#conversation = open(this.#outlet);
    this.#reader = new LineReader(this.#limits.maxLineBytes);
    this.#held = opening && this.#holdUntil(opening, read);
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
    this.#held?.close();
    this.#lines.clear();
    this.#conversation.close();
    await settledWithin(this.#limits.endGraceMs, this.#outlet.flushed());
    this.#settle();
  }

  readonly #onData = (chunk: Buffer | string): void => {
    this.#take(this.#reader.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk));
  };

  #take(lines: Line[]): void {
    this.#handle(this.#held ? this.#held.hold(lines) : lines);
    if (this.#held?.isFull) this.#readOn();
  }

  /** Writes synchronous answers in one write. */
  #handle(lines: Line[]): void {
    if (lines.length > 0) this.#outlet.hold();
    this.#lines.add(lines);
  }

  #holdUntil(opening: PromiseLike<unknown>, read: (line: string) => Arrival): LineQueue {
    const { openingTimeoutMs, maxBufferedBytes: maxLength } = this.#limits;
    const onOpen = (lines: Line[]): void => {
      this.#held = undefined;
      this.#handle(lines);
    };
    return new LineQueue({ opening, openingTimeoutMs, maxLength, read, onOpen });
  }

  /** Sends the answers and stops reading while lines wait. */
  #pause(): void {
    this.#input.pause();
    this.#outlet.release();
    this.#outlet.hold();
  }

  /** Sends the answers and resumes reading: every line has been handled as far as possible without waiting. */
  #rest(): void {
    this.#outlet.release();
    this.#noteIdle();
    this.#readOn();
  }

  #readOn(): void {
    if (!this.#isReading || this.#lines.isAtWork) return;
    const read = this.#untilRead() ?? (this.#held?.isFull ? this.#held.opened : undefined);
    if (read) {
      this.#input.pause();
      void read.then(() => this.#readOn());
    } else if (this.#input.isPaused()) this.#input.resume();
  }

  /** Pauses even lines that have already been received, since their answers would only pile up. */
  #untilRead(): Promise<void> | undefined {
    return this.#outlet.bufferedBytes > this.#limits.maxBufferedBytes ? this.#outlet.drained() : undefined;
  }

  /** Handles the end of the input: running work may still answer, for a limited time that begins once no line waits for the opening. */
  async #end(): Promise<void> {
    if (!this.#isReading) return;
    this.#stopReading();
    const idle = new Promise<void>((resolve) => (this.#onIdle = resolve));
    this.#take(this.#reader.end());
    this.#noteIdle();
    if (this.#held?.isEmpty === false) await this.#held.opened;
    await settledWithin(this.#limits.endGraceMs, idle);
    await this.close();
  }

  #stopReading(): void {
    this.#isReading = false;
    this.#input.off('data', this.#onData).pause();
  }

  async #receive(line: Line): Promise<void> {
    this.#running++;
    try {
      if (typeof line === 'string') await this.#conversation.receive(line);
      else await this.#conversation.refuse(this.#describe(line), line);
    } catch (error) {
      this.#onFault({ during: 'a message', error });
    }
    this.#running--;
    this.#noteIdle();
  }

  #noteIdle(): void {
    const isWaiting = this.#lines.isAtWork || this.#held?.isEmpty === false;
    if (this.#running === 0 && !isWaiting) this.#onIdle();
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
