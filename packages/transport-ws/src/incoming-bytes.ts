/**
 * Counts the bytes of messages: as they come, and on until the handler of a message is done with it.
 *
 * Knows of frames only that a message is at least as long as its text, so it counts somewhat more than there is: at most what one
 * reading of the network brought.
 */
import type { Budget } from '@sigil/core/engine';

/** Length of the head of a control frame whose payload is masked. RFC 6455 §5.2, §5.5 */
const controlHeadBytes = 6;

export class IncomingBytes {
  #onTheWay = 0;
  #lastPiece = 0;

  constructor(private readonly budget: Budget) {}

  /** Something came. @returns the budget that has no room for it: then it is not counted */
  onPiece(bytes: number): Budget | undefined {
    const full = this.budget.take(bytes);
    if (full) return full;
    this.#onTheWay += bytes;
    this.#lastPiece = bytes;
    return undefined;
  }

  /** A message is complete. @returns how much of the budget is to be given back once it is handled */
  onMessage(bytes: number): number {
    const counted = Math.min(bytes, this.#onTheWay);
    this.#onTheWay -= counted;
    this.#setOnTheWay(Math.min(this.#onTheWay, this.#lastPiece));
    return counted;
  }

  /** A ping or a pong came, in between. */
  onControl(bytes: number): void {
    this.#setOnTheWay(Math.max(0, this.#onTheWay - bytes - controlHeadBytes));
  }

  /** Nothing comes any more, and what was on its way is dropped. */
  close(): void {
    this.#setOnTheWay(0);
  }

  #setOnTheWay(bytes: number): void {
    this.budget.give(this.#onTheWay - bytes);
    this.#onTheWay = bytes;
  }
}
