/**
 * Counts the bytes of messages from their arrival until the handler of a message is done with it.
 *
 * Assumes only that a message is at least as long as its text, so it may overcount, at most by one read from the network.
 */
import type { Budget } from '@sigil/core/internal';

/** Length of the header of a control frame with a masked payload. RFC 6455 §5.2, §5.5 */
const controlHeadBytes = 6;

export class IncomingBytes {
  #onTheWay = 0;
  #lastPiece = 0;

  constructor(private readonly budget: Budget) {}

  /** Counts a received piece. @returns the exhausted budget, if any: then it is not counted */
  onPiece(bytes: number): Budget | undefined {
    const full = this.budget.take(bytes);
    if (full) return full;
    this.#onTheWay += bytes;
    this.#lastPiece = bytes;
    return undefined;
  }

  /** Records a complete message. @returns the bytes to give back to the budget once it is handled */
  onMessage(bytes: number): number {
    const counted = Math.min(bytes, this.#onTheWay);
    this.#onTheWay -= counted;
    this.#setOnTheWay(Math.min(this.#onTheWay, this.#lastPiece));
    return counted;
  }

  /** Subtracts a ping or pong that arrived in between. */
  onControl(bytes: number): void {
    this.#setOnTheWay(Math.max(0, this.#onTheWay - bytes - controlHeadBytes));
  }

  /** Releases the bytes of incomplete messages; nothing more arrives. */
  close(): void {
    this.#setOnTheWay(0);
  }

  #setOnTheWay(bytes: number): void {
    this.budget.give(this.#onTheWay - bytes);
    this.#onTheWay = bytes;
  }
}
