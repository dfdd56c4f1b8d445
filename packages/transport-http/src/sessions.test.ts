import { Clients } from '@sigil/core/engine';
import { describe, expect, test } from 'vitest';
import { echo, gate, textResult, toolOf } from '@sigil/testing/transports';
import {
  begin,
  initialize,
  legacy,
  legacyNotification,
  modernDate,
  newestLegacyDate,
  openSocket,
  openTestServer,
  openTestSession,
  readStream,
  send,
  testClock,
  type Sending,
} from './http.test-support.js';
import { callWithProgress } from './sse.test-support.js';

const minute = 60_000;

function listen(sessionId: string): { method: string; headers: Record<string, string> } {
  return { method: 'GET', headers: { 'Mcp-Session-Id': sessionId, Accept: 'text/event-stream' } };
}

describe('the handshake', () => {
  // Rules: 65, 226
  test('opens a session with an unguessable id in visible ASCII', async () => {
    const { port, endpoint } = await openTestServer();

    const answer = await send(port, initialize());

    expect(answer.status).toBe(200);
    expect(answer.messages[0]?.result?.['protocolVersion']).toBe(newestLegacyDate);
    expect(answer.headers['mcp-session-id']).toMatch(/^[0-9a-f]{32}$/);
    expect(endpoint.sessionCount).toBe(1);
  });

  test('opens a new session each time', async () => {
    const { port, endpoint } = await openTestServer();

    const first = await send(port, initialize());
    const second = await send(port, initialize());

    expect(first.headers['mcp-session-id']).not.toBe(second.headers['mcp-session-id']);
    expect(endpoint.sessionCount).toBe(2);
  });

  test('opens no session if it fails', async () => {
    const { port, endpoint } = await openTestServer();

    const answer = await send(port, legacy('initialize', { capabilities: {} }));

    expect(answer.messages[0]?.error?.code).toBe(-32602);
    expect(answer.headers['mcp-session-id']).toBeUndefined();
    expect(endpoint.sessionCount).toBe(0);
  });

  test('is refused within an existing session', async () => {
    const { port } = await openTestServer();
    const id = await openTestSession(port);

    const again = await send(port, { ...initialize(), headers: { 'Mcp-Session-Id': id } });

    expect([again.status, again.messages[0]?.error?.code]).toEqual([400, -32600]);
  });

  test('is refused with 503 when there are too many sessions, and works after one has ended', async () => {
    const { port } = await openTestServer({ clients: new Clients({ maxSessions: 1 }) });
    const id = await openTestSession(port);

    const refused = await send(port, initialize());
    await send(port, { method: 'DELETE', headers: { 'Mcp-Session-Id': id } });
    const opened = await send(port, initialize());

    expect(refused.status).toBe(503);
    expect(refused.headers['retry-after']).toBe('60');
    expect(refused.messages[0]?.error?.message).toContain('maxSessions');
    expect(opened.status).toBe(200);
  });
});

