import { describe, expect, test } from 'vitest';
import { catalogOf, text, toolOf } from '../catalog/catalog.test-support.js';
import { Clients } from '../callers/clients.js';
import { openConversation } from '../engine/conversation.js';
import {
  callIn,
  codeOf,
  collect,
  engineOf,
  initializeOf,
  requestIn,
  resultIn,
  talkIn,
} from '../engine/engine.test-support.js';
import type { JsonObject } from '../model/json.js';
import { revisions } from '../revisions/choose-revision.js';
import type { Clock } from '../model/clock.js';
import type { CallRates } from '../stores/call-rates.js';
import { openMemoryCallRates } from '../stores/memory-call-rates.js';
import { RateLimit, RateLimits } from './rate-limit.js';
import { CallRateSync } from './call-rate-sync.js';
import { clockAt } from '../model/clock.test-support.js';

test('calls over the limit per second are rejected with a retry time', () => {
  let now = 0;
  const rate = new RateLimit(
    2,
    clockAt(() => now),
  );
  rate.count('tools/call');
  rate.count('completion/complete');

  expect(() => rate.count('tools/call')).toThrow(
    'more than 2 calls a second (limit maxCallsPerSecond); try again in 500 ms',
  );

  now = 500;
  expect(() => rate.count('tools/call')).not.toThrow();
  expect(() => rate.count('tools/call')).toThrow('try again in 500 ms');
});

test('each client has its own limit, and clients idle for over a second are forgotten', () => {
  let now = 0;
  const rates = new RateLimits(
    1,
    clockAt(() => now),
  );
  rates.of('ann').count('tools/call');

  expect(() => rates.of('ann').count('tools/call')).toThrow('maxCallsPerSecond');
  expect(() => rates.of('bob').count('tools/call')).not.toThrow();

  now = 500;
  for (let at = 0; at < 1_000; at++) rates.of(`early ${at}`).count('tools/call');
  expect(() => rates.of('ann').count('tools/call')).toThrow('maxCallsPerSecond');
  expect(rates.size).toBeGreaterThan(1_000);
  now = 5_000;
  for (let at = 0; at < 2_000; at++) rates.of(`late ${at}`);
  expect(rates.size).toBeLessThan(2_100);
});

test.each(revisions)(
  '$date: a caller over its limit in several sessions does not affect another caller',
  async (revision) => {
    const server = engineOf(catalogOf({ tools: [toolOf('count')] }), { limits: { maxCallsPerSecond: 1 } });
    const clients = new Clients();
    const callOf = async (id: string) => {
      const principal = { id, issuer: 'https://id.example', scopes: [], claims: {} };
      const connection = clients.of('192.0.2.1', principal).connect();
      const { outlet, sent } = collect();
      const conversation = openConversation(server.engine, { ...outlet, connection }, { principal });
      const send = async (message: JsonObject): Promise<void> => conversation.receive(JSON.stringify(message));
      if (revision.era === 'legacy') {
        await send(initializeOf(revision.date));
        await send({ jsonrpc: '2.0', method: 'notifications/initialized' });
      }
      await send(callIn(revision, 7, { name: 'count' }));
      return codeOf(sent.find((it) => it['id'] === 7));
    };

    const codes = [await callOf('ann'), await callOf('ann'), await callOf('bob')];

    expect(codes).toEqual([undefined, -32603, undefined]);
  },
);

test('lists and pings are not counted', () => {
  const rate = new RateLimit(
    1,
    clockAt(() => 0),
  );

  for (const method of ['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list', 'ping'])
    rate.count(method);

  expect(() => rate.count('tools/call')).not.toThrow();
});

// Rules: 123, 142
test.each(revisions)(
  '$date: calls and completions over the limit are rejected, and lists are still answered',
  async (revision) => {
    let runs = 0;
    const tool = toolOf('count', () => Promise.resolve(text(String(++runs))));
    const server = engineOf(catalogOf({ tools: [tool] }), { limits: { maxCallsPerSecond: 1 } });
    const talk = await talkIn(revision, server);
    await talk.request(callIn(revision, 1, { name: 'count' }));

    const call = await talk.request(callIn(revision, 2, { name: 'count' }));
    const argument = { name: 'a', value: '' };
    const asked = { ref: { type: 'ref/prompt', name: 'p' }, argument };
    const completion = await talk.request(requestIn(revision, 3, ['completion/complete', asked]));

    expect([codeOf(call), codeOf(completion)]).toEqual([-32603, -32603]);
    expect(call?.['error']).toMatchObject({ data: { retryAfterMs: expect.any(Number) as number } });
    expect(runs).toBe(1);
    expect(resultIn(await talk.request(requestIn(revision, 4, ['tools/list'])))).toHaveProperty('tools');
  },
);

describe('a client that calls several processes', () => {
  /** Two processes that share a count, and a function that ends their waits. */
  function twoProcesses(rates: CallRates, maxCallsPerSecond: number) {
    const waits: (() => void)[] = [];
    const clock: Clock = { now: () => 0, after: (_ms, run) => (waits.push(run), () => undefined) };
    const openOne = () =>
      new RateLimits(maxCallsPerSecond, clock, new CallRateSync({ rates, server: 'demo', maxCallsPerSecond, clock }));
    const tell = async (): Promise<void> => {
      for (const run of waits.splice(0)) run();
      await new Promise((resolve) => setTimeout(resolve, 0));
    };
    return { one: openOne(), other: openOne(), tell };
  }

  test('has one limit once the processes have shared their counts', async () => {
    const rates = openMemoryCallRates(clockAt(() => 0));
    const { one, other, tell } = twoProcesses(rates, 4);
    for (let count = 0; count < 3; count++) one.of('ada').count('tools/call');
    other.of('ada').count('tools/call');
    await tell();
    // The first one reported before it could know of the other's call.
    one.of('ada').count('tools/call');
    await tell();

    expect(() => one.of('ada').count('tools/call')).toThrow('maxCallsPerSecond');
    expect(() => other.of('ada').count('tools/call')).toThrow('maxCallsPerSecond');
    expect(() => other.of('bo').count('tools/call')).not.toThrow();
  });

  test('has one limit per process while they cannot share their counts', async () => {
    const { one, other, tell } = twoProcesses({ spend: () => Promise.reject(new Error('away')) }, 2);
    one.of('ada').count('tools/call');
    other.of('ada').count('tools/call');
    await tell();

    expect(() => one.of('ada').count('tools/call')).not.toThrow();
    expect(() => one.of('ada').count('tools/call')).toThrow('maxCallsPerSecond');
    expect(() => other.of('ada').count('tools/call')).not.toThrow();
  });
});
