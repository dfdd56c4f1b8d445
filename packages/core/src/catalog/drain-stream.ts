/**
 * Runs what a generator yields to its end and gives back one result; each text is told as progress on the way.
 *
 * Knows nothing of what the result becomes. A call that is over stops the generator.
 */
import type { Context } from '../model/context.js';

/** What a generator, an async generator or an async iterable gives. */
export type Stream = AsyncIterable<unknown> | (Iterator<unknown> & Iterable<unknown>);

/** Whether a method returned a stream; arrays, maps and sets are values. */
export function isStream(value: unknown): value is Stream {
  if (typeof value !== 'object' || value === null) return false;
  if (Symbol.asyncIterator in value) return typeof value[Symbol.asyncIterator] === 'function';
  return Symbol.iterator in value && 'next' in value && typeof value.next === 'function';
}

/** How the yielded values become the result where the generator returns none. */
export type Gathering = 'list' | 'text-or-list';

/**
 * Takes one value after the other, at the pace at which progress is taken.
 *
 * @param gathering a `list` of all that was yielded, or of texts only the joined text
 * @returns what the generator returned, else all that it yielded
 * @throws what the generator threw, or the reason of the call's end; the generator has then been told to return
 */
export async function drainStream(stream: Stream, context: Context, gathering: Gathering): Promise<unknown> {
  const iterator = Symbol.asyncIterator in stream ? stream[Symbol.asyncIterator]() : stream[Symbol.iterator]();
  const { signal } = context;
  const stop = (): void => closeQuietly(iterator);
  signal.addEventListener('abort', stop, { once: true });
  const yielded: unknown[] = [];
  let isDone = false;
  try {
    for (;;) {
      signal.throwIfAborted();
      const step = await iterator.next();
      isDone = step.done === true;
      if (isDone) return step.value === undefined ? gather(yielded, gathering) : step.value;
      yielded.push(step.value);
      if (typeof step.value === 'string') await context.reportProgress(yielded.length, undefined, step.value);
    }
  } finally {
    signal.removeEventListener('abort', stop);
    if (!isDone) stop();
  }
}

function gather(yielded: readonly unknown[], gathering: Gathering): unknown {
  if (gathering === 'list') return yielded;
  if (yielded.length === 0) return undefined;
  return yielded.every((value) => typeof value === 'string') ? yielded.join('') : yielded;
}

/** Nobody waits for the end of what is no longer wanted, and nobody is left to be told of its errors. */
function closeQuietly(iterator: AsyncIterator<unknown> | Iterator<unknown>): void {
  try {
    Promise.resolve(iterator.return?.()).catch(() => undefined);
  } catch {
    // The iterator's own `return` threw at once: it has ended all the same.
  }
}
