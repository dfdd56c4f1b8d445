/**
 * Writes a program's log so that its reader cannot block the program: lines that cannot be written wait in a bounded
 * queue, and lines that do not fit are dropped and counted.
 *
 * Knows nothing of the lines' content.
 */
import { writeSync } from 'node:fs';
import { countLines } from './count-lines.js';
import { openWithoutBlocking } from './nonblocking-output.js';

/** Accepts a program's output. It never throws, blocks or waits for a reader. */
export interface LogWriter {
  /** The descriptor to write to, non-blocking where the system can open it so. */
  readonly descriptor: number;
  /** @param onDone called later, once the text was written or dropped */
  write(text: string | Uint8Array, onDone?: () => void): void;
  /** Blocks until the queue is written, at most `flushTimeoutMs`; for the end of the process. */
  flush(): void;
}

/** Options of a writer. */
export interface LogWriterOptions {
  /** Most bytes that wait for a slow reader; beyond that, lines are dropped until it has caught up. */
  readonly maxQueuedLogBytes?: number;
  /** Writes a part of `bytes`, and returns its length; throws like `fs.writeSync`, which is the default. */
  readonly writePart?: (descriptor: number, bytes: Uint8Array, offset: number) => number;
}

interface Waiting {
  readonly bytes: Uint8Array;
  offset: number;
  readonly onDone: (() => void) | undefined;
  /** Number of dropped lines that a notice reports; 0 for a line of the program's own. */
  readonly tellsOf: number;
}

/** The default limit of a writer's queue. */
export const defaultMaxQueuedLogBytes = 1_048_576;

const retryMs = 50;
const flushTimeoutMs = 250;
const flushStepMs = 10;

/**
 * @param descriptor 1 or 2
 * @throws RangeError naming the limit when it is not a whole number of at least 1
 */
export function openLogWriter(descriptor: number, options: LogWriterOptions = {}): LogWriter {
  const { maxQueuedLogBytes = defaultMaxQueuedLogBytes, writePart = writeSync } = options;
  if (!Number.isSafeInteger(maxQueuedLogBytes) || maxQueuedLogBytes < 1)
    throw new RangeError(
      `limit maxQueuedLogBytes must be a whole number of at least 1, got ${String(maxQueuedLogBytes)}`,
    );
  const writer = new QueuedWriter(openWithoutBlocking(descriptor), maxQueuedLogBytes, writePart);
  process.on('exit', () => writer.flush());
  return writer;
}

/** The writer that has written a part of a line: others of this process wait, since both may write to the same file. */
let writingLine: QueuedWriter | undefined;

class QueuedWriter implements LogWriter {
  #queue: Waiting[] = [];
  #queuedBytes = 0;
  #droppedCount = 0;
  // True from the first dropped line until the queue is empty.
  #isDropping = false;
  #isWithinLine = false;
  #retry: NodeJS.Timeout | undefined;

  constructor(
    readonly descriptor: number,
    private readonly maxQueuedBytes: number,
    private readonly writePart: NonNullable<LogWriterOptions['writePart']>,
  ) {}

  write(text: string | Uint8Array, onDone?: () => void): void {
    const bytes = typeof text === 'string' ? Buffer.from(text) : Uint8Array.from(text);
    const isTooMuch = this.#queue.length > 0 && this.#queuedBytes + bytes.length > this.maxQueuedBytes;
    if (isTooMuch) this.#isDropping = true;
    // An empty write only asks when everything before it is written.
    if (this.#queue.length > 0 && this.#isDropping && bytes.length > 0) return this.#drop(bytes, onDone);
    this.#add({ bytes, offset: 0, onDone, tellsOf: 0 });
    if (!this.#retry) this.#writeQueue();
  }

  flush(): void {
    const clock = new Int32Array(new SharedArrayBuffer(4));
    for (let waited = 0; this.#queue.length > 0 && waited < flushTimeoutMs; waited += flushStepMs) {
      this.#writeQueue();
      if (this.#queue.length > 0) Atomics.wait(clock, 0, 0, flushStepMs);
    }
    clearTimeout(this.#retry);
    this.#retry = undefined;
  }

  #add(waiting: Waiting): void {
    if (this.#droppedCount > 0 && this.#queue.length === 0 && waiting.tellsOf === 0) this.#add(this.#notice());
    this.#queue.push(waiting);
    this.#queuedBytes += waiting.bytes.length;
  }

  #notice(): Waiting {
    const count = this.#droppedCount;
    const lines = count === 1 ? '1 line' : `${count} lines`;
    const start = this.#isWithinLine ? '\n' : '';
    const text = `${start}${lines} of the log could not be written and were dropped (limit maxQueuedLogBytes: ${this.maxQueuedBytes})\n`;
    return { bytes: Buffer.from(text), offset: 0, onDone: undefined, tellsOf: count };
  }

  #drop(bytes: Uint8Array, onDone: (() => void) | undefined): void {
    this.#droppedCount += countLines(bytes);
    if (onDone) process.nextTick(onDone);
  }

  #writeQueue(): void {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    if (writingLine && writingLine !== this) return this.#tryLater();
    try {
      for (let first = this.#queue[0]; first; first = this.#queue[0]) this.#writeFirst(first);
    } catch (error) {
      if (isForNow(error)) this.#tryLater();
      else this.#dropQueue();
    }
  }

  #writeFirst(first: Waiting): void {
    const { bytes, onDone, tellsOf } = first;
    while (first.offset < bytes.length) {
      first.offset += this.writePart(this.descriptor, bytes, first.offset);
      writingLine = first.offset < bytes.length ? this : undefined;
    }
    this.#queue.shift();
    this.#queuedBytes -= bytes.length;
    this.#droppedCount -= tellsOf;
    this.#isWithinLine = false;
    if (onDone) process.nextTick(onDone);
    if (this.#queue.length > 0) return;
    this.#isDropping = false;
    // Reports dropped lines as soon as the reader has caught up, since the next line may be long in coming.
    if (this.#droppedCount > 0) this.#add(this.#notice());
  }

  #tryLater(): void {
    this.#retry = setTimeout(() => this.#writeQueue(), retryMs).unref();
  }

  /** Drops everything after an error that will not pass, such as a full disk; the next line is tried again. */
  #dropQueue(): void {
    if (writingLine === this) writingLine = undefined;
    const lost = this.#queue;
    this.#isWithinLine ||= (lost[0]?.offset ?? 0) > 0;
    this.#queue = [];
    this.#queuedBytes = 0;
    this.#isDropping = false;
    for (const { bytes, onDone, tellsOf } of lost) {
      // The next notice counts the lines of a dropped notice.
      if (tellsOf === 0) this.#drop(bytes, onDone);
    }
  }
}

/** Returns whether the same write may succeed in a moment. */
function isForNow(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EAGAIN' || error.code === 'EINTR');
}