describe('a request in a session', () => {
  test('is answered', async () => {
    const { port } = await openTestServer();
    const id = await openTestSession(port);

    const answer = await send(port, legacy('tools/call', { name: 'echo', arguments: { text: 'hi' } }, id));

    expect(answer.status).toBe(200);
    expect(answer.messages[0]?.result?.['content']).toEqual([{ type: 'text', text: 'hi' }]);
  });

  test('without the session header is refused with 400', async () => {
    const { port } = await openTestServer();

    const answer = await send(port, legacy('tools/list'));

    expect(answer.status).toBe(400);
    expect(answer.messages[0]?.error?.message).toContain('Mcp-Session-Id');
  });

  test.each(['nope', '__proto__', 'constructor'])('with the unknown session %s is refused with 404', async (id) => {
    const { port } = await openTestServer();

    const answer = await send(port, legacy('tools/list', {}, id));

    expect(answer.status).toBe(404);
  });

  test('with an ended session is refused in the form by which clients know that they must start again', async () => {
    const { port } = await openTestServer();
    const id = await openTestSession(port);
    await send(port, { method: 'DELETE', headers: { 'Mcp-Session-Id': id } });

    const { status, text } = await send(port, legacy('tools/list', {}, id));

    expect(status).toBe(404);
    // Claude Code looks for these characters in the error of the TypeScript SDK, which quotes the body.
    expect(text).toContain('"code":-32001');
    expect(text).toContain('Session not found');
  });

  test('with an unsupported version is refused with 400', async () => {
    const { port } = await openTestServer();
    const id = await openTestSession(port);
    const sending = legacy('tools/list', {}, id);

    const answer = await send(port, {
      ...sending,
      headers: { ...sending.headers, 'MCP-Protocol-Version': '1999-01-01' },
    });

    expect(answer.status).toBe(400);
  });

  test.each([
    ['an unknown method', 'tools/unknown', 200, -32601],
    ['bad parameters', 'tools/call', 200, -32602],
  ])('%s is a JSON-RPC error with status 200', async (_what, method, status, code) => {
    const { port } = await openTestServer();
    const id = await openTestSession(port);

    const answer = await send(port, legacy(method, {}, id));

    expect([answer.status, answer.messages[0]?.error?.code]).toEqual([status, code]);
  });

  test('that is a notification or a response is accepted with 202', async () => {
    const { port } = await openTestServer();
    const id = await openTestSession(port);

    const notified = await send(port, legacyNotification('notifications/roots/list_changed', {}, id));
    const responded = await send(port, {
      headers: { 'Mcp-Session-Id': id },
      body: '{"jsonrpc":"2.0","id":1,"result":{}}',
    });

    expect([notified.status, notified.text, responded.status, responded.text]).toEqual([202, '', 202, '']);
  });

  test('runs beside two others, and each is answered', async () => {
    const arrived: string[] = [];
    const all = gate();
    const together = toolOf('together', async (input) => {
      arrived.push(String(input['text']));
      if (arrived.length === 3) all.open();
      await all.opened;
      return textResult(String(input['text']));
    });
    const { port } = await openTestServer({ tools: [together] });
    const id = await openTestSession(port);

    const answers = await Promise.all(
      ['a', 'b', 'c'].map((text) => send(port, legacy('tools/call', { name: 'together', arguments: { text } }, id))),
    );

    expect(answers.map((answer) => answer.messages[0]?.result?.['content'])).toEqual(
      ['a', 'b', 'c'].map((text) => [{ type: 'text', text }]),
    );
  });

  test('continues when its client disconnects', async () => {
    const started = gate();
    const finish = gate();
    const finished = gate();
    let wasAborted = true;
    const slow = toolOf('slow', async (_input, context) => {
      started.open();
      await finish.opened;
      wasAborted = context.signal.aborted;
      finished.open();
      return textResult('done');
    });
    const { port, http } = await openTestServer({ tools: [slow] });
    const id = await openTestSession(port);
    const { headers, body } = legacy('tools/call', { name: 'slow' }, id);
    const socket = await openSocket(port);
    const left = new Promise((resolve) =>
      http.server.once('request', (_request, response: NodeJS.EventEmitter) => response.once('close', resolve)),
    );
    socket.write(
      `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nMcp-Session-Id: ${headers?.['Mcp-Session-Id'] ?? ''}\r\nContent-Length: ${(body as string).length}\r\n\r\n${body as string}`,
    );
    await started.opened;

    socket.destroy();
    await left;
    finish.open();

    await finished.opened;
    expect(wasAborted).toBe(false);
  });

  test('ends without an answer if it is cancelled', async () => {
    const started = gate();
    const stuck = toolOf('stuck', () => {
      started.open();
      return new Promise(() => undefined);
    });
    const { port } = await openTestServer({ tools: [stuck] });
    const id = await openTestSession(port);
    const call = legacy('tools/call', { name: 'stuck' }, id);
    const answer = send(port, call);
    await started.opened;

    const { id: requestId } = JSON.parse(call.body as string) as { id: number };
    await send(port, legacyNotification('notifications/cancelled', { requestId }, id));

    expect((await answer).text).toBe('');
  });

  // Rules: 11
  test('that is a batch is answered with one array in the revision that has batches', async () => {
    const { port } = await openTestServer();
    const id = await openTestSession(port, '2025-03-26');
    const batch = ['ping', 'ping'].map((method, at) => ({ jsonrpc: '2.0', id: at, method }));

    const answer = await send(port, { headers: { 'Mcp-Session-Id': id }, body: JSON.stringify(batch) });

    expect(answer.text.startsWith('[')).toBe(true);
    expect(answer.messages.map((message) => message.id)).toEqual([0, 1]);
  });

  // Rules: 57
  test.each(['[1]', '[{"jsonrpc":"2.0","method":5}]', '[{"jsonrpc":"2.0","result":{}}]'])(
    'that is a batch of only invalid messages is refused with 400 (%s)',
    async (body) => {
      const { port } = await openTestServer();
      const id = await openTestSession(port, '2025-03-26');

      const answer = await send(port, { headers: { 'Mcp-Session-Id': id }, body });

      expect([answer.status, answer.messages[0]?.error?.code]).toEqual([400, -32600]);
    },
  );

  test('that is a batch of a notification and an invalid message is accepted with 202', async () => {
    const { port } = await openTestServer();
    const id = await openTestSession(port, '2025-03-26');

    const answer = await send(port, {
      headers: { 'Mcp-Session-Id': id },
      body: '[1,{"jsonrpc":"2.0","method":"notifications/initialized"}]',
    });

    expect([answer.status, answer.text]).toEqual([202, '']);
  });

  test('that is a batch is refused with 400 in a revision without batches', async () => {
    const { port } = await openTestServer();
    const id = await openTestSession(port);

    const answer = await send(port, {
      headers: { 'Mcp-Session-Id': id },
      body: '[{"jsonrpc":"2.0","id":1,"method":"ping"}]',
    });

    expect([answer.status, answer.messages[0]?.error?.code]).toEqual([400, -32600]);
  });
});

