import { expect, test } from 'vitest';
import { initialize, modern, openTestServer, send } from '../http.test-support.js';

const app = 'https://app.example.com';

test('a preflight from an allowed origin may request any header', async () => {
  const { port } = await openTestServer({ allowedOrigins: [app] });

  const answer = await send(port, {
    method: 'OPTIONS',
    headers: {
      Origin: app,
      'Access-Control-Request-Headers': 'mcp-param-region',
      'Access-Control-Request-Method': 'POST',
    },
  });

  expect(answer.status).toBe(204);
  expect(answer.headers).toMatchObject({
    'access-control-allow-origin': app,
    'access-control-allow-methods': 'POST, GET, DELETE',
    'access-control-allow-headers': 'mcp-param-region',
    vary: 'Origin',
  });
});

test('a page of an allowed origin may read JSON, streams and the session id', async () => {
  const { port } = await openTestServer({ allowedOrigins: [app] });
  const streamed = modern('tools/call', { name: 'counter', _meta: { progressToken: 'p' } });

  const json = await send(port, { ...initialize(), headers: { Origin: app } });
  const stream = await send(port, { ...streamed, headers: { ...streamed.headers, Origin: app } });

  expect(json.headers).toMatchObject({
    'access-control-allow-origin': app,
    'access-control-expose-headers': 'Mcp-Session-Id',
    'content-type': 'application/json',
  });
  expect(json.headers['mcp-session-id']).toBeDefined();
  expect(stream.headers).toMatchObject({
    'access-control-allow-origin': app,
    'content-type': 'text/event-stream',
  });
});

test.each(['http://localhost:5173', 'https://other.example.com'])(
  'a page of %s may not read answers',
  async (origin) => {
    const { port } = await openTestServer({ allowedOrigins: [app] });

    const asked = await send(port, { method: 'OPTIONS', headers: { Origin: origin } });
    const answer = await send(port, { ...initialize(), headers: { Origin: origin } });

    expect(asked.status).toBeGreaterThanOrEqual(403);
    expect(asked.headers['access-control-allow-origin']).toBeUndefined();
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  },
);
