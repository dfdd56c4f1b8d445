/**
 * Iterates over a stream, yields to the event loop, and abandons the stream when its call is over.
 */
import type { Context } from '../model/context.js';
import { processYield } from './event-loop-yield.js';
import { carrierOf } from './read-return.js';
import type { Stream } from './stream-carrier.js';

type StreamIterator = AsyncIterator<unknown> | Iterator<unknown>;

/**
 * Requests the next value once `take` is done with the previous one.
 *
 * @param take takes one value; `false` means that no more is wanted
 * @returns the generator's return value; `undefined` when it was abandoned, or returned nothing
 * @throws the error of the generator or of `take`, or the reason of the call's end; the generator has then been asked to return
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

/** Closes an abandoned iterator without waiting; its errors are ignored because the call is over. */
function closeQuietly(iterator: StreamIterator): void {
  try {
    Promise.resolve(iterator.return?.()).catch(() => undefined);
  } catch {
    // The iterator's own `return` threw synchronously: it has ended all the same.
  }
}