test('every answer of a session names it: results, errors, accepted messages, streams, refusals and its end', async () => {
  const { port } = await openTestServer({ limits: { maxStreamsPerSession: 1 } });
  const id = await openTestSession(port);
  const inSession = (method: string, more: Record<string, string> = {}): Sending => ({
    method,
    headers: { 'Mcp-Session-Id': id, ...more },
  });

  const answers = {
    result: await send(port, legacy('tools/list', {}, id)),
    error: await send(port, legacy('no/such', {}, id)),
    accepted: await send(port, legacyNotification('notifications/roots/list_changed', {}, id)),
    unreadable: await send(port, { headers: { 'Mcp-Session-Id': id }, body: '{"jsonrpc":' }),
    streamed: await send(port, callWithProgress('counter', id)),
    unacceptable: await send(port, inSession('GET', { Accept: 'application/json' })),
    malformedId: await send(port, inSession('GET', { 'Last-Event-ID': '!' })),
    unknownEvent: await send(port, inSession('GET', { 'Last-Event-ID': '99-1' })),
  };
  const standing = await begin(port, listen(id));
  const tooMany = await send(port, listen(id));
  const ended = await send(port, inSession('DELETE'));

  const named = [...Object.values(answers), standing, tooMany, ended].map(({ headers }) => headers['mcp-session-id']);
  expect(named).toEqual(named.map(() => id));
  expect([answers.streamed.headers['content-type'], tooMany.status, ended.status]).toEqual([
    ...['text/event-stream', 429, 204],
  ]);
});

describe('the stream of a session', () => {
  test('carries changes', async () => {
    const { port, source } = await openTestServer();
    const id = await openTestSession(port);
    const response = await begin(port, listen(id));
    const next = readStream(response);

    source.change('tools');

    expect(response.headers['content-type']).toBe('text/event-stream');
    expect((await next())?.method).toBe('notifications/tools/list_changed');
  });

  test('carries changes from before it was opened, each once', async () => {
    const { port, source } = await openTestServer();
    const id = await openTestSession(port);

    source.change('tools');
    source.change('prompts');
    source.change('tools');
    const next = readStream(await begin(port, listen(id)));
    source.change('resources');

    expect([(await next())?.method, (await next())?.method, (await next())?.method]).toEqual([
      'notifications/prompts/list_changed',
      'notifications/tools/list_changed',
      'notifications/resources/list_changed',
    ]);
  });

  test('is refused with 406 to a client that accepts no streams', async () => {
    const { port } = await openTestServer();
    const id = await openTestSession(port);

    const answer = await send(port, { method: 'GET', headers: { 'Mcp-Session-Id': id, Accept: 'application/json' } });

    expect(answer.status).toBe(406);
  });

  test('is refused without a session or with an unknown one', async () => {
    const { port } = await openTestServer();

    const without = await send(port, { method: 'GET' });
    const unknown = await send(port, listen('nope'));

    expect([without.status, unknown.status]).toEqual([400, 404]);
  });

  test('names the missing header to a health check without a session, and no other method does', async () => {
    const { port } = await openTestServer();

    const checked = await send(port, { method: 'GET' });
    const deleted = await send(port, { method: 'DELETE' });
    const posted = await send(port, legacy('tools/list'));

    expect([checked.status, checked.headers['mcp-session-id']]).toEqual([400, 'missing']);
    expect([deleted.headers['mcp-session-id'], posted.headers['mcp-session-id']]).toEqual([undefined, undefined]);
  });
});

