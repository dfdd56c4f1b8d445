/**
 * Answers that wait for their readers: counts their bytes, and ends or cuts them.
 */
import type { ServerResponse } from 'node:http';
import type { Budget } from '@sigil/core/engine';

/** Less than this is not counted before it is written: nearly always it leaves at once. */
export const countedFromBytes = 64 * 1024;

/** An answer that is written, and of which its reader has not taken all. */
export interface UnreadAnswer {
  /** Its length; from `countedFromBytes` on the bytes were taken from the budget before. */
  readonly bytes: number;
  readonly budget: Budget;
  readonly limits: StallLimits;
}

/** Ends an answer, and goes on counting it until its reader has all of it, or is gone. */
export function endUnread(response: ServerResponse, { bytes, budget, limits }: UnreadAnswer): void {
  if (!response.writableEnded) endOnceTaken(response);
  if (bytes < countedFromBytes && budget.take(bytes)) response.destroy();
  else if (response.closed) budget.give(bytes);
  else response.once('close', () => budget.give(bytes));
  cutIfStalled(response, limits);
}

/** The waiting bytes of one stream of events, as far as they are worth counting. */
export class UnreadEvents {
  #counted = 0;
  #isWatched = false;

  constructor(
    private readonly response: ServerResponse,
    private readonly budget: Budget,
  ) {}

  /** Counts anew, after events were written. A reader that there is no room for loses its connection. */
  count(): void {
    const { writableLength } = this.response;
    if (!this.#setTo(writableLength < countedFromBytes ? 0 : writableLength)) this.response.destroy();
    else if (this.#counted > 0) this.#watch();
  }

  /** The stream is over, or its reader gone. */
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

  /** @returns whether there was room */
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
 * Ends an answer of which all is written, once its reader has taken most of it: what has ended counts as sent for node:http, which
 * would cut it off in the middle when the server closes.
 */
export function endOnceTaken(response: ServerResponse): void {
  if (response.writableNeedDrain) response.once('drain', () => response.end());
  else response.end();
}

/**
 * Cuts the connection once its reader has taken nothing for `stallTimeoutMs` while more than `maxBufferedBytes` wait.
 * The socket's own timeout is used because it knows of bytes that left within one long write.
 */
export function cutIfStalled(response: ServerResponse, limits: StallLimits): void {
  if (response.writableLength <= limits.maxBufferedBytes) return;
  response.setTimeout(limits.stallTimeoutMs);
  if (response.listenerCount('timeout') > 0) return;
  response.on('timeout', () => {
    if (response.writableLength > limits.maxBufferedBytes) response.destroy();
  });
}
