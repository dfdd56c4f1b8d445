/**
 * Handles messages as they arrive, but the next one only when the peer has read its pending data and the event loop had its turn.
 *
 * One network read can bring many messages. In its turn of the event loop, a call that computes without waiting is answered, so the next
 * message sees how much of the answer is unread. A lone message waits for nothing.
 */

/** The handlers of a queue's messages. */
export interface MessageQueueHandlers<Message> {
  readonly handle: (message: Message) => void;
  /** True while too much is unread; call `goOn` when that is over. */
  readonly isUnread: () => boolean;
  /** True while an earlier message is being handled, or its answer has not been written. */
  readonly isBusy: () => boolean;
  /** Called when messages begin to wait, and when none waits any more. */
  readonly onChange: () => void;
  /** Runs the work in the next turn of the event loop. */
  readonly nextTurn: (work: () => void) => void;
}

/** A queue of messages with one handler. */
export class MessageQueue<Message> {
  #waiting: Message[] = [];
  #next = 0;
  /** True while a turn of the event loop is awaited. */
  #awaitsTurn = false;

  constructor(private readonly handlers: MessageQueueHandlers<Message>) {}

  /** True while messages wait. */
  get isWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** Handles the message immediately if nothing blocks it. */
  add(message: Message): void {
    const { handle, isBusy, isUnread, onChange } = this.handlers;
    if (!this.isWaiting && !isUnread() && !isBusy()) {
      handle(message);
      return;
    }
    this.#waiting.push(message);
    if (this.#waiting.length > 1) return;
    onChange();
    this.#awaitTurn();
  }

  /** Handles the next waiting message, unless too much is unread or its turn has not come. */
  readonly goOn = (): void => {
    const { handle, isUnread, onChange } = this.handlers;
    if (!this.isWaiting || this.#awaitsTurn || isUnread()) return;
    handle(this.#waiting[this.#next++]!);
    if (this.#next < this.#waiting.length) {
      this.#awaitTurn();
    } else if (this.isWaiting) {
      this.clear();
      onChange();
    }
  };

  /** Drops the waiting messages. @returns the dropped messages */
  clear(): Message[] {
    const forgotten = this.#waiting.slice(this.#next);
    this.#waiting = [];
    this.#next = 0;
    return forgotten;
  }

  #awaitTurn(): void {
    if (this.#awaitsTurn) return;
    this.#awaitsTurn = true;
    this.handlers.nextTurn(() => {
      this.#awaitsTurn = false;
      this.goOn();
    });
  }
}
