import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { createEndpoint } from './endpoint.js';
import { echo, gate, heldTool, textResult, toolOf } from '@sigil/testing/transports';
import {
  begin,
  call,
  withHeaders,
  initialize,
  legacy,
  modern,
  modernDate,
  openSocket,
  openTestServer,
  rawPost,
  readStream,
  send,
  testClock,
  type Sending,
} from '../http.test-support.js';

describe('request validation', () => {
  test.each([
    ['stateful', 'POST, GET, DELETE'],
    ['stateless', 'POST'],
  ] as const)('a %s endpoint refuses other methods with 405 and an Allow header', async (sessions, allow) => {
    const { port } = await openTestServer({ sessions });

    const answer = await send(port, { method: 'PUT', body: '{}' });

    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe(allow);
  });

  test.each(['GET', 'DELETE'])('%s is refused with 405 for a modern client', async (method) => {
    const { port } = await openTestServer();

    const answer = await send(port, { method, headers: { 'MCP-Protocol-Version': modernDate } });

    expect(answer.status).toBe(405);
  });

  test.each(['text/plain', 'text/plain; a=application/json', 'application/json; charset=latin1', 'application/jsonp'])(
    'the content type %s is refused with 415',
    async (type) => {
      const { port } = await openTestServer();

      const answer = await send(port, withHeaders(call('hi'), { 'Content-Type': type }));

      expect(answer.status).toBe(415);
    },
  );

  test.each(['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'])(
    'the content type %s is accepted',
    async (type) => {
      const { port } = await openTestServer();

      const answer = await send(port, withHeaders(call('hi'), { 'Content-Type': type }));

      expect(answer.status).toBe(200);
    },
  );

  test('an encoded body is refused with 415', async () => {
    const { port } = await openTestServer();

    const answer = await send(port, withHeaders(call('hi'), { 'Content-Encoding': 'gzip' }));

    expect(answer.status).toBe(415);
  });

  test('a body longer than the limit is refused with 413, with or without a declared length', async () => {
    const { port } = await openTestServer({ limits: { maxBodyBytes: 100 } });
    const body = call('x'.repeat(200)).body as string;

    const declared = await send(port, { body });
    const chunked = await send(port, { body, headers: { 'Transfer-Encoding': 'chunked' } });

    expect([declared.status, chunked.status]).toEqual([413, 413]);
    expect(declared.messages[0]?.error?.message).toContain('maxBodyBytes');
    expect(declared.headers.connection).toBe('close');
  });

  test('a body with a declared length above the limit is refused before it arrives', async () => {
    const { port } = await openTestServer({ limits: { maxBodyBytes: 100, lingerMs: 1 } });
    const socket = await openSocket(port);

    socket.write(
      'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 101\r\n\r\n',
    );

    expect(await socket.readAll()).toMatch(/^HTTP\/1\.1 413 /);
  });

  test('a client that is still sending a long body can read the refusal', async () => {
    const { port } = await openTestServer({ limits: { maxBodyBytes: 1_000 } });
    const socket = await openSocket(port);
    const length = 8 * 1024 * 1024;

    socket.write(
      `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`,
    );
    socket.write(Buffer.alloc(length, 'x'));

    expect(await socket.readAll()).toMatch(/^HTTP\/1\.1 413 [^]*maxBodyBytes/);
  });

  test('a refused client may keep sending for lingerMs before its connection closes', async () => {
    const clock = testClock();
    const { port, http } = await openTestServer({ clock, limits: { maxBodyBytes: 10, lingerMs: 1_000 } });
    let isLate = false;
    const lateArrived = gate();
    http.server.once('request', (request: IncomingMessage) =>
      request.on('data', () => (isLate ? lateArrived.open() : undefined)),
    );
    const socket = await openSocket(port);
    socket.write(
      'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"id":1,',
    );
    const [answer] = (await once(socket, 'data')) as [Buffer];

    isLate = true;
    socket.write('still sending');
    await lateArrived.opened;
    clock.advance(1_000);

    expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 /);
    await once(socket, 'end');
  });

  test('a body that does not arrive in time is refused with 408, and the connection closes', async () => {
    const clock = testClock();
    const { port } = await openTestServer({ clock, limits: { bodyTimeoutMs: 5_000, lingerMs: 10 } });
    const timers = clock.timerCount;
    const socket = await openSocket(port);

    socket.write(
      'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"js',
    );
    await expect.poll(() => clock.timerCount).toBe(timers + 1);
    // The clock is checked ten times within the limit.
    clock.advance(5_500);
    await expect.poll(() => clock.timerCount).toBe(timers + 1);
    clock.advance(10);

    expect(await socket.readAll()).toMatch(/^HTTP\/1\.1 408 [^]*bodyTimeoutMs/);
  });

  // Rules: 43
  test('a body that is not UTF-8 is refused with a parse error', async () => {
    const { port } = await openTestServer();

    const answer = await send(port, { body: Buffer.from([0x22, 0xff, 0x22]) });

    expect(answer.status).toBe(400);
    expect(answer.messages[0]?.error?.code).toBe(-32700);
  });

  test('a body that is not JSON is refused with a parse error', async () => {
    const { port } = await openTestServer();

    const answer = await send(port, { body: '{"jsonrpc":' });

    expect(answer.status).toBe(400);
    expect(answer.messages[0]?.error?.code).toBe(-32700);
  });

  test('a body whose chunks split a character is read correctly', async () => {
    const { port, http } = await openTestServer();
    const connected = once(http.server, 'connection');
    const sending = call('grün');
    const bytes = Buffer.from(sending.body as string);
    const cut = bytes.indexOf('ü') + 1;
    const socket = await openSocket(port);
    const head = Object.entries(sending.headers ?? {}).map(([name, value]) => `${name}: ${value}\r\n`);

    const [accepted] = (await connected) as [Socket];
    const begun = `POST /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n${head.join('')}Content-Length: ${bytes.length}\r\n\r\n`;
    socket.write(begun);
    socket.write(bytes.subarray(0, cut));
    await vi.waitUntil(() => accepted.bytesRead === begun.length + cut, { interval: 1 });
    socket.write(bytes.subarray(cut));

    expect(await socket.readAll()).toContain('grün');
  });

  test('a client that accepts neither JSON nor a stream is refused with 406', async () => {
    const { port } = await openTestServer();

    const answer = await send(port, withHeaders(call('hi'), { Accept: 'text/html' }));

    expect(answer.status).toBe(406);
  });
});

