import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { openWebSocketServer } from './open-web-socket-server.js';
import type { UpgradeCaller } from './read-upgrade.js';
import { callOf, echo, engineOf, gate, modernRequest, request, textResult, toolOf } from '@sigil/testing/transports';
import { anyCaller, connectPeer, connectRaw, handshake, openTestServer, path, stuckTool } from './ws.test-support.js';

/** Requests an upgrade and returns the HTTP answer. */
async function ask(port: number, headers: Readonly<Record<string, string>> = {}, at = path) {
  const asked = {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Protocol': 'mcp',
    ...headers,
  };
  const sent = httpRequest({ port, host: '127.0.0.1', path: at, headers: asked, agent: false });
  sent.end();
  const answer = await Promise.race([
    once(sent, 'response') as Promise<[IncomingMessage]>,
    once(sent, 'upgrade') as Promise<[IncomingMessage]>,
  ]);
  const [response] = answer;
  if (response.statusCode === 101) {
    response.socket.destroy();
    return { status: 101, headers: response.headers, message: '' };
  }
  let text = '';
  for await (const chunk of response) text += String(chunk);
  const { error } = JSON.parse(text) as { error: { message: string } };
  return { status: response.statusCode!, headers: response.headers, message: error.message };
}

describe('an upgrade request', () => {
  test.each([
    ['forbidden', 403],
    ['malformed', 400],
  ] as const)(
    'from a caller found %s is refused with %i and the reason before its path is checked',
    async (kind, status) => {
      const { port } = await openTestServer([echo], { checkCaller: () => ({ kind, message: 'not from there' }) });

      expect(await ask(port, { Origin: 'https://app.example.com' }, '/nothing')).toMatchObject({
        status,
        message: 'not from there',
      });
    },
  );

  test('is checked by its Host, the number of Host headers and its Origin', async () => {
    const callers: UpgradeCaller[] = [];
    const { port } = await openTestServer([echo], { checkCaller: (caller) => void callers.push(caller) });
    const [twice, never] = [await connectRaw(port), await connectRaw(port)];

    const { status } = await ask(port, { Host: 'mcp.example.com', Origin: 'https://app.example.com' });
    twice.socket.write(handshake('nothing', ['Host: localhost']));
    await twice.readAll();
    never.socket.write(handshake('nothing').replace('Host: localhost\r\n', ''));
    await never.readAll();

    expect(status).toBe(101);
    expect(callers).toEqual([
      { host: 'mcp.example.com', hostCount: 1, origin: 'https://app.example.com' },
      { host: 'localhost', hostCount: 2, origin: undefined },
      { host: undefined, hostCount: 0, origin: undefined },
    ]);
  });

  test('may name its path with a slash at its end', async () => {
    const { port } = await openTestServer();

    const answers = [await ask(port, {}, `${path}/`), await ask(port, {}, `${path}//`)];

    expect(answers.map(({ status }) => status)).toEqual([101, 404]);
  });

  test('may escape letters after the first part of its path', async () => {
    const { port } = await openTestServer();
    const escaped = [path.replace('test', 't%65st'), path.replace('mcp', '%6dcp'), `${path}%2F`];

    const answers = await Promise.all(escaped.map((one) => ask(port, {}, one)));

    expect(answers.map(({ status }) => status)).toEqual([101, 404, 404]);
  });

  test('for a path without an endpoint is refused with 404 until one is added', async () => {
    const endpoints = new Map();
    const { port } = await openTestServer([echo], { endpoints });

    const before = await ask(port);
    endpoints.set(path, { engine: engineOf([echo]) });
    const after = await ask(port, {}, `${path}?x=1`);

    expect([before.status, after.status]).toEqual([404, 101]);
  });

  test.each(['', 'graphql-ws'])(
    'for the subprotocol "%s" is refused with the names of the supported ones',
    async (subprotocol) => {
      const { port } = await openTestServer();

      expect(await ask(port, { 'Sec-WebSocket-Protocol': subprotocol })).toMatchObject({
        status: 400,
        message: 'Sec-WebSocket-Protocol must offer "mcp" or "sigil.stream"',
      });
    },
  );

  test('gets the first supported subprotocol that it offers', async () => {
    const { port } = await openTestServer();

    const { headers } = await ask(port, { 'Sec-WebSocket-Protocol': 'graphql-ws, sigil.stream, mcp' });

    expect(headers['sec-websocket-protocol']).toBe('sigil.stream');
  });

  test('for an older draft is refused with 426', async () => {
    const { port } = await openTestServer();

    const answer = await ask(port, { 'Sec-WebSocket-Version': '8', 'Sec-WebSocket-Origin': 'http://evil.example' });

    expect(answer).toMatchObject({ status: 426, headers: { 'sec-websocket-version': '13' } });
  });

  test('gets no compression', async () => {
    const { port } = await openTestServer();

    const { headers } = await ask(port, { 'Sec-WebSocket-Extensions': 'permessage-deflate' });

    expect(headers).not.toHaveProperty('sec-websocket-extensions');
  });

  test('above maxConnections is refused until another connection closes', async () => {
    const { port, sockets } = await openTestServer([echo], { limits: { maxConnections: 1 } });
    const first = await connectPeer(port);

    const refused = await ask(port);
    first.socket.close();
    await expect.poll(() => sockets.connectionCount).toBe(0);
    const accepted = await ask(port);

    expect(refused).toMatchObject({
      status: 503,
      headers: { 'retry-after': '60' },
      message: 'all of limit maxConnections (1) is in use: try again later',
    });
    expect(accepted.status).toBe(101);
  });
});

