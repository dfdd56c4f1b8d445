import { once } from 'node:events';
import type { Socket } from 'node:net';
import Koa from 'koa';
import { describe, expect, onTestFinished, test } from 'vitest';
import { gate, heldTool, textResult, toolOf } from '@sigil/testing/transports';
import { begin, call, modern, openSocket, openTestServer, rawPost, send, withHeaders } from '../http.test-support.js';
import { koaMiddleware } from '../endpoint/koa-middleware.js';
import { openHttpServer } from './open-http-server.js';

const list = modern('tools/list');

describe('paths', () => {
  test('without an endpoint are answered with 404', async () => {
    const { port } = await openTestServer();

    const answer = await send(port, { ...list, path: '/other' });

    expect(answer.status).toBe(404);
    expect(answer.messages[0]?.error?.code).toBe(-32600);
  });

  test('without an endpoint go to the fallback, such as a Koa application', async () => {
    const app = new Koa().use((context) => {
      context.body = 'a page';
    });
    const { port } = await openTestServer({ server: { fallback: app.callback() as never } });

    const page = await send(port, { method: 'GET', path: '/pages', headers: { Accept: 'text/html' } }).catch(
      (error: unknown) => error,
    );
    const answer = await send(port, list);

    expect(String(page)).toContain('a page');
    expect(answer.status).toBe(200);
  });

  test('may have a query', async () => {
    const { port } = await openTestServer();

    const answer = await send(port, { ...list, path: '/mcp?x=1' });

    expect(answer.status).toBe(200);
  });

  test('may end with a slash, and with a query after it', async () => {
    const { port } = await openTestServer();

    const answers = await Promise.all(['/mcp/', '/mcp/?x=1', '/mcp//'].map((path) => send(port, { ...list, path })));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404]);
  });

  test('may escape letters after their first part', async () => {
    const { endpoint } = await openTestServer();
    const { port, close } = await openHttpServer({ endpoints: new Map([['/mcp/office', endpoint]]), port: 0 });
    onTestFinished(() => close({ graceMs: 1 }));

    const answers = await Promise.all(
      ['/mcp/%6fffice', '/mcp/%6F%66fice?x=1', '/%6dcp/office', '/mcp/office%2F', '/mcp/%'].map((path) =>
        send(port, { ...list, path }),
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 404, 404]);
  });

  test('can be added while the server runs', async () => {
    const endpoints = new Map();
    const { endpoint } = await openTestServer();
    const server = await openHttpServer({ endpoints, port: 0 });
    onTestFinished(() => server.close({ graceMs: 1 }));

    const before = await send(server.port, list);
    endpoints.set('/mcp', endpoint);
    const after = await send(server.port, list);

    expect([before.status, after.status]).toEqual([404, 200]);
  });
});

describe('limits of the server', () => {
  test('a long URL is refused with 414', async () => {
    const { port } = await openTestServer({ server: { limits: { maxUrlBytes: 100 } } });

    const answer = await send(port, { ...list, path: `/mcp?${'x'.repeat(200)}` });

    expect([answer.status, answer.messages[0]?.error?.message]).toEqual([414, expect.stringContaining('maxUrlBytes')]);
  });

  test('too many headers are refused with 431', async () => {
    const { port } = await openTestServer({ server: { limits: { maxHeaders: 20 } } });
    const headers = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`X-${at}`, 'x']));

    const answer = await send(port, { ...list, headers: { ...list.headers, ...headers } });

    expect([answer.status, answer.messages[0]?.error?.message]).toEqual([431, expect.stringContaining('maxHeaders')]);
  });

  test('a long header block is refused with 431', async () => {
    const { port } = await openTestServer({ server: { limits: { maxHeaderBytes: 2_000 } } });
    const socket = await openSocket(port);

    socket.write(`GET /mcp HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(4_000)}\r\n\r\n`);

    expect(await socket.readAll()).toMatch(
      /^HTTP\/1\.1 431 [^]*"message":"the headers are longer than 2000 bytes \(limit maxHeaderBytes\)"/,
    );
  });

  test('headers that do not arrive in time are refused with 408', async () => {
    const { port } = await openTestServer({
      server: { limits: { headersTimeoutMs: 20, requestTimeoutMs: 20, checkIntervalMs: 10 } },
    });
    const socket = await openSocket(port);

    socket.write('POST /mcp HTTP/1.1\r\nHost: local');

    expect(await socket.readAll()).toMatch(
      /^HTTP\/1\.1 408 [^]*the request did not arrive in time [^]*headersTimeoutMs 20 ms/,
    );
  });

  test('an answer may take longer than the request timeout', async () => {
    const finish = gate();
    const slow = toolOf('slow', async () => {
      await finish.opened;
      return textResult('late');
    });
    const { port, http } = await openTestServer({
      tools: [slow],
      server: { limits: { headersTimeoutMs: 20, requestTimeoutMs: 20, checkIntervalMs: 10 } },
    });
    const answer = send(port, modern('tools/call', { name: 'slow' }));
    const silent = await openSocket(port);
    silent.write('POST');
    await once(http.server, 'clientError').catch(() => undefined);
    finish.open();

    expect((await answer).status).toBe(200);
  });
});

