/**
 * Handles messages as they arrive, but the next one only when the peer has read its pending data and the event loop had its turn.
 *
 * One network read can bring many messages. A lone message costs nothing extra: the clock is read from the second concurrent
 * message on.
 */
import type { EventLoopYield } from '@sigil/core/internal';

/** The handlers of a queue's messages. */
export interface MessageQueueHandlers<Message> {
  readonly handle: (message: Message) => void;
  /** True while too much is unread; call `goOn` when that is over. */
  readonly isUnread: () => boolean;
  /** True while an earlier message is being handled, or its answer has not been written. */
  readonly isBusy: () => boolean;
  /** Called when messages begin to wait, and when none waits any more. */
  readonly onChange: () => void;
  readonly loop: EventLoopYield;
}

/** A queue of messages with one handler. */
export class MessageQueue<Message> {
  #waiting: Message[] = [];
  #next = 0;

  constructor(private readonly handlers: MessageQueueHandlers<Message>) {}

  /** True while messages wait. */
  get isWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** Handles the message immediately if nothing blocks it. */
  add(message: Message): void {
    const { handle, isBusy, onChange } = this.handlers;
    if (this.isWaiting) {
      this.#waiting.push(message);
    } else if (this.#hasToWait(isBusy())) {
      this.#waiting.push(message);
      onChange();
    } else handle(message);
  }

  /** Handles waiting messages as far as possible. */
  readonly goOn = (): void => {
    const { handle, onChange } = this.handlers;
    if (!this.isWaiting) return;
    while (this.#next < this.#waiting.length) {
      if (this.#hasToWait(true)) return;
      handle(this.#waiting[this.#next++]!);
    }
    this.clear();
    onChange();
  };

  /** Drops the waiting messages. @returns the dropped messages */
  clear(): Message[] {
    const forgotten = this.#waiting.slice(this.#next);
    this.#waiting = [];
    this.#next = 0;
    return forgotten;
  }

  /** Returns whether a message must wait; `goOn` is then called later. */
  #hasToWait(isBusy: boolean): boolean {
    const { isUnread, loop } = this.handlers;
    if (isUnread()) return true;
    const turn = isBusy ? loop.whenDue() : undefined;
    void turn?.then(this.goOn);
    return turn !== undefined;
  }
}
