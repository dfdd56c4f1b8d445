import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { EventStore, StoredEvent } from '@sigil/core/stores';
import { gate, textResult, toolOf } from '@sigil/testing/transports';
import {
  emptyStore,
  counter,
  legacy,
  legacyNotification,
  modernDate,
  openTestServer,
  openTestSession,
  send,
  testClock,
  type TestOptions,
} from './http.test-support.js';
import {
  callWithProgress,
  listening,
  messageOf,
  openEvents,
  progressOf,
  type EventReader,
  type SseEvent,
} from './sse.test-support.js';

const minute = 60_000;
const jsonContent = { 'Content-Type': 'application/json' };
const beforePriming = '2025-06-18';

/** A tool that reports `before` steps, waits for the test, reports `after` more and answers. */
function pausing(before: number, after: number) {
  const paused = gate();
  const goOn = gate();
  const tool = toolOf('pausing', async (_input, context) => {
    for (let step = 1; step <= before; step++) await context.reportProgress(step);
    paused.open();
    await goOn.opened;
    for (let step = before + 1; step <= before + after; step++) await context.reportProgress(step);
    return textResult('finished');
  });
  return { tool, paused: paused.opened, goOn: () => goOn.open() };
}

/** Makes a call in a new session that has reported its first two steps and then lost its connection. */
async function brokenCall(options: TestOptions = {}, date?: string) {
  const { tool, paused, goOn } = pausing(2, 2);
  const server = await openTestServer({ tools: [tool, counter], ...options });
  const session = await openTestSession(server.port, date);
  const call = callWithProgress('pausing', session);
  const stream = await openEvents(server.port, call);
  const events = await take(stream, date === undefined ? 3 : 2);
  await paused;
  await stream.leave();
  const { id: requestId } = JSON.parse(call.body as string) as { id: number };
  return { ...server, session, requestId, events, lastId: events.at(-1)!.id!, goOn };
}

async function take(stream: EventReader, count: number): Promise<SseEvent[]> {
  const events: SseEvent[] = [];
  while (events.length < count) events.push((await stream.next())!);
  return events;
}

function textOf(event: SseEvent | undefined): unknown {
  const content = messageOf(event)?.result?.['content'] as { text: string }[] | undefined;
  return content?.[0]?.text;
}

describe('the stream of a call', () => {
  test('begins with a priming event (id and retry delay only) in the newest legacy revision', async () => {
    const { port } = await openTestServer();
    const session = await openTestSession(port);

    const stream = await openEvents(port, callWithProgress('counter', session));

    expect(await stream.next()).toEqual({ event: undefined, id: expect.any(String), retry: '500', data: '' });
  });

  test.each(['2024-11-05', '2025-03-26', beforePriming])('begins with a message in %s', async (date) => {
    const { port } = await openTestServer();
    const session = await openTestSession(port, date);

    const [first] = await (await openEvents(port, callWithProgress('counter', session))).rest();

    expect(first).toMatchObject({ event: 'message', id: expect.any(String) });
    expect(progressOf(first)).toBe(1);
  });

  // Rules: 63
  test('gives every event an id that is unique in the session', async () => {
    const { port, source } = await openTestServer();
    const session = await openTestSession(port);
    const standing = await openEvents(port, listening(session));
    source.change('tools');

    const calls = await Promise.all(
      [1, 2].map(async () => (await openEvents(port, callWithProgress('counter', session))).rest()),
    );
    const ids = [...calls.flat(), ...(await take(standing, 2))].map((event) => event.id);

    expect(ids).not.toContain(undefined);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(10);
  });

  test('has no event ids without a session', async () => {
    const { port } = await openTestServer({ sessions: 'stateless' });
    const sending = legacy('tools/call', { name: 'counter', _meta: { progressToken: 'p' } });

    const events = await (await openEvents(port, sending)).rest();

    expect(events.map((event) => event.id)).toEqual([undefined, undefined, undefined]);
  });

  test('is replaced by plain JSON, and nothing is stored, when the response comes first', async () => {
    const kept: string[] = [];
    const { port } = await openTestServer({ eventStore: recordingStore(kept) });
    const session = await openTestSession(port);

    const answer = await send(port, legacy('tools/call', { name: 'echo', arguments: { text: 'hi' } }, session));

    expect(answer.headers['content-type']).toBe('application/json');
    expect(kept).toEqual([]);
  });
});

