/**
 * Answers that wait for their readers: counts their bytes, and ends answers or disconnects readers.
 */
import type { ServerResponse } from 'node:http';
import type { Budget } from '@sigil/core/internal';

/** Shorter answers are not counted before they are written: most leave immediately. */
export const countedFromBytes = 64 * 1024;

/**
 * Ends a written answer that its reader has not taken completely, and keeps counting it until its reader has all of it, or is gone.
 *
 * @param bytes its length; from `countedFromBytes` on, they were already taken from the budget
 */
export function endUnread(response: ServerResponse, bytes: number, budget: Budget, limits: StallLimits): void {
  if (!response.writableEnded) endOnceTaken(response);
  if (bytes < countedFromBytes && budget.take(bytes)) response.destroy();
  else if (response.closed) budget.give(bytes);
  else response.once('close', () => budget.give(bytes));
  cutIfStalled(response, limits);
}

/** The unread bytes of one event stream, counted once they are worth it. */
export class UnreadEvents {
  #counted = 0;
  #isWatched = false;

  constructor(
    private readonly response: ServerResponse,
    private readonly budget: Budget,
  ) {}

  /** Updates the count after events were written. Disconnects the reader if the budget is exhausted. */
  count(): void {
    const { writableLength } = this.response;
    if (!this.#setTo(writableLength < countedFromBytes ? 0 : writableLength)) this.response.destroy();
    else if (this.#counted > 0) this.#watch();
  }

  /** Stops counting: the stream has ended, or its reader is gone. */
  forget(): void {
    this.#setTo(0);
  }

  #watch(): void {
    if (this.#isWatched) return;
    this.#isWatched = true;
    this.response.once('drain', () => {
      this.#isWatched = false;
      this.count();
    });
  }

  /** @returns whether the budget had room */
  #setTo(bytes: number): boolean {
    const more = bytes - this.#counted;
    if (more > 0 && this.budget.take(more)) return false;
    if (more < 0) this.budget.give(-more);
    this.#counted = bytes;
    return true;
  }
}

/** See `EndpointLimits`. */
export interface StallLimits {
  readonly maxBufferedBytes: number;
  readonly stallTimeoutMs: number;
}

/**
 * Ends a fully written answer once its reader has taken most of it: node:http considers an ended response sent, and would
 * truncate it when the server closes.
 */
export function endOnceTaken(response: ServerResponse): void {
  if (response.writableNeedDrain) response.once('drain', () => response.end());
  else response.end();
}

/**
 * Disconnects the reader after it has taken nothing for `stallTimeoutMs` with more than `maxBufferedBytes` unread. The socket's
 * own timeout is used because it notices partial progress within one long write.
 */
export function cutIfStalled(response: ServerResponse, limits: StallLimits): void {
  if (response.writableLength <= limits.maxBufferedBytes) return;
  response.setTimeout(limits.stallTimeoutMs);
  if (response.listenerCount('timeout') > 0) return;
  response.on('timeout', () => {
    if (response.writableLength > limits.maxBufferedBytes) response.destroy();
  });
}
