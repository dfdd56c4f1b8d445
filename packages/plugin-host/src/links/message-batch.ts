/**
 * Sends messages in batches: what one turn produced goes out together, in order, when the turn is over.
 *
 * So many small messages cost one hand-over, and questions asked side by side arrive side by side.
 */

/** Sends one message. @param onUnsendable told instead when the message holds what cannot be copied */
export type Send<Message> = (message: Message, onUnsendable?: (error: unknown) => void) => void;

interface Waiting<Message> {
  readonly message: Message;
  readonly onUnsendable: ((error: unknown) => void) | undefined;
}

/** @param post hands a batch over; throws when something in it cannot be copied */
export function openMessageBatch<Message>(post: (batch: readonly Message[]) => void): Send<Message> {
  let waiting: Waiting<Message>[] = [];

  function flush(): void {
    const batch = waiting;
    waiting = [];
    try {
      post(batch.map(({ message }) => message));
    } catch {
      // One of them cannot be copied: they go one by one, so that only that one is lost.
      for (const one of batch) sendAlone(post, one);
    }
  }

  return (message, onUnsendable) => {
    // A tick that begins in a microtask comes after all microtasks of this turn.
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
