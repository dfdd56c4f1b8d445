import { once } from 'node:events';
import { request as httpRequest, type ServerResponse } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import type { EventStore } from '@sigil/core/stores';
import { gate } from '@sigil/testing/transports';
import { emptyStore, openTestServer, openTestSession, send, testClock, type TestServer } from './http.test-support.js';
import { listening, messageOf, openEvents, type EventReader } from './sse.test-support.js';

const beforePriming = '2025-06-18';
const ofTools = 'notifications/tools/list_changed';
const ofPrompts = 'notifications/prompts/list_changed';
const ofResources = 'notifications/resources/list_changed';

async function openSession(limits = {}, date?: string) {
  const server = await openTestServer({ limits });
  const session = await openTestSession(server.port, date);
  return { ...server, session, listenAgain: () => openBreakable(server, session) };
}

/** A stream that can be closed by the client, with a wait until the server has noticed. */
async function openBreakable({ http, port }: TestServer, session: string): Promise<EventReader> {
  const response = once(http.server, 'request').then(([, answer]) => answer as ServerResponse);
  const stream = await openEvents(port, listening(session));
  const closed = once(await response, 'close');
  const leave = async (): Promise<void> => {
    await stream.leave();
    await closed;
  };
  return { ...stream, leave };
}

async function methodsOf(stream: EventReader, count: number): Promise<(string | undefined)[]> {
  const methods: (string | undefined)[] = [];
  while (methods.length < count) methods.push(messageOf(await stream.next())?.method);
  return methods;
}

/** Opens a stream and leaves it. @returns a weak reference to the server's end */
async function leaveOne({ http, port }: TestServer, session: string): Promise<WeakRef<ServerResponse>> {
  const begun = once(http.server, 'request');
  const stream = await openEvents(port, listening(session));
  const response = ((await begun) as [unknown, ServerResponse])[1];
  const closed = once(response, 'close');
  await stream.leave();
  await closed;
  return new WeakRef(response);
}

describe('streams opened with GET', () => {
  // Rules: 62
  test('can be several, and each message goes to the newest one that is still open', async () => {
    const { port, session, source, listenAgain } = await openSession({}, beforePriming);
    const first = await openEvents(port, listening(session));
    const second = await listenAgain();

    source.change('tools');
    const onSecond = await methodsOf(second, 1);
    await second.leave();
    source.change('prompts');
    const onFirst = await methodsOf(first, 1);

    expect([onSecond, onFirst]).toEqual([[ofTools], [ofPrompts]]);
  });

  test('keep nothing of a closed connection in memory', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const server = await openSession();

    const left = await leaveOne(server, server.session);

    await expect.poll(() => (collect(), left.deref() === undefined)).toBe(true);
  });

  test('are refused with 429 beyond their limit, until one is closed', async () => {
    const { port, session, listenAgain } = await openSession({ maxStreamsPerSession: 2 });
    await openEvents(port, listening(session));
    const second = await listenAgain();

    const refused = await send(port, listening(session));
    await second.leave();
    const admitted = await openEvents(port, listening(session));

    expect(refused.status).toBe(429);
    expect(refused.messages[0]?.error?.message).toContain('maxStreamsPerSession');
    expect(admitted.status).toBe(200);
  });

  test('begin with a priming event in the newest legacy revision', async () => {
    const { port, session } = await openSession();

    const stream = await openEvents(port, listening(session));

    expect(await stream.next()).toMatchObject({ id: expect.any(String), data: '' });
  });

  test('resume with unseen messages, then messages from the gap, then new ones', async () => {
    const { port, session, source, listenAgain } = await openSession({}, beforePriming);
    const broken = await listenAgain();
    source.change('tools');
    source.change('prompts');
    const seen = await broken.next();
    await broken.next();
    await broken.leave();
    source.change('resources');

    const resumed = await openEvents(port, listening(session, seen!.id));
    const missed = await methodsOf(resumed, 2);
    source.change('tools');

    expect(missed).toEqual([ofPrompts, ofResources]);
    expect(await methodsOf(resumed, 1)).toEqual([ofTools]);
  });

  test('can be resumed however long ago their last event was', async () => {
    const clock = testClock();
    const server = await openTestServer({ clock });
    const session = await openTestSession(server.port);
    const broken = await openBreakable(server, session);
    const primed = await broken.next();
    for (let minutes = 0; minutes < 60; minutes++) clock.advance(60_000);
    await broken.leave();

    const resumed = await openEvents(server.port, listening(session, primed!.id));
    server.source.change('tools');

    expect(await methodsOf(resumed, 1)).toEqual([ofTools]);
  });

  // Rules: 62
  test('receive the messages after they are resumed, even if another was opened in between', async () => {
    const { port, session, source, listenAgain } = await openSession();
    const broken = await listenAgain();
    const primed = await broken.next();
    await broken.leave();
    const other = await openEvents(port, listening(session));
    await other.next();

    const resumed = await openEvents(port, listening(session, primed!.id));
    source.change('tools');

    expect(await methodsOf(resumed, 1)).toEqual([ofTools]);
  });

  test('are forgotten after a break when there are too many of them', async () => {
    const { port, session, listenAgain } = await openSession({ maxStreamsPerSession: 1 });
    const broken = await listenAgain();
    const primed = await broken.next();
    await broken.leave();
    await openEvents(port, listening(session));

    expect((await send(port, listening(session, primed!.id))).status).toBe(405);
  });
});

test('a stream whose client disconnects during the lookup keeps neither itself nor its session alive', async () => {
  const clock = testClock();
  const asked = gate();
  const found = gate();
  const eventStore: EventStore = {
    ...emptyStore,
    async replayAfter(_session, { stream, number }, replay) {
      asked.open();
      await found.opened;
      replay({ stream, number: number + 1, json: '{}' });
      return true;
    },
  };
  const { port, http, endpoint } = await openTestServer({ clock, eventStore, limits: { sessionIdleMs: 60_000 } });
  const session = await openTestSession(port);
  const { headers } = listening(session, '0123456789abcdef-1');
  const timersBefore = clock.timerCount;
  const arrived = once(http.server, 'request').then(([, answer]) => answer as ServerResponse);
  const request = httpRequest({ port, path: '/mcp', headers });
  request.on('error', () => undefined).end();
  await asked.opened;
  const closed = once(await arrived, 'close');

  request.destroy();
  await closed;
  found.open();

  await expect.poll(() => (clock.advance(60_000), endpoint.sessionCount)).toBe(0);
  expect(clock.timerCount).toBe(timersBefore);
});

describe('messages while no stream is open', () => {
  test('are held up to maxHeldMessages, and the oldest are dropped first', async () => {
    const { port, session, source } = await openSession({ maxHeldMessages: 2 }, beforePriming);
    source.change('tools');
    source.change('prompts');
    source.change('resources');

    const stream = await openEvents(port, listening(session));

    expect(await methodsOf(stream, 2)).toEqual([ofPrompts, ofResources]);
  });
});
