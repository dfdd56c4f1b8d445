/**
 * Handles messages as they come, but no further one until the peer has read what waits for it and the event loop had its turn.
 *
 * One piece of the network can bring many messages. A lone message costs nothing here: the time is looked at from the second on
 * that came while others were at work.
 */
import type { EventLoopYield } from '@sigil/core/engine';

/** The handlers of a queue's messages. */
export interface MessageQueueHandlers<Message> {
  readonly handle: (message: Message) => void;
  /** True while too much waits for the peer to read it; `goOn` is called when that is over. */
  readonly isUnread: () => boolean;
  /** True while a message before is still at work, or its answer has yet to leave. */
  readonly isBusy: () => boolean;
  /** Told when messages begin to wait, and when none waits any more. */
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

  /** Handles it at once, where nothing is in its way. */
  add(message: Message): void {
    const { handle, isBusy, onChange } = this.handlers;
    if (this.isWaiting) {
      this.#waiting.push(message);
    } else if (this.#hasToWait(isBusy())) {
      this.#waiting.push(message);
      onChange();
    } else handle(message);
  }

  /** Handles what waits, as far as it may go on. */
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

  /** Forgets what waits. @returns what was forgotten */
  clear(): Message[] {
    const forgotten = this.#waiting.slice(this.#next);
    this.#waiting = [];
    this.#next = 0;
    return forgotten;
  }

  /** If it has, `goOn` will be called. */
  #hasToWait(isBusy: boolean): boolean {
    const { isUnread, loop } = this.handlers;
    if (isUnread()) return true;
    const turn = isBusy ? loop.whenDue() : undefined;
    void turn?.then(this.goOn);
    return turn !== undefined;
  }
}