describe('modern requests', () => {
  // Rules: 58
  test('a call is answered with one JSON body and its Content-Length', async () => {
    const { port } = await openTestServer();

    const answer = await send(port, call('hi'));

    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json');
    expect(answer.headers['content-length']).toBe(String(answer.text.length));
    expect(answer.headers['mcp-session-id']).toBeUndefined();
    expect(answer.messages[0]?.result?.['content']).toEqual([{ type: 'text', text: 'hi' }]);
  });

  test('a header that differs from the body is refused with 400 and -32020', async () => {
    const { port } = await openTestServer();

    const answer = await send(port, withHeaders(call('hi'), { 'Mcp-Name': 'other' }));

    expect(answer.status).toBe(400);
    expect(answer.messages[0]?.error?.code).toBe(-32020);
  });

  test('a repeated header is refused with 400 and -32020', async () => {
    const { port } = await openTestServer();
    const sending = call('hi');
    const socket = await openSocket(port);
    const head = Object.entries({ ...sending.headers, Host: 'localhost', Connection: 'close' });

    socket.write(
      `POST /mcp HTTP/1.1\r\nContent-Type: application/json\r\nMcp-Name: echo\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}Content-Length: ${(sending.body as string).length}\r\n\r\n${sending.body as string}`,
    );

    expect(await socket.readAll()).toMatch(/^HTTP\/1\.1 400 [^]*-32020/);
  });

  test('white space around a header value is ignored', async () => {
    const { port } = await openTestServer();

    const answer = await send(port, withHeaders(call('hi'), { 'Mcp-Name': '\t echo \t' }));

    expect(answer.status).toBe(200);
  });

  // Rules: 23, 26, 69
  test.each([
    ['an unknown method', modern('tools/unknown'), 404, -32601],
    ['an unknown tool', modern('tools/call', { name: 'nope' }), 200, -32602],
    ['a claim that lacks the capabilities', withoutCapabilities(), 400, -32602],
    ['a version that is not served', withVersion('2031-01-01'), 400, -32022],
    ['a missing envelope under a modern header', bareList(), 400, -32602],
  ])('%s is answered with its HTTP status and error code', async (_what, sending, status, code) => {
    const { port } = await openTestServer();

    const answer = await send(port, sending);

    expect([answer.status, answer.messages[0]?.error?.code]).toEqual([status, code]);
  });

  // Rules: 56
  test('a notification is accepted with 202 and an empty body', async () => {
    const { port } = await openTestServer();
    const body = JSON.stringify({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 1, _meta: { 'io.modelcontextprotocol/protocolVersion': modernDate } },
    });

    const answer = await send(port, { body });

    expect([answer.status, answer.text, answer.headers['content-length']]).toEqual([202, '', '0']);
  });

  test('a notification whose version is only in its header is accepted with 202', async () => {
    const { port } = await openTestServer();

    const answer = await send(port, {
      headers: { 'MCP-Protocol-Version': modernDate },
      body: '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}',
    });

    expect([answer.status, answer.text]).toEqual([202, '']);
  });

  // Rules: 58
  test('a call that reports progress is answered with an event stream', async () => {
    const { port } = await openTestServer();

    const answer = await send(
      port,
      modern('tools/call', { name: 'counter', arguments: { steps: 3 }, _meta: { progressToken: 'p' } }),
    );

    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'x-accel-buffering': 'no',
      'cache-control': 'no-cache, no-transform',
    });
    expect(answer.messages.map((message) => message.method ?? 'response')).toEqual([
      'notifications/progress',
      'notifications/progress',
      'notifications/progress',
      'response',
    ]);
  });

  test('a client that accepts only JSON gets only the response', async () => {
    const { port } = await openTestServer();
    const sending = modern('tools/call', { name: 'counter', _meta: { progressToken: 'p' } });

    const answer = await send(port, withHeaders(sending, { Accept: 'application/json' }));

    expect(answer.headers['content-type']).toBe('application/json');
    expect(answer.messages).toHaveLength(1);
  });

  test('a client that accepts only a stream gets the response in one', async () => {
    const { port } = await openTestServer();

    const answer = await send(port, withHeaders(call('hi'), { Accept: 'text/event-stream' }));

    expect(answer.headers['content-type']).toBe('text/event-stream');
    expect(answer.messages[0]?.result?.['content']).toEqual([{ type: 'text', text: 'hi' }]);
  });

  // Rules: 73
  test('a client that disconnects cancels its call, and not one of the same id on another connection', async () => {
    const finish = gate();
    const began: AbortSignal[] = [];
    const slow = toolOf('slow', async (_input, { signal }) => {
      began.push(signal);
      await finish.opened;
      return textResult('done');
    });
    const { port } = await openTestServer({ tools: [slow] });
    const sending = modern('tools/call', { name: 'slow' }, 'the same');
    const socket = await openSocket(port);
    socket.write(rawPost(sending));
    await expect.poll(() => began).toHaveLength(1);
    const other = send(port, sending);
    await expect.poll(() => began).toHaveLength(2);

    socket.destroy();
    await expect.poll(() => began[0]!.aborted).toBe(true);
    finish.open();

    expect((await other).messages).toMatchObject([{ id: 'the same', result: { content: [{ text: 'done' }] } }]);
    expect(began[1]!.aborted).toBe(false);
  });

  test('a subscription gets changes until the client disconnects', async () => {
    const { port, source } = await openTestServer();
    const response = await begin(
      port,
      modern('subscriptions/listen', { notifications: { toolsListChanged: true } }, 'sub-1'),
    );
    const next = readStream(response);
    const acknowledged = await next();

    source.change('prompts');
    source.change('tools');
    const heard = await next();
    const listeners = source.listenerCount;
    response.destroy();
    await expect.poll(() => source.listenerCount).toBe(0);

    expect(acknowledged?.method).toBe('notifications/subscriptions/acknowledged');
    expect(heard?.method).toBe('notifications/tools/list_changed');
    expect(listeners).toBe(1);
  });

  test('an open stream carries keep-alive comments', async () => {
    const clock = testClock();
    const { port } = await openTestServer({ clock, limits: { keepAliveMs: 15_000 } });
    const response = await begin(port, modern('subscriptions/listen', { notifications: { toolsListChanged: true } }));
    response.setEncoding('utf8');
    const chunks = response[Symbol.asyncIterator]() as AsyncIterator<string>;
    await chunks.next();

    clock.advance(15_000);

    expect((await chunks.next()).value).toBe(': keep-alive\n\n');
  });
});

