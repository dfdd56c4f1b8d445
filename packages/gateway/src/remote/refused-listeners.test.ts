/** Upstreams that serve calls in sessions and refuse the notification stream, each in its own way. */
import { expect, test } from 'vitest';
import { openUnsteady, countHandshakes, type Act } from './unsteady-upstream.test-support.js';

const express = '<pre>Cannot GET /mcp</pre>';

const refusals: readonly (readonly [string, Act])[] = [
  ['404, as Express answers', { status: 404, body: express }],
  ['400 about the session', { status: 400, body: 'Invalid or missing session ID' }],
  ['401 about the session', { status: 401, body: 'session not found' }],
  ['405', { status: 405, body: '' }],
  ['410', { status: 410, body: 'gone' }],
  ['500', { status: 500, body: 'oh' }],
  ['a stream that ends at once', 'empty stream'],
  ['a stream that ends after a notice', 'notice'],
  ['a closed connection', 'drops'],
  ['an invalid message', 'nonsense'],
];

test.each(refusals)('an upstream that answers the notification stream with %s keeps its session', async (_how, act) => {
  const upstream = await openUnsteady((method) => (method === 'GET' ? act : 'works'));

  await upstream.pass(20);

  // The second session reads what is listed only for clients that can be asked.
  expect(upstream.handshakes).toHaveLength(2);
  expect(upstream.remote.status.state).toBe('serving');
  expect(upstream.problems).toEqual([]);
});

test('a session that no request finds any more is opened twice a minute, and the reason is reported once', async () => {
  const upstream = await openUnsteady((method) =>
    method === 'initialize' || method.startsWith('notifications/') ? 'works' : { status: 404, body: 'no session' },
  );

  await upstream.pass(180);

  const { first, later } = countHandshakes(upstream.handshakes);
  expect(first).toBeLessThanOrEqual(10);
  expect(later).toBe(2);
  expect(upstream.problems.filter((why) => why.includes('at most twice a minute'))).toHaveLength(1);
});
