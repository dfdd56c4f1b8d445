import type { Fault } from '@sigil/core/engine';
import type { EventStore, StoredEvent } from '@sigil/core/stores';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../clock.js';
import { testClock } from '../http.test-support.js';
import { defaultEndpointLimits } from '../limits.js';
import { MemoryEventStore } from '../sessions/memory-event-store.js';
import { EventBacklog, type BacklogLimits } from './event-backlog.js';

const origin = { sender: 'me', requests: [7] };
const roomy: BacklogLimits = { maxEventsPerStream: 100, maxBytesPerStream: 1_000, maxBytes: 10_000 };

/** A backlog over a store in memory that can be away. */
function openBacklog(limits = roomy) {
  const memory = new MemoryEventStore(defaultEndpointLimits, systemClock);
  onTestFinished(() => memory.close());
  const state = { isAway: false };
  const store: EventStore = {
    append: async (...event) => {
      if (state.isAway) throw new Error('away');
      await memory.append(...event);
    },
    replayAfter: (...place) => memory.replayAfter(...place),
    findStream: async (...stream) => {
      if (state.isAway) throw new Error('away');
      return memory.findStream(...stream);
    },
    endStream: (...stream) => memory.endStream(...stream),
    onAppend: (...stream) => memory.onAppend(...stream),
    forget: (session) => memory.forget(session),
  };
  const faults: Fault[] = [];
  const clock = testClock();
  const backlog = new EventBacklog(store, { clock, onFault: (fault) => void faults.push(fault), limits });
  onTestFinished(() => backlog.close());
  const send = async (stream: string, from: number, to: number, isLast = false): Promise<void> => {
    for (let number = from; number <= to; number++) {
      const event: StoredEvent = { stream, number, json: `event ${number}` };
      await backlog.append('a', isLast && number === to ? { ...event, isLast } : event, origin);
    }
  };
  const read = async (stream: string): Promise<number[]> => {
    const numbers: number[] = [];
    await memory.replayAfter('a', { stream, number: 0 }, ({ number }) => void numbers.push(number));
    return numbers;
  };
  return { backlog, state, faults, clock, send, read, memory };
}

test('events that the store refused are stored in order once it answers, and the fault is reported once', async () => {
  const { state, clock, send, read, faults } = openBacklog();
  await send('s', 1, 3);
  state.isAway = true;
  await send('s', 4, 6, true);
  clock.advance(60_000);
  await expect.poll(() => clock.timerCount).toBe(1);

  state.isAway = false;
  clock.advance(60_000);

  await expect.poll(() => read('s')).toEqual([1, 2, 3, 4, 5, 6]);
  expect(faults.map(({ error }) => String(error))).toEqual(['Error: away']);
  await expect.poll(() => clock.timerCount).toBe(0);
});

test.each<[string, Partial<BacklogLimits>]>([
  ['events of a stream', { maxEventsPerStream: 2 }],
  ['bytes of a stream', { maxBytesPerStream: 20 }],
  ['bytes of all streams', { maxBytes: 20 }],
])(
  'above the limit on %s the oldest events are lost, never the newest, and this is reported',
  async (_what, limits) => {
    const { backlog, state, send, read, faults } = openBacklog({ ...roomy, ...limits });
    await send('s', 1, 1);
    state.isAway = true;
    await send('s', 2, 6, true);

    state.isAway = false;
    await backlog.retry();

    expect(await read('s')).toEqual([1, 5, 6]);
    expect([faults.length, backlog.size, backlog.lostCount]).toEqual([2, 0, 3]);
  },
);

test('a long answer is kept whatever the limits are', async () => {
  const { backlog, state, read, memory } = openBacklog({ ...roomy, maxBytesPerStream: 10 });
  state.isAway = true;
  await backlog.append('a', { stream: 's', number: 1, json: 'x'.repeat(100), isLast: true }, origin);

  state.isAway = false;
  await backlog.retry();

  expect(await read('s')).toEqual([1]);
  expect(await memory.findStream('a', 's')).toMatchObject({ isEnded: true });
});

test('a reader of this process gets what waits, or the error of the store', async () => {
  const { backlog, state, send } = openBacklog();
  state.isAway = true;
  await send('s', 1, 2);
  const read = async (): Promise<number[]> => {
    const numbers: number[] = [];
    await backlog.replayAfter('a', { stream: 's', number: 0 }, ({ number }) => void numbers.push(number));
    return numbers;
  };

  await expect(read()).rejects.toThrow('away');
  state.isAway = false;

  expect(await read()).toEqual([1, 2]);
});

test('events of a stream that another process has ended are dropped', async () => {
  const { backlog, state, send, read, memory, clock } = openBacklog();
  await send('s', 1, 1);
  state.isAway = true;
  await send('s', 2, 3);
  await memory.endStream('a', { stream: 's', number: 1 }, ['gone']);

  state.isAway = false;
  await backlog.retry();

  expect(await read('s')).toEqual([1, 2, 3]);
  expect(clock.timerCount).toBe(0);
});

test('events of a forgotten session are dropped', async () => {
  const { backlog, state, send, read, clock } = openBacklog();
  state.isAway = true;
  await send('s', 1, 3);

  await backlog.forget('a');
  state.isAway = false;
  clock.advance(60_000);

  expect(await read('s')).toEqual([]);
});
