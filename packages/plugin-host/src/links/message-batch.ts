/**
 * Sends messages in batches: the messages of one turn go out together, in order, when the turn is over.
 *
 * Many small messages then cost one transfer, and concurrent questions arrive together.
 */

/** Sends one message. @param onUnsendable called when the message holds something that cannot be copied */
export type Send<Message> = (message: Message, onUnsendable?: (error: unknown) => void) => void;

interface Waiting<Message> {
  readonly message: Message;
  readonly onUnsendable: ((error: unknown) => void) | undefined;
}

/** @param post sends a batch; throws when something in it cannot be copied */
export function openMessageBatch<Message>(post: (batch: readonly Message[]) => void): Send<Message> {
  let waiting: Waiting<Message>[] = [];

  function flush(): void {
    const batch = waiting;
    waiting = [];
    try {
      post(batch.map(({ message }) => message));
    } catch {
      // One message cannot be copied, so they are sent one by one and only that one is lost.
      for (const one of batch) sendAlone(post, one);
    }
  }

  return (message, onUnsendable) => {
    // A tick that is scheduled in a microtask runs after all microtasks of this turn.
    if (waiting.length === 0) queueMicrotask(() => process.nextTick(flush));
    waiting.push({ message, onUnsendable });
  };
}

function sendAlone<Message>(post: (batch: readonly Message[]) => void, { message, onUnsendable }: Waiting<Message>) {
  try {
    post([message]);
  } catch (error) {
    onUnsendable?.(error);
  }
}