describe('listening', () => {
  test('on a busy port fails and names the port', async () => {
    const { port } = await openTestServer();

    const opening = openHttpServer({ endpoints: new Map(), port });

    await expect(opening).rejects.toMatchObject({
      name: 'ListenError',
      code: 'port-busy',
      message: expect.stringContaining(`port ${port}`) as string,
    });
  });

  test('on an unavailable address fails, names it and suggests another', async () => {
    const opening = openHttpServer({ endpoints: new Map(), port: 0, host: '192.0.2.1' });

    await expect(opening).rejects.toMatchObject({
      code: 'host-unavailable',
      message: 'this machine has no address "192.0.2.1": use 127.0.0.1, or an address of one of its interfaces',
    });
  });

  test('reports the URL', async () => {
    const { http } = await openTestServer();

    expect(http.url).toBe(`http://127.0.0.1:${http.port}`);
  });
});

describe('closing', () => {
  test('lets a running call finish and accepts no new connections', async () => {
    const { tool: slow, started, finish } = heldTool();
    const { port, http } = await openTestServer({ tools: [slow] });
    const running = send(port, modern('tools/call', { name: 'slow' }));
    await started.opened;

    const closed = http.close({ graceMs: 10_000 });
    await expect(openSocket(port)).rejects.toThrow('ECONNREFUSED');
    finish.open();

    expect((await running).status).toBe(200);
    await closed;
  });

  test('does not wait for a keep-alive connection after its last answer', async () => {
    const { tool: slow, started, finish } = heldTool();
    const { port, http } = await openTestServer({ tools: [slow] });
    const socket = await openSocket(port);
    socket.write(rawPost(modern('tools/call', { name: 'slow' })));
    await started.opened;

    const closed = http.close({ graceMs: 60_000 });
    finish.open();

    expect(await socket.readAll()).toContain('finished');
    await closed;
  });

  test('waits only for calls, also where an endpoint has several paths', async () => {
    const { tool: slow, started, finish } = heldTool();
    const { endpoint } = await openTestServer({ tools: [slow] });
    const endpoints = new Map(['/mcp', '/mcp/slow'].map((path) => [path, endpoint]));
    const http = await openHttpServer({ endpoints, port: 0 });
    const running = send(http.port, modern('tools/call', { name: 'slow' }));
    await started.opened;

    const closed = http.close({ graceMs: 60_000 });
    finish.open();

    expect((await running).status).toBe(200);
    await closed;
  });

  test('answers a call that still runs when the grace is over', async () => {
    const started = gate();
    const stuck = toolOf('stuck', () => {
      started.open();
      return new Promise(() => undefined);
    });
    const { http, port } = await openTestServer({ tools: [stuck] });
    const running = send(port, modern('tools/call', { name: 'stuck' }));
    await started.opened;

    await http.close({ graceMs: 10 });

    expect((await running).text).toContain('the server is closing');
  });

  test.each(['application/json', 'text/event-stream'])(
    'delivers an answer that is still being read, as %s',
    async (form) => {
      const length = 9_000_000; // more than sockets buffer for a stalled reader
      const long = toolOf('long', () => Promise.resolve(textResult('x'.repeat(length))));
      const { http, port } = await openTestServer({ tools: [long] });
      const { headers, ...request } = modern('tools/call', { name: 'long' });
      const answer = await begin(port, { ...request, headers: { ...headers, Accept: form } });

      const closed = http.close({ graceMs: 60_000 });
      const pieces = (await answer.toArray()) as Buffer[];
      await closed;

      expect(Buffer.concat(pieces).length).toBeGreaterThan(length);
    },
  );

  test('cuts a connection whose request is not answered when the grace is over', async () => {
    const reached = gate();
    const { port, http } = await openTestServer({ server: { fallback: () => reached.open() } });
    const socket = await openSocket(port);
    socket.write('GET /never HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await reached.opened;

    await http.close({ graceMs: 10 });

    expect(await socket.readAll()).toBe('');
  });
});

describe('an endpoint in a Koa application', () => {
  async function listen(app: Koa): Promise<number> {
    const server = app.listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('a server on a port has an address');
    return address.port;
  }

  test('answers', async () => {
    const { endpoint } = await openTestServer();
    const app = new Koa();
    app.use(koaMiddleware(endpoint));
    const port = await listen(app);

    const answer = await send(port, list);

    expect(answer.status).toBe(200);
    expect(answer.messages[0]?.result?.['tools']).toHaveLength(2);
  });

  test('lets earlier middleware go on once the answer has ended, whose failure changes nothing of it', async () => {
    const { endpoint } = await openTestServer();
    const app = new Koa();
    app.use(async ({ res }, next) => {
      await next();
      throw new Error(res.writableFinished ? 'after the answer' : 'before the answer');
    });
    app.use(koaMiddleware(endpoint));
    app.silent = true;
    const port = await listen(app);
    const failed = new Promise((resolve) => void app.on('error', resolve));

    const answer = await send(port, list);

    expect(answer.status).toBe(200);
    expect(await failed).toMatchObject({ message: 'after the answer' });
  });
});

test.each([10, 300_000])('middleware that delays an endpoint loses nothing of a body with %i bytes', async (length) => {
  const { endpoint } = await openTestServer();
  const server = await openHttpServer({
    endpoints: new Map(),
    port: 0,
    fallback: (request, response) => void setImmediate(() => endpoint.handle(request, response)),
  });
  onTestFinished(() => server.close({ graceMs: 1 }));

  const answer = await send(server.port, call('x'.repeat(length)));

  expect(answer.messages[0]?.result?.['content']).toEqual([{ type: 'text', text: 'x'.repeat(length) }]);
});

test('middleware before an endpoint still sees the request headers after a streamed answer', async () => {
  const { endpoint } = await openTestServer();
  const seen: unknown[] = [];
  const server = await openHttpServer({
    endpoints: new Map(),
    port: 0,
    fallback: (request, response) => {
      response.on('finish', () => seen.push(request.headers['mcp-method']));
      endpoint.handle(request, response);
    },
  });
  onTestFinished(() => server.close({ graceMs: 1 }));

  await send(server.port, withHeaders(call('hello'), { Accept: 'text/event-stream' }));

  expect(seen).toEqual(['tools/call']);
});

test('closing waits for the work alongside before it cuts upgraded connections', async () => {
  const { port, http } = await openTestServer();
  const tookOver = once(http.server, 'upgrade') as Promise<[unknown, Socket]>;
  const peer = await openSocket(port);
  peer.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
  const [, taken] = await tookOver;
  const order: string[] = [];
  const cut = once(taken, 'close').then(() => order.push('cut'));

  // Longer than the detection of an idle connection takes.
  const alongside = new Promise<void>((resolve) => setTimeout(resolve, 60)).then(() => void order.push('over'));
  await Promise.all([http.close({ graceMs: 60_000, alongside }), cut]);

  expect(order).toEqual(['over', 'cut']);
});
