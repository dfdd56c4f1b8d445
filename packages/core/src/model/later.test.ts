import { expect, test } from 'vitest';
import { beginAll, beginOnceWaiting, isPromise, Later, laterOf } from './later.js';

// oxlint-disable-next-line unicorn/no-thenable -- such objects are what is tested
const thenable = (then: unknown): object => ({ then });

const add = (number: number) => (value: number) => value + number;

test('handlers run in the tick in which a Later settles, however many there are', () => {
  const later = new Later<number>();
  const seen: number[] = [];
  const chained = later.then(add(1)).then(add(1));
  void chained.then((value) => void seen.push(value));
  void later.then((value) => void seen.push(value));
  void later.then((value) => void seen.push(-value));

  later.resolve(1);

  expect(seen).toEqual([3, 1, -1]);
});

test('a handler added after settling runs at once', () => {
  const later = new Later<number>();
  const seen: number[] = [];
  later.resolve(1);

  void later.then(add(1)).then((value) => void seen.push(value));

  expect(seen).toEqual([2]);
});

test('a Later settles only once', () => {
  const later = new Later<number>();
  const seen: unknown[] = [];
  void later.then(
    (value) => void seen.push(value),
    (error: unknown) => void seen.push(error),
  );

  later.resolve(1);
  later.reject(new Error('too late'));
  later.resolve(2);

  expect(seen).toEqual([1]);
});

test('an error reaches the first error handler, whose value continues the chain', () => {
  const later = new Later<number>();
  const seen: unknown[] = [];
  void later
    .then(add(1))
    .then(undefined, (error: unknown) => String(error))
    .then((value) => void seen.push(value));

  later.reject(new Error('lost'));

  expect(seen).toEqual(['Error: lost']);
});

test('an error thrown by a handler skips the error handler of the same then()', () => {
  const later = new Later<number>();
  const seen: unknown[] = [];
  const thrown = new Error('thrown');
  void later
    .then(
      () => {
        throw thrown;
      },
      () => void seen.push('same step'),
    )
    .then(undefined, (error: unknown) => void seen.push(error));

  later.resolve(1);

  expect(seen).toEqual([thrown]);
});

test.each([
  ['a promise', (value: number) => Promise.resolve(value + 1)],
  ['another one of its kind', (value: number) => laterOf(Promise.resolve(value + 1))],
  ['a thenable', (value: number) => thenable((tell: (value: number) => void) => tell(value + 1))],
])('a chain waits for %s that a handler returns', async (_what, handler) => {
  const later = new Later<number>();
  const chained = later.then(handler as (value: number) => PromiseLike<number>).then(add(1));

  later.resolve(1);

  await expect(chained).resolves.toBe(3);
});

test('laterOf rejects like the promise that it wraps', async () => {
  const lost = new Error('lost');

  await expect(laterOf(Promise.reject(lost))).rejects.toBe(lost);
});

test('laterOf returns a Later unchanged', () => {
  const later = new Later<number>();

  expect(laterOf(later)).toBe(later);
});

test.each([
  [Promise.resolve(1), true],
  [new Later(), true],
  [thenable(() => undefined), true],
  [
    Object.assign(
      () => undefined,
      thenable(() => undefined),
    ),
    true,
  ],
  [thenable(1), false],
  [undefined, false],
  [null, false],
  ['then', false],
])('isPromise(%o) returns %s', (value, expected) => {
  expect(isPromise<unknown>(value)).toBe(expected);
});

/** Waits for more microtask turns than anything here needs. */
async function turns(count = 10): Promise<void> {
  for (let turn = 0; turn < count; turn++) await undefined;
}

/** An `async` method that awaits a settled value this many times. */
async function method(waits: number): Promise<void> {
  for (let wait = 0; wait < waits; wait++) await undefined;
}

test.each([0, 1])(
  'beginOnceWaiting starts nothing for an async method that awaits %i settled values',
  async (waits) => {
    let begun = 0;

    beginOnceWaiting(laterOf(method(waits)), () => begun++);
    await turns();

    expect(begun).toBe(0);
  },
);

test('beginOnceWaiting starts pending work once, within the same turn of the event loop', async () => {
  const order: string[] = [];
  const nextTurn = new Promise<void>((resolve) => {
    setImmediate(() => {
      order.push('next turn');
      resolve();
    });
  });

  beginOnceWaiting(new Later(), () => order.push('first'));
  beginOnceWaiting(new Later(), () => order.push('second'));
  await nextTurn;
  beginAll();

  expect(order).toEqual(['first', 'second', 'next turn']);
});

test('beginAll starts pending work at once, and nothing twice', async () => {
  const begun: string[] = [];
  const settled = new Later<void>();
  beginOnceWaiting(settled, () => begun.push('settled'));
  beginOnceWaiting(new Later(), () => begun.push('open'));
  settled.resolve();

  beginAll();
  expect(begun).toEqual(['open']);
  await turns();

  expect(begun).toEqual(['open']);
});

test('beginOnceWaiting starts at once for a foreign promise', () => {
  let begun = 0;

  beginOnceWaiting(Promise.resolve(), () => begun++);

  expect(begun).toBe(1);
});
