import { EventLoopYield } from '@sigil/core/internal';
import { runEventStoreContract } from '@sigil/testing/contracts';
import { expect, test } from 'vitest';
import { testClock } from '../http.test-support.js';
import { MemoryEventStore, type EventLimits } from './memory-event-store.js';

const plenty: EventLimits = {
  maxEventsPerStream: 1_000,
  maxEventBytesPerSession: 10_000,
  maxEventBytes: 100_000,
  eventLifetimeMs: 60_000,
};

runEventStoreContract('in memory', async () => {
  const store = new MemoryEventStore(plenty, testClock());
  return { stores: [store, store], close: async () => store.close() };
});

function storeOf(limits: Partial<EventLimits> = {}) {
  const clock = testClock();
  const store = new MemoryEventStore({ ...plenty, ...limits }, clock);
  const numbers = new Map<string, number>();
  return {
    store,
    clock,
    /** Appends to a stream, given as `session/stream`. */
    async append(place: string, ...texts: string[]): Promise<void> {
      const [session, stream] = place.split('/') as [string, string];
      for (const json of texts) {
        const number = (numbers.get(place) ?? 0) + 1;
        numbers.set(place, number);
        await store.append(session, { stream, number, json });
      }
    },
    /** Returns the replayed events, or `unknown`. */
    async replay(place: string, number: number): Promise<string[] | 'unknown'> {
      const [session, stream] = place.split('/') as [string, string];
      const texts: string[] = [];
      const isKnown = await store.replayAfter(session, { stream, number }, (event) => texts.push(event.json));
      return isKnown ? texts : 'unknown';
    },
  };
}

test('a stream over maxEventsPerStream drops its oldest events, and places before them are unknown', async () => {
  const { append, replay } = storeOf({ maxEventsPerStream: 2 });
  await append('a/1', 'one', 'two', 'three', 'four');

  expect(await replay('a/1', 2)).toEqual(['three', 'four']);
  expect(await replay('a/1', 1)).toBe('unknown');
});

test('a session over maxEventBytesPerSession drops its oldest events, whatever their stream', async () => {
  const { append, replay, store } = storeOf({ maxEventBytesPerSession: 10 });
  await append('a/1', 'xxxx');
  await append('a/2', 'yyyy');
  await append('b/1', 'zzzz');
  await append('a/2', 'éé');
  await append('a/1', 'x');

  expect(await replay('a/1', 0)).toBe('unknown');
  expect(await replay('a/1', 1)).toEqual(['x']);
  expect(await replay('a/2', 0)).toEqual(['yyyy', 'éé']);
  expect(await replay('b/1', 0)).toEqual(['zzzz']);
  expect(store.bytes).toBe(13);
});

test('an event longer than maxEventBytesPerSession drops only events of its own stream', async () => {
  const { append, replay } = storeOf({ maxEventBytesPerSession: 10 });
  await append('a/2', 'other');
  await append('a/1', 'one', 'much longer', 'three');

  expect(await replay('a/1', 1)).toBe('unknown');
  expect(await replay('a/1', 2)).toEqual(['three']);
  expect(await replay('a/2', 0)).toEqual(['other']);
});

test('over maxEventBytes, the oldest events of the largest session are dropped', async () => {
  const { append, replay, store } = storeOf({ maxEventBytes: 10 });
  await append('small/1', 'xx');
  await append('large/1', 'yyyy', 'yyyy');
  await append('small/1', 'x');

  expect(await replay('small/1', 0)).toEqual(['xx', 'x']);
  expect(await replay('large/1', 0)).toBe('unknown');
  expect(await replay('large/1', 1)).toEqual(['yyyy']);
  expect(store.bytes).toBe(7);
});

test('over maxEventBytes, the largest sessions shrink together, and the others keep their events', async () => {
  const { append, replay, store } = storeOf({ maxEventBytes: 160 });
  for (let at = 0; at < 6; at++) await append('large/1', 'x'.repeat(10));
  for (let at = 0; at < 7; at++) await append('larger/1', 'y'.repeat(10));
  await append('small/1', 'z'.repeat(30));
  await append('small/1', 'z');

  expect(await replay('small/1', 0)).toHaveLength(2);
  expect(await replay('large/1', 1)).toHaveLength(5);
  expect(await replay('larger/1', 2)).toHaveLength(5);
  expect(store.bytes).toBe(131);
});

test('events expire', async () => {
  const { append, replay, clock, store } = storeOf();
  await append('a/1', 'one');
  clock.advance(30_000);
  await append('a/1', 'two');
  clock.advance(30_000);

  expect(await replay('a/1', 0)).toBe('unknown');
  expect(await replay('a/1', 1)).toEqual(['two']);

  clock.advance(30_000);
  expect(await replay('a/1', 1)).toBe('unknown');
  expect(store.bytes).toBe(0);
});

test('a hundred thousand events in one session stay within its limits, and are stored within 10 seconds', async () => {
  const { append, replay, store } = storeOf({ maxEventsPerStream: 100 });
  await append('a/quiet', 'kept');
  for (let at = 1; at <= 100_000; at++) await append('a/busy', 'x');

  expect(store.bytes).toBe(104);
  expect(await replay('a/quiet', 0)).toEqual(['kept']);
  expect(await replay('a/busy', 99_900)).toHaveLength(100);
}, 10_000);

test('a replay of many events yields to the event loop and delivers each once despite concurrent appends', async () => {
  let now = 0;
  const turns: (() => void)[] = [];
  const loop = new EventLoopYield({ now: () => now, nextTurn: (work) => void turns.push(work) });
  const store = new MemoryEventStore({ ...plenty, maxEventsPerStream: 8 }, testClock(), loop);
  const append = (stream: string, number: number) => store.append('a', { stream, number, json: `${stream}${number}` });
  for (let number = 1; number <= 8; number++) append('s', number);
  const replayed: string[] = [];

  const isKnown = store.replayAfter('a', { stream: 's', number: 0 }, ({ json }) => {
    now += 8;
    replayed.push(json);
  });
  const beforeTurn = replayed.length;
  append('t', 1);
  store.append('a', { stream: 's', number: 9, json: 's9' });
  while (turns.length > 0) {
    for (const work of turns.splice(0)) work();
    await new Promise((resolve) => setImmediate(resolve));
  }

  expect(await isKnown).toBe(true);
  expect(beforeTurn).toBe(4);
  expect(replayed).toEqual(Array.from({ length: 9 }, (_, at) => `s${at + 1}`));
});
