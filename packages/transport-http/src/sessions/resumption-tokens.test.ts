import type { Principal } from '@sigil/core/engine';
import { gate, textResult, toolOf } from '@sigil/testing/transports';
import { expect, test } from 'vitest';
import {
  initialize,
  legacyNotification,
  openTestServer,
  send,
  withHeaders,
  type Sending,
} from '../http.test-support.js';
import type { Authenticate, DenyScopes } from '../requests/authentication.js';
import { openReplicas } from '../shared/replicas.test-support.js';
import { callWithProgress, messageOf, openEvents, type EventReader } from '../sse.test-support.js';

/** Uses a caller's token as its scopes. */
const byScopes: Authenticate = ({ authorization = '' }): Principal => ({
  id: 'ann',
  issuer: 'https://as.example',
  scopes: authorization.replace('Bearer ', '').split('+'),
  claims: {},
});
const denyScopes: DenyScopes = (scopes) => ({
  status: 403,
  message: 'more scopes are needed',
  headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scopes.join(' ')}"` },
});
const holding = (token: string, sending: Sending): Sending =>
  withHeaders(sending, { Authorization: `Bearer ${token}` });

interface Paying {
  readonly session: string;
  /** The id of the last event before the connection broke. */
  readonly lastEventId: string;
  readonly finish: () => void;
  resume(port: number, token: string): Promise<EventReader>;
}

const go = { finish: (): void => undefined };
const pay = {
  ...toolOf('pay', async (_input, context) => {
    const finished = gate();
    go.finish = finished.open;
    await context.reportProgress(1);
    await finished.opened;
    return textResult('paid');
  }),
  scopes: ['orders:write'],
};

/** Begins a call of the guarded tool, and breaks its connection. */
async function beginPaying(port: number): Promise<Paying> {
  const opened = await send(port, holding('orders:write', initialize()));
  const session = String(opened.headers['mcp-session-id']);
  await send(port, holding('orders:write', legacyNotification('notifications/initialized', {}, session)));
  const stream = await openEvents(port, holding('orders:write', callWithProgress('pay', session)));
  let event = await stream.next();
  while (event?.event !== 'message') event = await stream.next();
  await stream.leave();
  const lastEventId = String(event.id);
  return {
    session,
    lastEventId,
    finish: go.finish,
    resume(at, token) {
      const headers = { Accept: 'text/event-stream', 'Mcp-Session-Id': session, 'Last-Event-ID': lastEventId };
      return openEvents(at, holding(token, { method: 'GET', headers }));
    },
  };
}

const options = { authenticate: byScopes, denyScopes, tools: [pay] };

/** @returns a refused reader's status and challenge, and what a reader with a newer token of the same scopes gets */
async function resumeBoth(call: Paying, port: number): Promise<unknown[]> {
  const refused = await call.resume(port, 'orders:read');
  const read = await (await call.resume(port, 'orders:read+orders:write')).rest();
  return [refused.status, refused.headers['www-authenticate'], read.map(messageOf).at(-1)?.result];
}

const expected = [
  403,
  'Bearer error="insufficient_scope", scope="orders:write"',
  expect.objectContaining({ content: [{ type: 'text', text: 'paid' }] }),
];

test('a running stream is resumed only by a token that may call its tool', async () => {
  const { port } = await openTestServer(options);
  const call = await beginPaying(port);

  const refused = await call.resume(port, 'orders:read');
  call.finish();

  expect(refused.status).toBe(403);
  expect(await resumeBoth(call, port)).toEqual(expected);
});

test('an ended stream is replayed only to a token that may call its tool', async () => {
  const { port } = await openTestServer(options);
  const call = await beginPaying(port);
  call.finish();

  expect(await resumeBoth(call, port)).toEqual(expected);
});

test('a stream of another replica is resumed only by a token that may call its tool', async () => {
  const { all } = await openReplicas(2, () => options);
  const call = await beginPaying(all[0]!.port);

  const refused = await call.resume(all[1]!.port, 'orders:read');
  call.finish();

  expect(refused.status).toBe(403);
  expect(await resumeBoth(call, all[1]!.port)).toEqual(expected);
});

test('a stream of a tool that every caller may use is resumed by each token of the caller', async () => {
  const { port } = await openTestServer({ ...options, tools: [{ ...pay, scopes: [] }] });
  const call = await beginPaying(port);
  call.finish();

  expect(await resumeBoth(call, port)).toEqual([200, undefined, expected[2]]);
});
