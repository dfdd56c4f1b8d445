/**
 * Walks through a stream value by value, gives the event loop its turns, and gives the stream up when its call is over.
 */
import type { Context } from '../model/context.js';
import { processYield } from './event-loop-yield.js';
import { carrierOf } from './read-return.js';
import type { Stream } from './stream-carrier.js';

type StreamIterator = AsyncIterator<unknown> | Iterator<unknown>;

/**
 * Asks for the next value when `take` is done with the one before.
 *
 * @param take takes one value; `false` means that no more is wanted
 * @returns what the generator returned; `undefined` when it was given up, or returned nothing
 * @throws what the generator or `take` threw, or the reason of the call's end; the generator has then been told to return
 */
export async function walkStream(
  stream: Stream,
  context: Context,
  take: (value: unknown) => Promise<boolean> | boolean,
): Promise<unknown> {
  const { signal } = context;
  const loop = carrierOf(context)?.loop ?? processYield;
  const iterator = openIterator(stream);
  let isOver = false;
  const stop = (): void => {
    if (!isOver) closeQuietly(iterator);
    isOver = true;
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    for (;;) {
      signal.throwIfAborted();
      const step = await iterator.next();
      if (step.done === true) {
        isOver = true;
        return step.value;
      }
      signal.throwIfAborted();
      if (!(await take(step.value))) return undefined;
      const turn = loop.whenDue();
      if (turn) await turn;
    }
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

function openIterator(stream: Stream): StreamIterator {
  return Symbol.asyncIterator in stream ? stream[Symbol.asyncIterator]() : stream[Symbol.iterator]();
}

/** Nobody waits for the end of what is no longer wanted, and nobody is left to be told of its errors. */
function closeQuietly(iterator: StreamIterator): void {
  try {
    Promise.resolve(iterator.return?.()).catch(() => undefined);
  } catch {
    // The iterator's own `return` threw at once: it has ended all the same.
  }
}
