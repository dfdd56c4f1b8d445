import { Clients, type Principal } from '@sigil/core/engine';
import { gate, heldTool, textResult, toolOf, type JsonMessage } from '@sigil/testing/transports';
import { describe, expect, test, vi } from 'vitest';
import { counter, initialize, legacy, legacyNotification, openTestSession, send } from '../http.test-support.js';
import { callWithProgress, listening, messageOf, openEvents, progressOf } from '../sse.test-support.js';
import { openReplicas, type Replicas } from './replicas.test-support.js';
import { nameOfSession } from './seal-session.js';

function responseOf(id: string, question: JsonMessage | undefined, result: object) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: question?.id, result });
  return { headers: { 'Mcp-Session-Id': id }, body };
}

const resultOf = (messages: readonly JsonMessage[]): unknown => messages.at(-1)?.result;

describe('a session', () => {
  test('continues at every replica, with the result of its handshake', async () => {
    const asking = toolOf('ask', async (_input, context) => textResult((await context.listRoots()).action));
    const { all, faults } = await openReplicas(3, () => ({ tools: [asking] }));
    const id = await openTestSession(all[0]!.port);

    const answers = await Promise.all(
      all.map(({ port }) => send(port, legacy('tools/call', { name: 'ask', arguments: {} }, id))),
    );

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.map(({ messages }) => resultOf(messages))).toEqual(
      all.map(() => expect.objectContaining({ content: [{ type: 'text', text: 'incapable' }] })),
    );
    expect(id).toMatch(/^[\x21-\x7e]+$/);
    expect(faults).toEqual([]);
  });

  test('ended at one replica ends everywhere, with its streams', async () => {
    const { all } = await openReplicas(2);
    const id = await openTestSession(all[0]!.port);
    const stream = await openEvents(all[0]!.port, listening(id));

    const ended = await send(all[1]!.port, { method: 'DELETE', headers: { 'Mcp-Session-Id': id } });
    const rest = await stream.rest();

    expect(ended.status).toBe(204);
    expect(rest.filter(({ event }) => event === 'message')).toEqual([]);
    for (const { port } of all) expect((await send(port, legacy('ping', {}, id))).status).toBe(404);
  });

  test.each([
    ['nobody sealed', () => 'v1.AAAA'],
    ['has another form', (id: string) => id.replace('v1.', 'v2.')],
    ['was changed', (id: string) => `${id.slice(0, -3)}${id.endsWith('AAA') ? 'BBB' : 'AAA'}`],
    ['is of a time before', () => '0123456789abcdef0123456789abcdef'],
  ])('whose id %s is answered with 404', async (_what, idOf) => {
    const { all } = await openReplicas(2);
    const id = await openTestSession(all[0]!.port);

    expect((await send(all[1]!.port, legacy('ping', {}, idOf(id)))).status).toBe(404);
  });

  test('is refused to other callers, and by a server that does not share its sessions', async () => {
    const principalOf = (id: string): Principal => ({ id, issuer: 'i', scopes: [], claims: {} });
    const { all } = await openReplicas(3, (at) => ({
      authenticate: ({ authorization = '' }) => principalOf(authorization),
      ...(at === 2 ? { sharing: undefined } : {}),
    }));
    const as = (who: string, sending: ReturnType<typeof legacy>) => ({
      ...sending,
      headers: { ...sending.headers, Authorization: who },
    });
    const id = String((await send(all[0]!.port, as('ada', initialize()))).headers['mcp-session-id']);

    const statuses = [];
    for (const [at, who] of [
      [1, 'eve'],
      [1, 'ada'],
      [0, 'eve'],
      [2, 'ada'],
    ] as const) {
      statuses.push((await send(all[at]!.port, as(who, legacy('ping', {}, id)))).status);
    }

    expect(statuses).toEqual([404, 200, 404, 404]);
  });

  test('continues at another replica after its own has closed', async () => {
    const { all } = await openReplicas(2);
    const id = await openTestSession(all[0]!.port);

    await all[0]!.http.close({ graceMs: 1 });

    expect((await send(all[1]!.port, legacy('ping', {}, id))).status).toBe(200);
  });

  test('with more capabilities than an id can hold is refused with 400', async () => {
    const { all } = await openReplicas(1);
    const capabilities = { roots: { more: 'x'.repeat(10_000) } };

    const answer = await send(all[0]!.port, legacy('initialize', { protocolVersion: '2025-11-25', capabilities }));

    expect(answer.status).toBe(400);
    expect(answer.text).toContain('too long');
  });
});