describe('a call whose connection broke', () => {
  test.each([undefined, beforePriming, '2025-03-26'])('continues over a GET while it runs (%s)', async (date) => {
    const { port, session, lastId, goOn } = await brokenCall({}, date);

    const resumed = await openEvents(port, listening(session, lastId));
    goOn();
    const events = await resumed.rest();

    expect(resumed.status).toBe(200);
    expect(events.map(progressOf)).toEqual([3, 4, undefined]);
    expect(textOf(events[2])).toBe('finished');
  });

  test('is answered to a client that reconnects after it ended', async () => {
    const { port, session, lastId, goOn, endpoint } = await brokenCall();
    goOn();
    await expect.poll(async () => (await openEvents(port, listening(session, lastId))).rest()).toHaveLength(3);

    const events = await (await openEvents(port, listening(session, lastId))).rest();

    expect(events.map(progressOf)).toEqual([3, 4, undefined]);
    expect(textOf(events[2])).toBe('finished');
    expect(endpoint.sessionCount).toBe(1);
  });

  // Rules: 61, 64
  test('is resumed with only the events after the last one received', async () => {
    const { port, session, events, goOn } = await brokenCall();

    const resumed = await openEvents(port, listening(session, events[1]!.id));
    goOn();

    expect((await resumed.rest()).map(progressOf)).toEqual([2, 3, 4, undefined]);
  });

  test('can break and be resumed again, with continuing ids', async () => {
    const { port, session, events, lastId, goOn } = await brokenCall();
    const first = await openEvents(port, listening(session, events[0]!.id));
    const again = await take(first, 2);
    await first.leave();

    const second = await openEvents(port, listening(session, lastId));
    goOn();
    const last = await second.rest();

    expect(again.map((event) => event.id)).toEqual(events.slice(1).map((event) => event.id));
    expect(new Set([...events, ...last].map((event) => event.id)).size).toBe(6);
  });

  test('continues on the newest connection when the broken one still looks alive', async () => {
    const { tool, paused, goOn } = pausing(1, 1);
    const { port } = await openTestServer({ tools: [tool] });
    const session = await openTestSession(port);
    const abandoned = await openEvents(port, callWithProgress('pausing', session));
    const [, seen] = await take(abandoned, 2);
    await paused;

    const resumed = await openEvents(port, listening(session, seen!.id));
    const restOfAbandoned = await abandoned.rest();
    goOn();

    expect(restOfAbandoned).toEqual([]);
    expect((await resumed.rest()).map(progressOf)).toEqual([2, undefined]);
  });

  test('is answered completely if it ends while its client reconnects', async () => {
    const events: StoredEvent[] = [];
    const ready = gate();
    const eventStore: EventStore = {
      ...recordingStore([]),
      append(_session, event) {
        events.push(event);
        return event.json.includes('finished') ? ready.opened : Promise.resolve();
      },
      replayAfter(_session, place, replay) {
        for (const event of events) if (event.number > place.number) replay(event);
        return Promise.resolve(true);
      },
    };
    const { port, http, session, lastId, goOn } = await brokenCall({ eventStore });
    goOn();
    await expect.poll(() => events.length).toBe(6);

    const cameBack = once(http.server, 'request');
    const resumed = openEvents(port, listening(session, lastId));
    await cameBack;
    ready.open();

    expect((await (await resumed).rest()).map((event) => textOf(event) ?? progressOf(event))).toEqual([
      3,
      4,
      'finished',
    ]);
  });

  test('loses, duplicates and reorders none of a thousand events over many broken connections', async () => {
    const total = 1_000;
    const busy = toolOf('busy', async (_input, context) => {
      for (let step = 1; step <= total; step++) {
        await context.reportProgress(step);
        if (step % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
      return textResult('finished');
    });
    const { port } = await openTestServer({ tools: [busy], limits: { maxEventsPerStream: 2 * total } });
    const session = await openTestSession(port);
    const seen: SseEvent[] = [];

    let stream = await openEvents(port, callWithProgress('busy', session));
    for (let connections = 1; textOf(seen.at(-1)) === undefined; connections++) {
      const most = connections * 7;
      for (let count = 0; count < most; count++) {
        const event = await stream.next();
        if (!event) break;
        seen.push(event);
      }
      await stream.leave();
      stream = await openEvents(port, listening(session, seen.at(-1)!.id));
    }

    expect(seen.map(progressOf).slice(1, -1)).toEqual(Array.from({ length: total }, (_, at) => at + 1));
    expect(new Set(seen.map((event) => event.id)).size).toBe(total + 2);
  });

  test('stores nothing if its client received no event id', async () => {
    const kept: string[] = [];
    const { tool, paused, goOn } = pausing(0, 2);
    const { port, http, endpoint } = await openTestServer({ tools: [tool], eventStore: recordingStore(kept) });
    const session = await openTestSession(port);
    const left = new Promise((resolve) =>
      http.server.once('request', (_request, response: NodeJS.EventEmitter) => response.once('close', resolve)),
    );
    const { headers, body } = callWithProgress('pausing', session);
    const request = httpRequest({ port, method: 'POST', path: '/mcp', headers: { ...headers, ...jsonContent } });
    request.on('error', () => undefined).end(body);
    await paused;

    request.destroy();
    await left;
    goOn();

    await endpoint.close(10_000);
    expect(kept).toEqual([]);
  });
});

describe('a stream that ended', () => {
  test('and was read to its end is refused with 405, so that clients stop reconnecting', async () => {
    const { port } = await openTestServer();
    const session = await openTestSession(port);
    const events = await (await openEvents(port, callWithProgress('counter', session))).rest();

    const answer = await send(port, listening(session, events.at(-1)!.id));

    expect([answer.status, answer.headers.allow]).toEqual([405, 'POST, DELETE']);
  });

  test('after its call was cancelled is refused with 405', async () => {
    const { port, session, lastId, requestId } = await brokenCall();

    await send(port, legacyNotification('notifications/cancelled', { requestId }, session));

    expect((await send(port, listening(session, lastId))).status).toBe(405);
  });
});

describe('Last-Event-ID', () => {
  test.each(['nonsense', '1', '0123456789abcdef-0', '0123456789abcdef-1x', '__proto__'])(
    'that is malformed (%s) is refused with 400',
    async (id) => {
      const { port } = await openTestServer();
      const session = await openTestSession(port);

      expect((await send(port, listening(session, id))).status).toBe(400);
    },
  );

  test('of an unknown stream is refused with 404', async () => {
    const { port } = await openTestServer();
    const session = await openTestSession(port);

    expect((await send(port, listening(session, '0123456789abcdef-1'))).status).toBe(404);
  });

  test('ahead of the last sent event is refused with 404', async () => {
    const { port, session, lastId } = await brokenCall();

    const ahead = lastId.replace(/\d+$/, '99');

    expect((await send(port, listening(session, ahead))).status).toBe(404);
  });

  // Rules: 64
  test.each(['while the call runs', 'after it ended'])(
    'of another session is refused with 404 and replays nothing, %s',
    async (when) => {
      const { port, session, events, goOn } = await brokenCall();
      const other = await openTestSession(port);
      if (when === 'after it ended') {
        goOn();
        await expect
          .poll(async () => (await openEvents(port, listening(session, events[0]!.id))).rest())
          .toHaveLength(5);
      }

      const answer = await send(port, listening(other, events[0]!.id));

      expect(answer.status).toBe(404);
      expect(answer.text).not.toContain('progress');
      expect(answer.text).not.toContain('finished');
    },
  );

  // Rules: 64
  test('replays no events of other streams of its session', async () => {
    const { port, session, lastId, goOn, source } = await brokenCall();
    await (await openEvents(port, callWithProgress('counter', session))).rest();
    source.change('tools');

    const resumed = await openEvents(port, listening(session, lastId));
    goOn();

    expect((await resumed.rest()).map((event) => textOf(event) ?? progressOf(event))).toEqual([3, 4, 'finished']);
  });

  test('before the oldest stored event is refused with 404', async () => {
    const { port, session, events, lastId } = await brokenCall({ limits: { maxEventsPerStream: 1 } });

    const tooOld = await send(port, listening(session, events[0]!.id));
    const recent = await openEvents(port, listening(session, lastId));

    expect([tooOld.status, recent.status]).toEqual([404, 200]);
  });

  test('of expired events is refused with 404', async () => {
    const clock = testClock();
    const { port, session, events, goOn } = await brokenCall({ clock });

    for (let minutes = 0; minutes < 12; minutes++) clock.advance(minute);
    const answer = await send(port, listening(session, events[0]!.id));
    goOn();

    expect(answer.status).toBe(404);
  });

  test('is ignored for a modern client, whose GET is refused with 405', async () => {
    const { port, lastId } = await brokenCall();

    const headers = { 'MCP-Protocol-Version': modernDate, 'Last-Event-ID': lastId };

    expect((await send(port, { method: 'GET', headers })).status).toBe(405);
  });

  test('is refused without its session, also after the session has ended', async () => {
    const { port, session, lastId } = await brokenCall();

    const without = await send(port, { method: 'GET', headers: { 'Last-Event-ID': lastId } });
    await send(port, { method: 'DELETE', headers: { 'Mcp-Session-Id': session } });
    const ended = await send(port, listening(session, lastId));

    expect([without.status, ended.status]).toEqual([400, 404]);
  });
});

describe('a failing event store', () => {
  test('loses no answer: the fault is reported, and the stream continues', async () => {
    const faults: string[] = [];
    const eventStore: EventStore = { ...recordingStore([]), append: () => Promise.reject(new Error('no store')) };
    const { port } = await openTestServer({ eventStore, onFault: ({ during }) => faults.push(during) });
    const session = await openTestSession(port);

    const events = await (await openEvents(port, callWithProgress('counter', session))).rest();

    expect(events.map(progressOf)).toEqual([undefined, 1, 2, undefined]);
    expect(new Set(faults)).toEqual(new Set(['keeping events for clients that come back']));
  });

  test('is answered with 500 on replay', async () => {
    const faults: string[] = [];
    const eventStore: EventStore = { ...recordingStore([]), replayAfter: () => Promise.reject(new Error('no store')) };
    const { port, session, events } = await brokenCall({ eventStore, onFault: ({ during }) => faults.push(during) });

    const answer = await send(port, listening(session, events[0]!.id));

    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain('no store');
    expect(faults).toEqual(['resuming a stream']);
  });

  test('forgets a session that ends', async () => {
    const forgotten: string[] = [];
    const eventStore: EventStore = {
      ...recordingStore([]),
      forget: (session) => Promise.resolve(void forgotten.push(session)),
    };
    const { port, session } = await brokenCall({ eventStore });

    await send(port, { method: 'DELETE', headers: { 'Mcp-Session-Id': session } });

    await expect.poll(() => forgotten).toEqual([session]);
  });

  test('receives no more events of a session that has ended', async () => {
    const kept: string[] = [];
    const first = gate();
    const ready = gate();
    const eventStore: EventStore = {
      ...recordingStore(kept),
      append: (_session, { json }) => {
        kept.push(json);
        return ready.opened;
      },
    };
    const eager = toolOf('eager', (_input, context) => {
      for (let step = 1; step <= 3; step++) void context.reportProgress(step);
      first.open();
      return new Promise(() => undefined);
    });
    const { port } = await openTestServer({ tools: [eager], eventStore });
    const session = await openTestSession(port, beforePriming);
    const answer = send(port, callWithProgress('eager', session));
    await first.opened;

    await send(port, { method: 'DELETE', headers: { 'Mcp-Session-Id': session } });
    ready.open();
    await answer;

    expect(kept).toHaveLength(1);
  });
});

/** A store that only records its events. */
function recordingStore(kept: string[]): EventStore {
  return {
    ...emptyStore,
    append: (_session, event) => Promise.resolve(void kept.push(event.json)),
  };
}
