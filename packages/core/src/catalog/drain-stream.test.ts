import { describe, expect, test } from 'vitest';
import type { Context } from '../model/context.js';
import { idleContext } from './catalog.test-support.js';
import { drainStream } from './drain-stream.js';
import type { ResultBufferForm } from './result-buffer.js';
import { isStream } from './read-return.js';
import type { Stream } from './stream-carrier.js';

/** A context that records progress and can be aborted. */
function listening(): { readonly context: Context; readonly told: unknown[][]; abort(reason: Error): void } {
  const controller = new AbortController();
  const told: unknown[][] = [];
  const reportProgress = async (...args: unknown[]): Promise<void> => void told.push(args);
  return {
    context: { ...idleContext(), signal: controller.signal, reportProgress },
    told,
    abort: (reason) => controller.abort(reason),
  };
}

/** Returns the final value of a stream. */
async function drain(stream: Stream, context: Context, form: ResultBufferForm): Promise<unknown> {
  const drained = await drainStream(stream, context, { form });
  return drained.kind === 'json' ? JSON.parse(drained.json) : drained.value;
}

async function* story() {
  yield 'Once ';
  yield 'upon a time';
}

async function* ending() {
  yield 'Once';
  return { title: 'The end' };
}

test.each<[string, unknown, boolean]>([
  ['an async generator', story(), true],
  ['a generator', (function* () {})(), true],
  ['an async iterable', { [Symbol.asyncIterator]: story }, true],
  ['an array', ['a'], false],
  ['a Map', new Map(), false],
  ['an iterable that is no iterator', { [Symbol.iterator]: () => [][Symbol.iterator]() }, false],
  ['a string', 'a', false],
  ['null', null, false],
])('%s is a stream: %s', (_what, value, expected) => {
  expect(isStream(value)).toBe(expected);
});

describe('the result', () => {
  const { context } = listening();

  test('is what the generator returned', async () => {
    expect(await drain(ending(), context, 'joined-or-list')).toEqual({ title: 'The end' });
  });

  test('is all the yielded text, joined, when the generator returns nothing', async () => {
    expect(await drain(story(), context, 'joined-or-list')).toBe('Once upon a time');
  });

  test('is a list when a list is wanted or when not all values are text', async () => {
    const numbers = function* () {
      yield 'a';
      yield 2;
    };

    expect(await drain(story(), context, 'list')).toEqual(['Once ', 'upon a time']);
    expect(await drain(numbers(), context, 'joined-or-list')).toEqual(['a', 2]);
  });

  test('is the joined bytes, even if the generator reuses its buffer', async () => {
    const { context: heard, told } = listening();
    const shared = new Uint8Array(2);
    const chunks = function* () {
      yield shared.fill(1);
      yield shared.fill(2);
    };

    expect(await drain(chunks(), heard, 'joined-or-list')).toEqual(Uint8Array.of(1, 1, 2, 2));
    expect(told).toEqual([
      [1, undefined, '(2 bytes)'],
      [2, undefined, '(2 bytes)'],
    ]);
  });

  test('is a list of the yielded content, and progress names a block only by its type', async () => {
    const { context: heard, told } = listening();
    const block = { type: 'image', data: 'AA==', mimeType: 'image/png' };
    const blocks = function* () {
      yield block;
      yield 'a';
    };

    expect(await drain(blocks(), heard, 'joined-or-list')).toEqual([block, 'a']);
    expect(told.map(([, , message]) => message)).toEqual(['(image/png)', 'a']);
  });

  test('is undefined when nothing was yielded, or an empty list when a list is wanted', async () => {
    const nothing = function* (): Generator<string> {};

    expect(await drain(nothing(), context, 'joined-or-list')).toBeUndefined();
    expect(await drain(nothing(), context, 'list')).toEqual([]);
  });
});

test('each value is reported as progress before the next one is requested', async () => {
  const { context, told } = listening();
  const events: string[] = [];
  const slow: Context = {
    ...context,
    reportProgress: async (...args) => {
      await Promise.resolve();
      events.push(`took ${args[2]}`);
      told.push(args);
    },
  };
  const source = function* () {
    events.push('yields a');
    yield 'a';
    events.push('yields 2');
    yield 2;
    events.push('yields b');
    yield 'b';
  };

  await drain(source(), slow, 'list');

  expect(told).toEqual([
    [1, undefined, 'a'],
    [2, undefined, '2'],
    [3, undefined, 'b'],
  ]);
  expect(events).toEqual(['yields a', 'took a', 'yields 2', 'took 2', 'yields b', 'took b']);
});

describe('an aborted call', () => {
  test('stops the generator at its next value and throws the reason', async () => {
    const { context, abort } = listening();
    const reason = new Error('cancelled');
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => void (end = resolve));
    const endless = async function* () {
      try {
        for (;;) yield 'more';
      } finally {
        end();
      }
    };
    const counting: Context = {
      ...context,
      signal: context.signal,
      reportProgress: async (progress) => void (progress === 3 && abort(reason)),
    };

    await expect(drain(endless(), counting, 'list')).rejects.toBe(reason);
    await ended;
  });

  test('requests no value when it was aborted before the first', async () => {
    const { context, abort } = listening();
    let isAsked = false;
    abort(new Error('too late'));

    const asking = async function* () {
      isAsked = true;
      yield 1;
    };
    await expect(drain(asking(), context, 'list')).rejects.toThrow('too late');

    expect(isAsked).toBe(false);
  });

  test('ignores an error that the generator throws from return()', async () => {
    const { context, abort } = listening();
    const iterator = {
      next: async () => {
        abort(new Error('cancelled'));
        return { done: false, value: 1 } as const;
      },
      return: () => {
        throw new Error('not me');
      },
    };

    await expect(drain({ [Symbol.asyncIterator]: () => iterator }, context, 'list')).rejects.toThrow('cancelled');
  });
});

test('an error that the generator throws is rethrown', async () => {
  const { context } = listening();
  const failing = async function* () {
    yield 'a';
    throw new Error('boom');
  };

  await expect(drain(failing(), context, 'list')).rejects.toThrow('boom');
});
