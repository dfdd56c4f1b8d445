import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSession, post, serveWorks, type OpenSession, type ServedPlugin } from './served-plugin.test-support.js';

let server: ServedPlugin;
let endpoint: string;
let session: OpenSession;

beforeAll(async () => {
  server = await serveWorks(['--allow-origin', 'http://localhost:5173']);
  endpoint = `${server.url}/mcp/works`;
  session = await openSession(endpoint);
}, 30_000);

afterAll(() => server.stop());

const inSession = (): Record<string, string> => ({
  'mcp-session-id': session.id,
  'mcp-protocol-version': '2025-11-25',
});

describe('JSON-RPC messages', () => {
  test('T2.1 a valid request is answered under its id', async () => {
    const { status, body } = await post(endpoint, { jsonrpc: '2.0', id: 'a', method: 'ping' }, inSession());

    expect(status).toBe(200);
    expect(body).toEqual({ jsonrpc: '2.0', id: 'a', result: {} });
  });

  test('T2.2 a wrong JSON-RPC version is refused with -32600', async () => {
    const { status, body } = await post(endpoint, { jsonrpc: '1.0', id: 1, method: 'ping' }, inSession());

    expect(status).toBe(400);
    expect(body.error?.code).toBe(-32600);
  });

  test('T2.3 a request without a method is refused with -32600', async () => {
    const { body } = await post(endpoint, { jsonrpc: '2.0', id: 1 }, inSession());

    expect(body.error?.code).toBe(-32600);
  });

  test('T2.4 a notification is accepted with 202 and no body', async () => {
    const notification = { jsonrpc: '2.0', method: 'notifications/roots/list_changed' };
    const { status, text } = await post(endpoint, notification, inSession());

    expect({ status, text }).toEqual({ status: 202, text: '' });
  });

  test('T2.5 a batch is answered with a batch, or refused if the revision has no batches', async () => {
    const batch = [
      { jsonrpc: '2.0', id: 1, method: 'ping' },
      { jsonrpc: '2.0', id: 2, method: 'tools/list' },
    ];
    const older = await openSession(endpoint, '2025-03-26');
    const answered = await post(endpoint, batch, { 'mcp-session-id': older.id });
    const refused = await post(endpoint, batch, inSession());

    const answers = answered.messages.flat() as { id: number }[];
    expect(answers.map(({ id }) => id).sort()).toEqual([1, 2]);
    expect(refused.body.error?.code).toBe(-32600);
  });
});

describe('initialize', () => {
  test('T3.1 returns the server info and capabilities', () => {
    expect(session.opened.body.result).toMatchObject({
      serverInfo: { name: 'works', version: '1.0.0' },
      capabilities: expect.any(Object) as object,
    });
  });

  test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
    'T3.2 agrees on revision %s and answers an unknown one with the newest legacy revision',
    async (date) => {
      const known = await openSession(endpoint, date);
      const unknown = await openSession(endpoint, '2023-01-01');

      expect(known.opened.body.result?.['protocolVersion']).toBe(date);
      expect(unknown.opened.body.result?.['protocolVersion']).toBe('2025-11-25');
    },
  );

  test('T3.3 declares tools and resources with listChanged', () => {
    expect(session.opened.body.result?.['capabilities']).toMatchObject({
      tools: { listChanged: true },
      resources: { listChanged: true },
    });
  });

  test('T3.3 declares no subscriptions when no resource announces updates', () => {
    const capabilities = session.opened.body.result?.['capabilities'];

    expect(capabilities).not.toHaveProperty('resources.subscribe');
  });

  test('T3.4 is refused when repeated in a session, which stays usable', async () => {
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'again', version: '1' } };
    const again = await post(endpoint, { jsonrpc: '2.0', id: 9, method: 'initialize', params }, inSession());
    const after = await session.call('greet', { name: 'Ada' });

    expect(again.body.error?.code).toBe(-32600);
    expect(after.body.result?.content).toEqual([{ type: 'text', text: 'Hello, Ada!' }]);
  });
});

describe('over HTTP', () => {
  test('T9.1 a POST is answered with JSON-RPC, and the handshake returns a session id', () => {
    expect(session.opened.body).toMatchObject({ jsonrpc: '2.0' });
    expect(session.id).not.toBe('');
  });

  test('T9.2 a GET with a session id opens an event stream', async () => {
    const ending = new AbortController();
    const headers = { accept: 'text/event-stream', ...inSession() };
    const response = await fetch(endpoint, { headers, signal: ending.signal });
    ending.abort();

    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/event-stream');
  });

  test('T9.3 a POST that accepts both JSON and event streams is served', async () => {
    const { status } = await post(endpoint, { jsonrpc: '2.0', id: 1, method: 'ping' }, inSession());

    expect(status).toBe(200);
  });

  test('T9.4 a call with progress is answered with an event stream that ends with the response', async () => {
    const params = { name: 'steps', arguments: { count: 3 }, _meta: { progressToken: 'p' } };
    const { headers, messages } = await session.request('tools/call', params);

    expect(headers.get('content-type')).toContain('text/event-stream');
    expect(messages.map(({ method }) => method)).toEqual([
      'notifications/progress',
      'notifications/progress',
      'notifications/progress',
      undefined,
    ]);
  });

  test('T9.5 a call without progress is answered with plain JSON', async () => {
    const { headers } = await session.call('greet', { name: 'Ada' });

    expect(headers.get('content-type')).toContain('application/json');
  });

  test('T9.6 each handshake opens a session of its own', async () => {
    const other = await openSession(endpoint);

    expect(other.id).not.toBe(session.id);
    expect(other.id).toMatch(/^[\x21-\x7e]+$/);
  });

  test('T9.7 a GET without a session is refused with 400', async () => {
    const response = await fetch(endpoint, { headers: { accept: 'text/event-stream' } });

    expect(response.status).toBe(400);
  });

  test('T9.8 a GET with Last-Event-ID resumes after that event', async () => {
    const params = { name: 'steps', arguments: { count: 3 }, _meta: { progressToken: 'p' } };
    const { text } = await session.request('tools/call', params);
    const ids = [...text.matchAll(/^id: ?(.+)$/gm)].map(([, id]) => id!);
    const headers = { accept: 'text/event-stream', 'last-event-id': ids.at(-2)!, ...inSession() };
    const again = await (await fetch(endpoint, { headers })).text();

    expect(again.match(/^data: ?\{/gm)).toHaveLength(1);
    expect(again).toContain('"structuredContent"');
  });

  test('T9.9 only pages of an allowed origin get CORS headers', async () => {
    const preflight = (origin: string): Promise<Response> =>
      fetch(endpoint, { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST' } });
    const [near, far] = await Promise.all([preflight('http://localhost:5173'), preflight('https://evil.example')]);

    expect(near.headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
    expect(far.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('T9.10 a body with a content type other than JSON is refused with 415', async () => {
    const { status } = await post(endpoint, '{}', { 'content-type': 'text/plain' });

    expect(status).toBe(415);
  });

  test('T9.11 a POST that accepts neither JSON nor event streams is refused with 406', async () => {
    const { status } = await post(endpoint, { jsonrpc: '2.0', id: 1, method: 'ping' }, { accept: 'text/html' });

    expect(status).toBe(406);
  });

  test('T9.11 a POST without Accept is served', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      // Unlike fetch, node:http sends no Accept of its own.
      const headers = { 'content-type': 'application/json', ...inSession() };
      const asking = request(endpoint, { method: 'POST', headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      asking.on('error', reject);
      asking.end('{"jsonrpc":"2.0","id":1,"method":"ping"}');
    });

    expect(status).toBe(200);
  });
});
