import { createEngine } from '@sigil/core/engine';
import { echo, gate, request, textResult, toolOf, type JsonMessage } from '@sigil/testing/transports';
import { describe, expect, onTestFinished, test } from 'vitest';
import { begin, counter, readStream, send, sourceOf, type Sending } from '../http.test-support.js';
import { openHttpServer } from '../listening/open-http-server.js';
import { createStreamsEndpoint, type StreamsOptions } from './streams-endpoint.js';

async function openStreamsServer(tools = [echo, counter], options: StreamsOptions = {}) {
  const engine = createEngine({ info: { name: 'test', version: '1.0.0' }, source: sourceOf(tools) });
  const endpoint = createStreamsEndpoint(engine, options);
  const http = await openHttpServer({ endpoints: new Map([['/mcp', endpoint]]), port: 0 });
  onTestFinished(() => http.close({ graceMs: 1 }));
  return { port: http.port, endpoint };
}

function calling(method: string, params: Record<string, string | number> = {}): Sending {
  return { headers: { Accept: 'text/event-stream' }, body: JSON.stringify(request('a', method, params)) };
}

const event = (method: string, result: object) => ({ jsonrpc: '2.0', method, params: { subscription: 1, result } });

describe('the native view over HTTP', () => {
  test('answers a call with its subscription and every event, in one event stream that ends with the last', async () => {
    const { port } = await openStreamsServer();

    const answer = await send(port, calling('counter', { steps: 2 }));

    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/event-stream');
    expect(answer.messages).toEqual([
      { jsonrpc: '2.0', id: 'a', result: { subscription: 1 } },
      event('counter', { type: 'start' }),
      event('counter', { type: 'progress', progress: 1, total: 2 }),
      event('counter', { type: 'progress', progress: 2, total: 2 }),
      event('counter', { type: 'content', content: 'counted' }),
      event('counter', { type: 'complete', result: 'counted' }),
    ]);
  });

  test('takes arguments by position', async () => {
    const inputSchema = { type: 'object', properties: { text: { type: 'string' } } };
    const { port } = await openStreamsServer([{ ...echo, definition: { ...echo.definition, inputSchema } }]);
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'echo', params: ['hi'] });

    const { messages } = await send(port, { body });

    expect(messages.at(-1)).toEqual(event('echo', { type: 'complete', result: 'hi' }));
  });

  test('sends events while the tool still works', async () => {
    const [release, stillWorks] = [gate(), gate()];
    const slow = toolOf('slow', async (_input, context) => {
      await context.reportProgress(1);
      stillWorks.open();
      await release.opened;
      return textResult('done');
    });
    const { port } = await openStreamsServer([slow]);

    const next = readStream(await begin(port, calling('slow')));
    await stillWorks.opened;
    const before = [await next(), await next(), await next()];
    release.open();

    expect(before.map((it) => it?.result ?? it?.params?.['result'])).toEqual([
      { subscription: 1 },
      { type: 'start' },
      { type: 'progress', progress: 1 },
    ]);
    let last: JsonMessage | undefined;
    for (let it = await next(); it; it = await next()) last = it;
    expect(last).toEqual(event('slow', { type: 'complete', result: 'done' }));
  });

  test('aborts the call when its reader disconnects', async () => {
    const aborted = gate();
    const endless = toolOf('endless', async (_input, context) => {
      context.signal.addEventListener('abort', aborted.open);
      await context.reportProgress(1);
      return new Promise(() => undefined);
    });
    const { port } = await openStreamsServer([endless]);
    const response = await begin(port, calling('endless'));

    response.on('error', () => undefined).destroy();

    await aborted.opened;
  });

  test.each([
    ['an unknown method', { ...calling('ecco'), headers: {} }, 404, -32601],
    ['text that is not JSON', { body: '{' }, 400, -32700],
    ['a batch', { body: '[{"jsonrpc":"2.0","id":1,"method":"echo"}]' }, 400, -32600],
  ])('refuses %s with a status and an error', async (_what, sending, status, code) => {
    const { port } = await openStreamsServer();

    const answer = await send(port, sending);

    expect(answer.status).toBe(status);
    expect(answer.messages).toMatchObject([{ error: { code } }]);
  });

  test.each([
    ['GET', { method: 'GET' }, 405],
    ['a reader that takes no events', { ...calling('echo'), headers: { Accept: 'application/json' } }, 406],
    ['a foreign origin', { ...calling('echo'), headers: { Origin: 'https://elsewhere.example' } }, 403],
  ])('refuses %s', async (_what, sending, status) => {
    const { port } = await openStreamsServer();

    expect((await send(port, sending)).status).toBe(status);
  });

  test('asks for a token where callers are authenticated', async () => {
    const denial = { status: 401, message: 'no token', headers: { 'WWW-Authenticate': 'Bearer' } } as const;
    const { port } = await openStreamsServer([echo], { authenticate: () => Promise.resolve(denial) });

    const answer = await send(port, calling('echo'));

    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  test('lets a running call end when it is closed, and refuses new ones', async () => {
    const [release, works] = [gate(), gate()];
    const slow = toolOf('slow', async () => {
      works.open();
      await release.opened;
      return textResult('done');
    });
    const { port, endpoint } = await openStreamsServer([slow]);
    const answer = send(port, calling('slow'));
    await works.opened;

    const closed = endpoint.close(60_000);
    const refused = await send(port, calling('slow'));
    release.open();

    expect(refused.status).toBe(503);
    expect((await answer).messages.at(-1)).toEqual(event('slow', { type: 'complete', result: 'done' }));
    await closed;
  });
});