test('an upgrade to another protocol is ignored, and later requests on the connection are served', async () => {
  const bodies: string[] = [];
  const { port } = await openTestServer([echo], {
    onRequest: async (sent, response) => {
      let body = '';
      for await (const chunk of sent) body += String(chunk);
      bodies.push(body);
      response.end(`served ${bodies.length}`);
    },
  });
  const peer = await connectRaw(port);
  const post = (body: string, close: string): string =>
    `POST / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, HTTP2-Settings${close}\r\nUpgrade: h2c\r\nHTTP2-Settings: AAM\r\n` +
    `Content-Length: ${body.length}\r\n\r\n${body}`;

  peer.socket.write(post('first', ''));
  await expect.poll(() => bodies).toEqual(['first']);
  peer.socket.write(post('second', ', close'));
  const answers = (await peer.readAll()).toString();

  expect(bodies).toEqual(['first', 'second']);
  expect(answers).toContain('served 2');
});

describe('closing', () => {
  test('refuses the requests that wait behind the last running call, before it closes their connection', async () => {
    let closed: Promise<void> | undefined;
    const ending = toolOf('end', async () => {
      closed = sockets.close({ graceMs: 60_000 });
      return textResult('ended');
    });
    const { port, sockets } = await openTestServer([ending]);
    const peer = await connectPeer(port);

    peer.tell(callOf(1, 'end'), callOf(2, 'end'), callOf(3, 'end'));

    const answers = [await peer.next(), await peer.next(), await peer.next()];
    const refusal = { code: -32603, message: 'the server is closing: try again later' };
    expect(answers).toMatchObject([{ id: 1 }, { id: 2, error: refusal }, { id: 3, error: refusal }]);
    expect((await peer.ended).code).toBe(1001);
    await closed;
  });

  test('lets a running call finish, then closes its connection with 1001', async () => {
    const started = gate();
    const finish = gate();
    const slow = toolOf('slow', async () => {
      started.open();
      await finish.opened;
      return textResult('in time');
    });
    const { port, sockets } = await openTestServer([slow]);
    const peer = await connectPeer(port);
    peer.tell(callOf(1, 'slow'));
    await started.opened;

    const closed = sockets.close({ graceMs: 60_000 });
    const refused = await ask(port);
    finish.open();

    expect((await peer.next()).result).toMatchObject({ content: [{ text: 'in time' }] });
    expect(await peer.ended).toEqual({ code: 1001, reason: 'the server is closing' });
    expect(refused.status).toBe(503);
    await closed;
    expect(sockets.connectionCount).toBe(0);
  });

  test('refuses new requests, also in batches, while a running call may still ask its client', async () => {
    const asking = toolOf('asking', async (_input, context) => {
      await context.listRoots();
      return textResult('asked');
    });
    const { port, sockets } = await openTestServer([asking]);
    const peer = await connectPeer(port);
    const capabilities = { roots: {} };
    const client = { protocolVersion: '2025-03-26', capabilities, clientInfo: { name: 'test', version: '1' } };
    peer.tell(request(0, 'initialize', client));
    await peer.next();
    peer.tell({ jsonrpc: '2.0', method: 'notifications/initialized' }, request(1, 'tools/call', { name: 'asking' }));
    const question = await peer.next();

    const closed = sockets.close({ graceMs: 60_000 });
    const answer = { jsonrpc: '2.0', id: question.id!, result: { roots: [] } };
    peer.tell(request(2, 'ping'), JSON.stringify([request(3, 'ping'), answer]));

    const error = { code: -32603, message: 'the server is closing: try again later' };
    expect(await peer.next()).toEqual({ jsonrpc: '2.0', id: 2, error });
    expect(await peer.next()).toEqual([{ jsonrpc: '2.0', id: 3, error }]);
    expect((await peer.next()).result).toMatchObject({ content: [{ text: 'asked' }] });
    expect((await peer.ended).code).toBe(1001);
    await closed;
  });

  test.each([
    ['legacy', callOf(1, 'stuck')],
    ['modern', modernRequest(1, 'tools/call', { name: 'stuck' })],
  ])('stops and answers running calls after the grace period: %s', async (_era, call) => {
    const { tool, started, aborted } = stuckTool();
    const { port, sockets } = await openTestServer([tool]);
    const peer = await connectPeer(port);
    peer.tell(call);
    await started;

    await sockets.close({ graceMs: 5 });

    await aborted;
    const content = [{ type: 'text', text: 'tool "stuck" was stopped: the server is closing' }];
    expect(await peer.next()).toMatchObject({ id: 1, result: { content, isError: true } });
    expect((await peer.ended).code).toBe(1001);
  });

  test('of one engine does not affect the connections of others', async () => {
    const gone = engineOf([echo]);
    const endpoints = new Map([
      [path, { engine: engineOf([echo]) }],
      ['/gone', { engine: gone }],
    ]);
    const { port, sockets } = await openTestServer([], { endpoints });
    const peer = await connectPeer(port);
    const other = await connectPeer(port, 'mcp', { at: '/gone' });

    await sockets.closeEngine(gone);
    peer.tell(callOf(1, 'echo', { text: 'still here' }));

    expect((await other.ended).code).toBe(1001);
    expect((await peer.next()).id).toBe(1);
  });

  test('does not wait for a peer that does not respond', async () => {
    const { port, sockets } = await openTestServer([echo], { limits: { closeTimeoutMs: 20 } });
    const peer = await connectRaw(port);
    peer.socket.write(handshake());
    await expect.poll(() => sockets.connectionCount).toBe(1);

    await sockets.close();

    expect(sockets.connectionCount).toBe(0);
  });
});

test('an invalid limit is rejected by name', () => {
  expect(() =>
    openWebSocketServer(createServer(), { checkCaller: anyCaller, endpoints: new Map(), limits: { pingMs: 0 } }),
  ).toThrow(/limit pingMs/);
});