test('a refused session is removed from the store, and a failed handshake never enters it', async () => {
  const clients = new Clients({ maxSessions: 2, clientSharePercent: 50 });
  const { all, store } = await openReplicas(1, () => ({ clients }));
  const kept = new Set<string>();
  const ended = new Set<string>();
  const open = store.sessions.open.bind(store.sessions);
  store.sessions.open = (session, ages) => (kept.add(session), open(session, ages));
  store.sessions.onChange((session, change) => void (change.kind === 'ended' && ended.add(session)));
  const { port } = all[0]!;

  const failed = await send(port, legacy('initialize', { protocolVersion: '2025-11-25', capabilities: [] }));
  const opened = await send(port, initialize());
  const refused = await send(port, initialize());

  expect([failed.status, opened.status, refused.status]).toEqual([200, 200, 429]);
  await vi.waitFor(() => expect(ended.size).toBe(1), 20_000);
  expect(kept.size).toBe(2);
  expect(ended.has(nameOfSession(String(opened.headers['mcp-session-id'])))).toBe(false);
});

describe('a call at another replica', () => {
  test('can be cancelled', async () => {
    const begun = gate();
    const cancelled = gate();
    const waiting = toolOf('wait', async (_input, { signal }) => {
      begun.open();
      signal.addEventListener('abort', () => cancelled.open());
      return new Promise(() => undefined);
    });
    const { all } = await openReplicas(2, () => ({ tools: [waiting] }));
    const id = await openTestSession(all[0]!.port);
    const call = callWithProgress('wait', id);
    void send(all[0]!.port, call).catch(() => undefined);
    await begun.opened;

    const { id: requestId } = JSON.parse(String(call.body)) as { id: number };
    await send(all[1]!.port, legacyNotification('notifications/cancelled', { requestId }, id));

    await cancelled.opened;
  });

  test('gets the answer to its question', async () => {
    const asking = toolOf('ask', async (_input, context) => {
      const answer = await context.elicit('Which city?', { type: 'object', properties: { city: { type: 'string' } } });
      return textResult(JSON.stringify(answer));
    });
    const { all } = await openReplicas(2, () => ({ tools: [asking] }));
    const handshake = legacy('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: { elicitation: {} },
      clientInfo: { name: 'tester', version: '0' },
    });
    const id = String((await send(all[0]!.port, handshake)).headers['mcp-session-id']);
    const stream = await openEvents(all[0]!.port, callWithProgress('ask', id));
    let question: JsonMessage | undefined;
    while (question?.method !== 'elicitation/create') question = messageOf(await stream.next());

    await send(all[1]!.port, responseOf(id, question, { action: 'accept', content: { city: 'Rome' } }));

    const answer = messageOf((await stream.rest()).at(-1));
    expect(JSON.stringify(answer?.result)).toContain('Rome');
  });

  test('can be resumed to its end', async () => {
    const goOn = gate();
    const slow = toolOf('slow', async (_input, context) => {
      await context.reportProgress(1);
      await goOn.opened;
      await context.reportProgress(2);
      return textResult('finished');
    });
    const { all } = await openReplicas(2, () => ({ tools: [slow] }));
    const id = await openTestSession(all[0]!.port);
    const stream = await openEvents(all[0]!.port, callWithProgress('slow', id));
    await stream.next();
    const seen = await stream.next();
    await stream.leave();

    const resumed = await openEvents(all[1]!.port, listening(id, seen?.id));
    goOn.open();
    const rest = await resumed.rest();

    expect(progressOf(seen)).toBe(1);
    expect(rest.map(progressOf)).toEqual([2, undefined]);
    expect(JSON.stringify(messageOf(rest[1])?.result)).toContain('finished');
    expect((await send(all[1]!.port, listening(id, rest[1]?.id))).status).toBe(405);
  });

  test('that is lost with its replica ends in one error: it may or may not have taken effect', async () => {
    const begun = gate();
    const dying = toolOf('die', async (_input, context) => {
      await context.reportProgress(1);
      begun.open();
      return new Promise(() => undefined);
    });
    const { all } = await openReplicas(3, () => ({ tools: [dying] }));
    const id = await openTestSession(all[0]!.port);
    const call = callWithProgress('die', id);
    const stream = await openEvents(all[0]!.port, call);
    await stream.next();
    const seen = await stream.next();
    await begun.opened;
    await stream.leave();
    all[0]!.fallSilent();

    const ends = await Promise.all(
      all.slice(1).map(async ({ port }) => (await openEvents(port, listening(id, seen?.id))).rest()),
    );

    const { id: requestId } = JSON.parse(String(call.body)) as { id: number };
    for (const end of ends) {
      expect(end.map(messageOf)).toEqual([
        {
          jsonrpc: '2.0',
          id: requestId,
          error: { code: -32603, message: expect.stringContaining('may or may not have taken effect') },
        },
      ]);
    }
  });
});