describe('a closing endpoint', () => {
  test('refuses new requests with 503 and lets running calls finish', async () => {
    const { tool: slow, started, finish } = heldTool();
    const { port, endpoint } = await openTestServer({ tools: [slow, echo] });
    const running = send(port, modern('tools/call', { name: 'slow' }));
    await started.opened;

    const closed = endpoint.close(10_000);
    const refused = await send(port, call('hi'));
    finish.open();
    const finished = await running;
    await closed;

    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5']);
    expect(finished.messages[0]?.result?.['content']).toEqual([{ type: 'text', text: 'finished' }]);
  });

  test('cancels running calls after the grace period', async () => {
    const started = gate();
    const aborted = gate();
    const stuck = toolOf('stuck', (_input, context) => {
      context.signal.addEventListener('abort', aborted.open);
      started.open();
      return new Promise(() => undefined);
    });
    const { port, endpoint } = await openTestServer({ tools: [stuck] });
    const answer = send(port, modern('tools/call', { name: 'stuck' }));
    await started.opened;

    await endpoint.close();

    await aborted.opened;
    expect((await answer).messages[0]?.result?.['isError']).toBe(true);
  });
});

test('a fault of the engine is answered with 500, reported and hidden from the caller', async () => {
  const faults: unknown[] = [];
  const { port, engine } = await openTestServer({ onFault: (fault) => faults.push(fault.error) });
  const broken = new Error('secret');
  engine.read = () => {
    throw broken;
  };

  const answer = await send(port, call('hi'));

  expect(answer.status).toBe(500);
  expect(answer.text).not.toContain('secret');
  expect(faults).toEqual([broken]);
});

