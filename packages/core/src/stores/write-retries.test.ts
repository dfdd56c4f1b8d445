import { expect, test } from 'vitest';
import { WriteRetries } from './write-retries.js';

function openQueue(maxWaiting = 10) {
  const reports: string[] = [];
  const pauses: (() => void)[] = [];
  const writes = new WriteRetries({
    clock: { after: (_ms, run) => (pauses.push(run), () => undefined) },
    report: (during) => void reports.push(during),
    maxWaiting,
  });
  return { writes, reports, pauses };
}

/** A store of texts that can be away. */
function openTexts() {
  const texts: string[] = [];
  const store = {
    isAway: true,
    texts,
    put: async (text: string) => {
      if (store.isAway) throw new Error('away');
      texts.push(text);
    },
  };
  return store;
}

test('a refused write is repeated until the store takes it, and reported once', async () => {
  const { writes, reports, pauses } = openQueue();
  const store = openTexts();

  await writes.write('a', 'writing a', () => store.put('a'));
  pauses.shift()?.();
  await expect.poll(() => pauses.length).toBe(1);
  store.isAway = false;
  pauses.shift()?.();
  await expect.poll(() => writes.size).toBe(0);

  expect([store.texts, reports, pauses]).toEqual([['a'], ['writing a'], []]);
});

test('the newest write of a key is the only one that is repeated', async () => {
  const { writes } = openQueue();
  const store = openTexts();
  await writes.write('level', 'writing', () => store.put('info'));
  await writes.write('other', 'writing', () => store.put('other'));
  await writes.write('level', 'writing', () => store.put('error'));

  store.isAway = false;
  await writes.repeat();

  expect(store.texts).toEqual(['other', 'error']);
});

test('of writes of a key that are refused at the same time, the newest is repeated', async () => {
  const { writes } = openQueue();
  const store = openTexts();
  const refusals: (() => void)[] = [];
  const putLater = (text: string) => async (): Promise<void> => {
    if (store.isAway) await new Promise<void>((_, reject) => refusals.push(() => reject(new Error('away'))));
    await store.put(text);
  };
  const subscribing = writes.write('uri', 'writing', putLater('subscribe'));
  const unsubscribing = writes.write('uri', 'writing', putLater('unsubscribe'));
  for (const refuse of refusals) refuse();
  await Promise.all([subscribing, unsubscribing]);

  store.isAway = false;
  await writes.repeat();

  expect([store.texts, writes.size]).toEqual([['unsubscribe'], 0]);
});

test('a write that is refused after a newer one of its key was taken is not repeated', async () => {
  const { writes } = openQueue();
  const store = openTexts();
  store.isAway = false;
  let refuse = (): void => undefined;
  const refused = new Promise<void>((_, reject) => (refuse = () => reject(new Error('away'))));
  const older = writes.write('level', 'writing', () => refused);
  await writes.write('level', 'writing', () => store.put('error'));
  refuse();
  await older;

  await writes.repeat();

  expect([store.texts, writes.size]).toEqual([['error'], 0]);
});

test('a write that stays refused does not hold up the others', async () => {
  const { writes } = openQueue();
  const store = openTexts();
  await writes.write('bad', 'writing', () => Promise.reject(new Error('refused')));
  await writes.write('good', 'writing', () => store.put('good'));
  store.isAway = false;

  await writes.repeat();
  await writes.repeat();

  expect([store.texts, writes.size]).toEqual([['good'], 1]);
});

test('above the limit the oldest write is dropped, and its loss reported', async () => {
  const { writes, reports } = openQueue(2);
  const store = openTexts();
  for (const text of ['a', 'b', 'c']) await writes.write(text, `writing ${text}`, () => store.put(text));
  store.isAway = false;

  await writes.repeat();

  expect([store.texts, writes.lostCount, reports]).toEqual([
    ['b', 'c'],
    1,
    ['writing a', 'writing b', 'writing c', 'writing a'],
  ]);
});

test('nothing is repeated after closing', async () => {
  const { writes, pauses } = openQueue();
  const store = openTexts();
  await writes.write('a', 'writing', () => store.put('a'));

  writes.close();
  store.isAway = false;
  for (const run of pauses) run();
  await writes.write('b', 'writing', () => Promise.reject(new Error('away')));

  expect([store.texts, writes.size]).toEqual([[], 0]);
});
