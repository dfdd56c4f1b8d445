import { expect, test } from 'vitest';
import { catalogOf, text, toolOf } from '../catalog/catalog.test-support.js';
import { callIn, codeOf, engineOf, requestIn, resultIn, talkIn } from '../engine/engine.test-support.js';
import { revisions } from '../revisions/choose-revision.js';
import { RateLimit } from './rate-limit.js';
import { clockAt } from '../model/clock.test-support.js';

test('a second holds as many calls as the limit says, and what is over says when to try again', () => {
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

test('lists and pings are not counted', () => {
  const rate = new RateLimit(
    1,
    clockAt(() => 0),
  );

  for (let times = 0; times < 10; times++) rate.count('tools/list');

  expect(() => rate.count('tools/call')).not.toThrow();
});

// Rules: 123, 142
test.each(revisions)(
  '$date: calls and completions over the limit are refused, and the server goes on',
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
