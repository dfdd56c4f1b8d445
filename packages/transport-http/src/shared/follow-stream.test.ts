import { openMemoryLeases, openMemoryPost, openMemorySessionStore, type StoredEvent } from '@sigil/core/stores';
import { expect, onTestFinished, test } from 'vitest';
import { testClock } from '../http.test-support.js';
import { defaultEndpointLimits } from '../limits.js';
import { MemoryEventStore } from '../sessions/memory-event-store.js';
import { followStream } from './follow-stream.js';
import { SharedSessions } from './shared-sessions.js';

/** Follows a stream of a living process in a store that can be away. */
async function openFollowed() {
  const clock = testClock();
  const memory = new MemoryEventStore(defaultEndpointLimits, clock);
  const post = openMemoryPost();
  const state = { isAway: false };
  const shared = new SharedSessions({
    store: {
      sessions: openMemorySessionStore(),
      events: {
        append: (...event) => memory.append(...event),
        findStream: (...stream) => memory.findStream(...stream),
        endStream: (...stream) => memory.endStream(...stream),
        onAppend: (...stream) => memory.onAppend(...stream),
        forget: (session) => memory.forget(session),
        replayAfter: async (...place) => {
          if (state.isAway) throw new Error('away');
          return memory.replayAfter(...place);
        },
      },
      notices: post.notices,
      mailbox: post.openMailbox(),
      leases: openMemoryLeases(),
    },
    keys: [new Uint8Array(32)],
    clock,
  });
  onTestFinished(() => shared.close());
  const origin = { sender: shared.process, requests: [7] };
  await memory.append('a', { stream: 's', number: 1, json: 'one' }, origin);
  const sent: StoredEvent[] = [];
  const unnumbered: string[] = [];
  const reader = {
    isOpen: () => true,
    expect: () => undefined,
    send: (event: StoredEvent) => void sent.push(event),
    sendUnnumbered: (json: string) => void unnumbered.push(json),
  };
  const followed = followStream({ stream: 's', number: 0 }, { session: 'a', shared, reader });
  await expect.poll(() => sent.length).toBe(1);
  /** Lets the time pass in which the reader looks again. */
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 500) {
      clock.advance(500);
      for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    }
  };
  return { state, followed, sent, unnumbered, pass, memory };
}

test('a reader waits for a store that is away, and gets what came meanwhile', async () => {
  const { state, followed, sent, unnumbered, pass, memory } = await openFollowed();
  state.isAway = true;
  await pass(20_000);

  await memory.append('a', { stream: 's', number: 2, json: 'two', isLast: true });
  state.isAway = false;
  await pass(1_000);

  expect(await followed).toMatchObject({ end: 'over', sent: 2 });
  expect([sent.map(({ json }) => json), unnumbered]).toEqual([['one', 'two'], []]);
});

test('a reader whose store stays away gets an error for each request, instead of silence', async () => {
  const { state, followed, unnumbered, pass } = await openFollowed();
  state.isAway = true;

  await pass(31_000);

  expect(await followed).toMatchObject({ end: 'left', sent: 1 });
  expect(unnumbered.map((json) => JSON.parse(json))).toMatchObject([
    { id: 7, error: { message: expect.stringContaining('may or may not have taken effect') } },
  ]);
});