describe('a replica that was paused', () => {
  test('does not serve a session that was ended meanwhile', async () => {
    const { all } = await openReplicas(2);
    const id = await openTestSession(all[0]!.port);
    all[0]!.pause();
    await send(all[1]!.port, { method: 'DELETE', headers: { 'Mcp-Session-Id': id } });

    all[0]!.wake();

    expect((await send(all[0]!.port, legacy('ping', {}, id))).status).toBe(404);
  });

  test('goes on with a session that others still serve, and with its running calls', async () => {
    const { tool: slow, started, finish } = heldTool();
    const { all } = await openReplicas(2, () => ({ tools: [slow] }));
    const id = await openTestSession(all[0]!.port);
    const running = send(all[0]!.port, legacy('tools/call', { name: 'slow', arguments: {} }, id));
    await started.opened;

    all[0]!.wake();
    const pinged = await send(all[0]!.port, legacy('ping', {}, id));
    finish.open();

    expect(pinged.status).toBe(200);
    expect(resultOf((await running).messages)).toMatchObject({ content: [{ text: 'finished' }] });
    expect(all[0]!.endpoint.sessionCount).toBe(1);
  });

  test('refuses its sessions as long as the store does not answer', async () => {
    const { all, loseStore } = await openReplicas(2);
    const id = await openTestSession(all[0]!.port);
    loseStore();
    expect((await send(all[0]!.port, legacy('ping', {}, id))).status).toBe(200);

    all[0]!.wake();

    expect((await send(all[0]!.port, legacy('ping', {}, id))).status).toBe(503);
  });

  test('reports that changes may have been missed', async () => {
    const { all } = await openReplicas(1);
    const missed = gate();
    all[0]!.sharing.onGap(missed.open);

    all[0]!.wake();

    await missed.opened;
  });
});

test('a replica that lost the store is still regarded as running when the store is back', async () => {
  const { all, loseTouch } = await openReplicas(2);
  const { process } = all[0]!.sharing;

  await vi.waitFor(async () => expect(await all[1]!.sharing.isThere(process)).toBe(true), 20_000);
  await loseTouch();

  expect(await all[1]!.sharing.isThere(process)).toBe(true);
  expect(await all[1]!.sharing.isThere('nobody')).toBe(true);
  await vi.waitFor(async () => expect(await all[1]!.sharing.isThere('nobody')).toBe(false), { timeout: 20_000 });
  expect(await all[1]!.sharing.isThere(process)).toBe(true);
});

describe('a message outside any call', () => {
  const listChanged = 'notifications/tools/list_changed';

  test('is delivered once, although every replica sees it', async () => {
    const { all } = await openReplicas(3);
    const id = await openTestSession(all[0]!.port);
    for (const { port } of all) await send(port, legacy('ping', {}, id));
    const stream = await openEvents(all[1]!.port, listening(id));
    await stream.next();

    for (const { source } of all) source.change('tools');
    const first = messageOf(await stream.next());
    await send(all[2]!.port, { method: 'DELETE', headers: { 'Mcp-Session-Id': id } });

    expect(first?.method).toBe(listChanged);
    expect((await stream.rest()).map(messageOf)).toEqual([]);
  });

  test('is held while no stream is open, and delivered once at whichever replica the client opens one', async () => {
    const { all, store } = await openReplicas(3);
    const id = await openTestSession(all[0]!.port);
    for (const { port } of all) await send(port, legacy('ping', {}, id));

    // The first stream reports the client's readiness to the sessions of all replicas.
    const early = await openEvents(all[0]!.port, listening(id));
    await early.next();
    await early.leave();
    await vi.waitFor(
      async () => expect((await store.sessions.find(nameOfSession(id)))?.listener).toBeUndefined(),
      20_000,
    );
    for (const { source } of all) source.change('tools');
    await new Promise((resolve) => setImmediate(resolve));
    const stream = await openEvents(all[2]!.port, listening(id));
    await stream.next();
    const first = messageOf(await stream.next());
    await send(all[1]!.port, { method: 'DELETE', headers: { 'Mcp-Session-Id': id } });

    expect(first?.method).toBe(listChanged);
    expect((await stream.rest()).map(messageOf)).toEqual([]);
  });

  test('continues to arrive when its stream is resumed at another replica', async () => {
    const { all } = await openReplicas(2);
    const id = await openTestSession(all[0]!.port);
    const stream = await openEvents(all[0]!.port, listening(id));
    await stream.next();
    all[0]!.source.change('tools');
    const seen = await stream.next();
    await stream.leave();

    const resumed = await openEvents(all[1]!.port, listening(id, seen?.id));
    await resumed.next();
    for (const { source } of all) source.change('tools');
    const next = messageOf(await resumed.next());
    await send(all[0]!.port, { method: 'DELETE', headers: { 'Mcp-Session-Id': id } });

    expect(next?.method).toBe(listChanged);
    expect((await resumed.rest()).map(messageOf)).toEqual([]);
  });

  test('goes to the newest stream, although an older one is open at another replica', async () => {
    const { all } = await openReplicas(2);
    const id = await openTestSession(all[0]!.port);
    const older = await openEvents(all[0]!.port, listening(id));
    await older.next();
    const newer = await openEvents(all[1]!.port, listening(id));
    await newer.next();
    // The order of streams is known once the message has arrived.
    await new Promise((resolve) => setImmediate(resolve));

    for (const { source } of all) source.change('tools');
    const heard = messageOf(await newer.next());
    await send(all[0]!.port, { method: 'DELETE', headers: { 'Mcp-Session-Id': id } });

    expect(heard?.method).toBe(listChanged);
    expect((await older.rest()).map(messageOf)).toEqual([]);
  });
});