describe('a session ends', () => {
  // Rules: 66
  test('by DELETE, which closes its stream, and its id then gets 404', async () => {
    const { port, endpoint, source } = await openTestServer();
    const id = await openTestSession(port);
    const next = readStream(await begin(port, listen(id)));

    const deleted = await send(port, { method: 'DELETE', headers: { 'Mcp-Session-Id': id } });
    const again = await send(port, { method: 'DELETE', headers: { 'Mcp-Session-Id': id } });
    const used = await send(port, legacy('tools/list', {}, id));

    expect([deleted.status, again.status, used.status]).toEqual([204, 404, 404]);
    expect(await next()).toBeUndefined();
    expect([endpoint.sessionCount, source.listenerCount]).toEqual([0, 0]);
  });

  test('not by a DELETE without its id', async () => {
    const { port, endpoint } = await openTestServer();
    await openTestSession(port);

    const answer = await send(port, { method: 'DELETE' });

    expect([answer.status, endpoint.sessionCount]).toEqual([400, 1]);
  });

  test('after sessionIdleMs without use', async () => {
    const clock = testClock();
    const { port, endpoint } = await openTestServer({ clock });
    await openTestSession(port);

    clock.advance(9 * minute);
    const before = endpoint.sessionCount;
    clock.advance(2 * minute);

    expect([before, endpoint.sessionCount]).toEqual([1, 0]);
  });

  test('not while it is in use or has an open stream', async () => {
    const clock = testClock();
    const { port } = await openTestServer({ clock });
    const used = await openTestSession(port);
    const listening = await openTestSession(port);
    await begin(port, listen(listening));

    for (let times = 0; times < 3; times++) {
      clock.advance(9 * minute);
      await send(port, legacy('ping', {}, used));
    }

    expect((await send(port, legacy('ping', {}, used))).status).toBe(200);
    expect((await send(port, legacy('ping', {}, listening))).status).toBe(200);
  });

  test('not before sessionIdleMs have passed since its stream closed', async () => {
    const clock = testClock();
    const { port, http, endpoint } = await openTestServer({ clock });
    const id = await openTestSession(port);
    const closed = new Promise((resolve) =>
      http.server.once('request', (_request, response: NodeJS.EventEmitter) => response.once('close', resolve)),
    );
    const stream = await begin(port, listen(id));

    clock.advance(30 * minute);
    stream.destroy();
    await closed;
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(9 * minute);
    const soonAfter = endpoint.sessionCount;
    clock.advance(2 * minute);

    expect([soonAfter, endpoint.sessionCount]).toEqual([1, 0]);
  });

  test('at the end of its lifetime, even if it is in use', async () => {
    const clock = testClock();
    const { port } = await openTestServer({ clock, limits: { sessionLifetimeMs: 20 * minute } });
    const id = await openTestSession(port);

    const statuses: number[] = [];
    for (let times = 0; times < 3; times++) {
      clock.advance(8 * minute);
      statuses.push((await send(port, legacy('ping', {}, id))).status);
    }

    expect(statuses).toEqual([200, 200, 404]);
  });

  test('when its endpoint closes', async () => {
    const { port, endpoint } = await openTestServer();
    const id = await openTestSession(port);
    const next = readStream(await begin(port, listen(id)));

    await endpoint.close();

    expect(await next()).toBeUndefined();
    expect(endpoint.sessionCount).toBe(0);
  });
});

describe('without sessions', () => {
  test('a request is answered in the version of its header and opens no session', async () => {
    const { port, endpoint } = await openTestServer({ sessions: 'stateless' });
    const sending = legacy('tools/call', { name: 'echo', arguments: { text: 'hi' } });

    const answer = await send(port, { ...sending, headers: { 'MCP-Protocol-Version': newestLegacyDate } });

    expect(answer.messages[0]?.result?.['content']).toEqual([{ type: 'text', text: 'hi' }]);
    expect(endpoint.sessionCount).toBe(0);
  });

  test('a request without a version may be a batch', async () => {
    const { port } = await openTestServer({ sessions: 'stateless' });

    const answer = await send(port, { body: '[{"jsonrpc":"2.0","id":1,"method":"ping"}]' });

    expect(answer.status).toBe(200);
  });

  test('the handshake is answered without a session id', async () => {
    const { port, source } = await openTestServer({ sessions: 'stateless' });

    const answer = await send(port, initialize());

    expect(answer.messages[0]?.result?.['protocolVersion']).toBe(newestLegacyDate);
    expect(answer.headers['mcp-session-id']).toBeUndefined();
    await expect.poll(() => source.listenerCount).toBe(0);
  });

  test('the handshake declares no capability that needs a session', async () => {
    const { port } = await openTestServer({ sessions: 'stateless' });

    const answer = await send(port, initialize());

    expect(answer.messages[0]?.result?.['capabilities']).toEqual({
      tools: {},
      resources: {},
      prompts: {},
      logging: {},
      completions: {},
      tasks: { cancel: {}, requests: { tools: { call: {} } } },
    });
  });

  // Rules: 67
  test.each(['1999-01-01', `${modernDate}x`])('the version %s is refused with 400', async (version) => {
    const { port } = await openTestServer({ sessions: 'stateless', tools: [echo] });

    const answer = await send(port, { ...legacy('ping'), headers: { 'MCP-Protocol-Version': version } });

    expect(answer.status).toBe(400);
  });

  // Rules: 60
  test.each(['GET', 'DELETE'])('%s is refused with 405', async (method) => {
    const { port } = await openTestServer({ sessions: 'stateless' });

    const answer = await send(port, { method, headers: { 'Mcp-Session-Id': 'any' } });

    expect([answer.status, answer.headers.allow]).toEqual([405, 'POST']);
  });
});
