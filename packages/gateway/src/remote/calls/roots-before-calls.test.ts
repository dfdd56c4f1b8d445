/** Upstreams that ask for the client's roots on their own, right after the handshake or between calls. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { JsonObject } from '@sigil/core';
import { describe, expect, test } from 'vitest';
import {
  openGateway,
  openScriptedWs,
  readReceived,
  resultOf,
  standardAnswer,
  textOf,
  type Gateway,
  type Received,
  type Say,
} from '../scripted-upstreams.test-support.js';
import { listen } from '@sigil/test-support/upstream-servers';

const question = { jsonrpc: '2.0', id: 'roots', method: 'roots/list' };

/** Opens an upstream that asks once this message has come and been answered. Each call returns the replies so far. */
async function openAsking(after: string): Promise<string> {
  return openScriptedWs(({ id, method, message }, say: Say, socket) => {
    const replies: JsonObject[] = Reflect.get(socket, 'replies') ?? [];
    Reflect.set(socket, 'replies', replies);
    if (message['id'] === question.id) replies.push((message['result'] ?? message['error']) as JsonObject);
    if (method === 'tools/call') setTimeout(() => say(resultOf(id, JSON.stringify(replies))), 50);
    if (method === after) setTimeout(() => say(question), method === 'tools/call' ? 100 : 0);
  });
}

async function callTwice({ connect }: Gateway): Promise<unknown> {
  const client = await connect({ answers: { roots: () => [{ uri: 'file:///home' }] } });
  await client.callTool('one');
  await new Promise((resolve) => setTimeout(resolve, 200));
  await client.callTool('one');
  return textOf(await client.callTool('one'));
}

const answered = '{"roots":[{"uri":"file:///home"}]}';

test.each(['notifications/initialized', 'tools/list', 'tools/call'])(
  'of the only client, the roots that are asked for after %s are those of its next call',
  async (after) => {
    const gateway = await openGateway({ url: await openAsking(after) }, { isOfOneClient: true });

    expect(await callTwice(gateway)).toContain(answered);
  },
);

describe.each([
  ['with log levels', { tools: {}, logging: {} }],
  ['without log levels', { tools: {} }],
])('at an upstream %s', (_which, capabilities) => {
  test.each([
    ['the next call of the only client', { isOfOneClient: true }, {}],
    ['the first call of a client with a session of its own', {}, { sessions: 'perClient' }],
  ])('%s is sent once the upstream has the roots that it asked for', async (_what, options, given) => {
    const received: unknown[] = [];
    const script = ({ id, method, message }: Received, say: Say): void => {
      if (message['id'] === question.id) received.push(message['result']);
      if (method === 'notifications/initialized') say(question);
      if (method !== 'tools/call') return;
      received.push(method);
      say(resultOf(id));
    };
    const { connect } = await openGateway({ url: await openScriptedWs(script, capabilities), ...given }, options);
    const roots = [{ uri: 'file:///home' }];
    const client = await connect({ answers: { roots: () => roots } });

    await client.callTool('one');

    // In a session for the lists alone, nobody has roots.
    expect(received.filter((it) => it !== undefined)).toEqual([{ roots }, 'tools/call']);
  });
});

/** A session of an upstream over HTTP: the messages that it got, and its stream. */
interface HttpSession {
  readonly received: unknown[];
  hasBegun: boolean;
  stream?: ServerResponse;
}

/** Opens an upstream over HTTP whose questions are lost without a stream. @param onNews called once for a handshake, and for each stream */
async function openAskingHttp(
  onNews: (news: 'handshake' | 'stream', session: HttpSession) => void,
  isEarlyRefused = false,
): Promise<{ readonly url: string; readonly sessions: HttpSession[] }> {
  const sessions: HttpSession[] = [];
  const { url } = await listen((request, response, body) => {
    const session = sessions[Number(request.headers['mcp-session-id'] ?? Number.NaN)];
    if (request.method === 'GET') {
      if (!session || (isEarlyRefused && !session.hasBegun)) return void response.writeHead(400).end();
      session.stream = response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.flushHeaders();
      return onNews('stream', session);
    }
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const received = readReceived(body);
    const { id, method, message } = received;
    if (message['id'] === question.id) session?.received.push(message['result']);
    if (method === 'tools/call') session?.received.push(method);
    const answer = method === 'tools/call' ? resultOf(id) : standardAnswer(received);
    const opened = method === 'initialize' ? { 'mcp-session-id': `${sessions.length}` } : {};
    if (method === 'initialize') sessions.push({ received: [], hasBegun: false });
    if (answer) response.writeHead(200, { 'content-type': 'application/json', ...opened }).end(JSON.stringify(answer));
    else response.writeHead(202).end();
    if (method !== 'notifications/initialized' || !session) return;
    session.hasBegun = true;
    onNews('handshake', session);
  });
  return { url, sessions };
}