const logging = toolOf('log', async (_input, context) => {
  context.log('debug', 'a detail');
  return textResult('done');
});

const detailsIn = (messages: readonly JsonMessage[]): number =>
  messages.filter(({ method }) => method === 'notifications/message').length;

/** Makes the store look up sessions immediately but deliver the answer only when the test lets it. */
function delayFinding({ sessions }: Replicas['store']) {
  const [asked, answered] = [gate(), gate()];
  const find = sessions.find.bind(sessions);
  sessions.find = async (session) => {
    const found = await find(session);
    asked.open();
    await answered.opened;
    return found;
  };
  return { asked, answered };
}

describe('a log level set at another replica', () => {
  test('applies at once, without asking the store', async () => {
    const { all, store } = await openReplicas(2, () => ({ tools: [logging] }));
    const id = await openTestSession(all[0]!.port);
    await send(all[1]!.port, legacy('ping', {}, id));
    store.sessions.find = () => new Promise(() => undefined);

    await send(all[0]!.port, legacy('logging/setLevel', { level: 'debug' }, id));
    const { messages } = await send(all[1]!.port, callWithProgress('log', id));

    expect(detailsIn(messages)).toBe(1);
  });

  test('applies although the store was asked for the session just before', async () => {
    const { all, store } = await openReplicas(2, () => ({ tools: [logging] }));
    const id = await openTestSession(all[0]!.port);
    const { asked, answered } = delayFinding(store);

    const calling = send(all[1]!.port, callWithProgress('log', id));
    await asked.opened;
    await send(all[0]!.port, legacy('logging/setLevel', { level: 'debug' }, id));
    answered.open();

    expect(detailsIn((await calling).messages)).toBe(1);
  });

  test('applies although the session was being read again after a gap', async () => {
    const { all, store, loseTouch } = await openReplicas(2, () => ({ tools: [logging] }));
    const id = await openTestSession(all[0]!.port);
    await send(all[1]!.port, legacy('ping', {}, id));
    const { asked, answered } = delayFinding(store);

    await loseTouch();
    await asked.opened;
    await send(all[0]!.port, legacy('logging/setLevel', { level: 'debug' }, id));
    answered.open();
    await new Promise((resolve) => setImmediate(resolve));
    const { messages } = await send(all[1]!.port, callWithProgress('log', id));

    expect(detailsIn(messages)).toBe(1);
  });
});

test('while the store is down, known sessions continue, and others get 503 and Retry-After', async () => {
  const { all, faults, loseStore } = await openReplicas(2, () => ({ tools: [counter] }));
  const id = await openTestSession(all[0]!.port);
  loseStore();

  const known = await send(all[0]!.port, callWithProgress('counter', id));
  const unknown = await send(all[1]!.port, legacy('ping', {}, id));
  const opening = await send(all[1]!.port, initialize());

  expect(known.status).toBe(200);
  expect([unknown.status, unknown.headers['retry-after']]).toEqual([503, '1']);
  expect([opening.status, opening.headers['retry-after']]).toEqual([503, '1']);
  expect(faults.map(({ during }) => during)).toEqual(['finding a session', 'opening a session']);
});
