/** The pool of connections to one server. */
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '@sigil/test-support/upstream-servers';
import { openHttpConnection } from './open-http-pool.js';

const limits = { connectTimeoutMs: 5_000, maxConnections: 2, allowPrivate: true };

test('at most maxConnections requests run at once', async () => {
  const waiting: (() => void)[] = [];
  let most = 0;
  const { url } = await listen((_request, response, body) => {
    const { id } = JSON.parse(body) as { id: number };
    waiting.push(() => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: {} }));
    });
    most = Math.max(most, waiting.length);
  });
  const connection = openHttpConnection({ url: new URL(url), headers: {}, maxMessageBytes: 1_024, ...limits });
  onTestFinished(() => connection.close());
  let answered = 0;
  const calls = Array.from({ length: 7 }, async (_, id) => {
    const text = JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' });
    await connection.request({ id, text, headers: {}, signal: undefined, onMessage: () => undefined });
    answered += 1;
  });
  while (answered < calls.length) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    waiting.shift()?.();
  }
  expect(most).toBe(limits.maxConnections);
});
