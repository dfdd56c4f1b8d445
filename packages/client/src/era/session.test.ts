/** The calls in flight of a session, which do not include one that failed at once. */
import type { JsonObject, JsonValue } from '@sigil/core';
import { latestLegacyRevision } from '@sigil/core/internal';
import { expect, onTestFinished, test } from 'vitest';
import type { HttpConnection } from '../transports/http-connection.js';
import { openHttpConnection } from '../transports/open-http-pool.js';
import { openLegacyHttp, type HttpUpstream } from '@sigil/test-support/upstream-servers';
import type { Exchange, ExchangeResult } from './era-client.js';
import { Session } from './session.js';
import { RequestIds } from './request-text.js';

const limits = { connectTimeoutMs: 5_000, maxConnections: 2, maxMessageBytes: 65_536, allowPrivate: true };

interface NegotiatedConnection {
  readonly upstream: HttpUpstream;
  readonly connection: HttpConnection;
  readonly session: Session;
}

async function openSession(): Promise<NegotiatedConnection> {
  const upstream = await openLegacyHttp();
  const connection = openHttpConnection({ url: new URL(upstream.url), headers: {}, ...limits });
  onTestFinished(() => connection.close());
  const client = { name: 'test', version: '1' };
  const parts = { connection, ids: new RequestIds(), revision: latestLegacyRevision.date, client, capabilities: {} };
  return { upstream, connection, session: await Session.open(parts, AbortSignal.timeout(5_000)) };
}

/** A call of a client that can be asked. */
function callOf(name: string, input: JsonObject = {}): Exchange {
  const params = { name, arguments: input };
  return { method: 'tools/call', params, onQuestion: async () => ({ result: {} }) };
}

/** Throws or rejects as the session does. */
async function exchangeIn(session: Session, exchange: Exchange): Promise<ExchangeResult> {
  return session.exchange(exchange);
}

function nestedIn(depth: number): JsonValue {
  let value: JsonValue = 0;
  for (let count = 0; count < depth; count++) value = [value];
  return value;
}

test('a call is in flight until it is aborted', async () => {
  const { upstream, session } = await openSession();
  const begun = new Promise<void>((resolve) => (upstream.state.onSlow = resolve));
  const leaving = new AbortController();

  const answer = exchangeIn(session, { ...callOf('slow'), signal: leaving.signal });
  await begun;
  const whileItRuns = session.running.items();
  leaving.abort(new Error('gone'));

  await expect(answer).rejects.toThrow('gone');
  expect(whileItRuns).toHaveLength(1);
  expect(session.running.size).toBe(0);
});

test('a call that cannot be serialised is not in flight', async () => {
  const { session } = await openSession();

  await expect(exchangeIn(session, callOf('echo', { text: nestedIn(100_000) }))).rejects.toThrow(RangeError);
  expect(session.running.size).toBe(0);
});

test('a call with an aborted signal or a closed connection is not in flight', async () => {
  const { connection, session } = await openSession();
  const gone = AbortSignal.abort(new Error('gone'));

  await expect(exchangeIn(session, { ...callOf('echo'), signal: gone })).rejects.toThrow('gone');
  const afterTheFirst = session.running.size;
  await connection.close();
  await expect(exchangeIn(session, callOf('echo'))).rejects.toThrow();

  expect([afterTheFirst, session.running.size]).toEqual([0, 0]);
});