test.each([
  ['without sessions', call('hi')],
  ['with a handshake', initialize()],
])('a call %s on which the engine fails is answered with 500 and reported', async (_era, sending) => {
  const faults: unknown[] = [];
  const { port, engine } = await openTestServer({ onFault: (fault) => faults.push(fault.error) });
  const broken = new Error('secret');
  engine.serve = () => ({ isDone: false, done: Promise.reject(broken), cancel: () => undefined });
  engine.openSession = () => ({
    revision: undefined,
    receive: () => Promise.reject(broken),
    isServing: () => false,
    componentsOf: () => [],
    refuseReader: () => Promise.resolve(undefined),
    confirm: () => undefined,
    requireConfirmation: () => undefined,
    applyWish: () => undefined,
    setWishes: () => undefined,
    end: () => undefined,
    close: () => undefined,
  });

  const answer = await send(port, sending);

  expect(answer.status).toBe(500);
  expect(answer.text).not.toContain('secret');
  expect(faults).toEqual([broken]);
});

test('an invalid limit is rejected by name', async () => {
  const { engine } = await openTestServer();

  expect(() => createEndpoint(engine, { limits: { maxBodyBytes: 0 } })).toThrow(/limit maxBodyBytes/);
});

function withoutCapabilities(): Sending {
  const params = { _meta: { 'io.modelcontextprotocol/protocolVersion': modernDate } };
  return { body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params }) };
}

function withVersion(version: string): Sending {
  const params = {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  };
  return {
    headers: { 'MCP-Protocol-Version': version, 'Mcp-Method': 'tools/list' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params }),
  };
}

function bareList(): Sending {
  return { ...legacy('tools/list'), headers: { 'MCP-Protocol-Version': modernDate } };
}