describe.each([
  ['the only client', { isOfOneClient: true }, {}],
  ['the only client, whose capabilities are known', { isOfOneClient: true, clientCapabilities: { roots: {} } }, {}],
  ['a client with a session of its own', {}, { sessions: 'perClient' }],
])('over HTTP, the first call of %s is sent once the upstream has the roots', (_who, options, given) => {
  test.each([
    ['with the handshake, while there is a stream', 'handshake', false],
    ['with the stream, which it refuses before the handshake is complete', 'stream', true],
  ])('that it asks for %s', async (_when, when, isEarlyRefused) => {
    const ask = (news: string, { stream }: HttpSession): void => {
      if (news === when) stream?.write(`data: ${JSON.stringify(question)}\n\n`);
    };
    const { url, sessions } = await openAskingHttp(ask, isEarlyRefused);
    const { connect } = await openGateway({ url, ...given }, options);
    const roots = [{ uri: 'file:///home' }];
    const client = await connect({ answers: { roots: () => roots } });

    await client.callTool('one');

    const called = sessions.find(({ received }) => received.includes('tools/call'));
    expect(called?.received).toEqual([{ roots }, 'tools/call']);
  });
});

test('roots that are asked for as soon as the upstream answers are those of the only client', async () => {
  const received: unknown[] = [];
  const url = await openScriptedWs(({ id, method, message }, say, socket) => {
    if (message['id'] === question.id) received.push(message['result'] ?? message['error']);
    if (method === 'tools/call') say(resultOf(id));
    if (method !== 'ping') return;
    // The answer and the question arrive together.
    const stream: Socket = Reflect.get(socket, '_socket');
    stream.cork();
    queueMicrotask(() => (say(question), stream.uncork()));
  });
  const { connect } = await openGateway({ url }, { isOfOneClient: true });
  const roots = [{ uri: 'file:///home' }];
  const client = await connect({ answers: { roots: () => roots } });

  await client.callTool('one');

  expect(received).toEqual([{ roots }]);
});

test('a client that does not answer for its roots is not waited for', async () => {
  const url = await openScriptedWs(({ id, method }, say) => {
    if (method === 'notifications/initialized') say(question);
    if (method === 'tools/call') say(resultOf(id));
  });
  const { connect } = await openGateway({ url }, { isOfOneClient: true });
  const client = await connect({ answers: { roots: () => new Promise<never>(() => undefined) } });

  expect(textOf(await client.callTool('one'))).toBe('done');
});

test.each([
  ['the only client', { isOfOneClient: true }, {}],
  ['a client with a session of its own', {}, { sessions: 'perClient' }],
])(
  '%s announces that its roots have changed, and the upstream gets them with the next call',
  async (_who, options, given) => {
    const received: JsonObject[] = [];
    const url = await openScriptedWs(({ id, method, message }, say) => {
      received.push(message);
      if (method === 'notifications/roots/list_changed') say(question);
      if (method === 'tools/call') say(resultOf(id));
    });
    const { connect } = await openGateway({ url, ...given }, options);
    let home = 'file:///old';
    const client = await connect({ answers: { roots: () => [{ uri: home }] } });
    await client.callTool('one');

    home = 'file:///new';
    client.notify('notifications/roots/list_changed');
    await expect.poll(() => received.at(-1)).toMatchObject({ method: 'notifications/roots/list_changed' });
    await client.callTool('one');

    const { params } = received.findLast(({ method }) => method === 'initialize') as { params: JsonObject };
    expect(params['capabilities']).toMatchObject({ roots: { listChanged: true } });
    expect(received.at(-2)).toMatchObject({ id: question.id, result: { roots: [{ uri: 'file:///new' }] } });
  },
);

test('where each client has a session of its own, roots that are asked for between calls are those of its next call', async () => {
  const gateway = await openGateway({ url: await openAsking('tools/call'), sessions: 'perClient' });

  expect(await callTwice(gateway)).toContain(answered);
});

test('where clients share a session, nobody has the roots that are asked for between calls', async () => {
  // After a call's answer, on the same connection; after the handshake, the first call may have begun.
  const gateway = await openGateway({ url: await openAsking('tools/call') });

  expect(await callTwice(gateway)).toContain('nobody can be asked here');
});
