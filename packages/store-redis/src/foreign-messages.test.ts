import type { JsonValue } from '@sigil/core';
import { expect, test, vi } from 'vitest';
import { ages, connectBeside, openStore, startRedis } from './store.test-support.js';

const garbage = ['garbage', '', '{"session":', '{"a":"\ud800"'];
const wrongShapes = ['null', '7', '[]', '{}', '{"topic":7,"letter":1}', '{"topic":"t"}', '{"session":7}'];
const wrongWishes = [
  '{"session":"a","wish":null}',
  '{"session":"a","wish":{"logLevel":"loud"}}',
  '{"session":"a","wish":{"subscribe":7}}',
  '{"session":"a","wish":{"subscribe":"b","logLevel":7}}',
];

test('foreign messages are dropped with a warning, and later messages arrive', async () => {
  const redis = await startRedis();
  const store = await openStore(redis.url);
  const other = connectBeside(redis);
  const heard: unknown[] = [];
  const told: string[] = [];
  store.onStatus(({ state }) => void told.push(state));
  store.notices.follow('lists', (notice: JsonValue) => void heard.push(notice));
  store.mailbox.receive('t', (letter: JsonValue) => void heard.push(letter));
  store.sessions.onChange((session, change) => void heard.push([session, change]));
  await vi.waitFor(async () => expect(await other.pubsub('NUMSUB', 'sigil:2:changes:{sessions}')).toContain(1), 20_000);

  for (const message of garbage) await other.publish('sigil:2:notices:{lists}', message);
  for (const place of [`letters:{${store.mailbox.address}}`, 'changes:{sessions}']) {
    for (const message of [...garbage, ...wrongShapes, ...wrongWishes])
      await other.publish(`sigil:2:${place}`, message);
  }
  await store.notices.publish('lists', 'notice');
  await store.mailbox.send(store.mailbox.address, 't', 'letter');
  await store.sessions.open('a', ages);
  await store.sessions.keepWish('a', { subscribe: 'file:///a' });
  await store.sessions.end('a');

  await vi.waitFor(
    () =>
      expect(heard).toEqual([
        'notice',
        'letter',
        ['a', { kind: 'wish', wish: { subscribe: 'file:///a' } }],
        ['a', { kind: 'ended' }],
      ]),
    20_000,
  );
  const count = 3 * garbage.length + 2 * (wrongShapes.length + wrongWishes.length);
  expect(store.status).toMatchObject({ state: 'serving', warnings: [expect.stringContaining(`(${count} until now)`)] });
  expect(told).toEqual(['serving']);
});

test('a listener that throws is reported, and stops neither the process nor other listeners', async () => {
  const redis = await startRedis();
  const store = await openStore(redis.url);
  const heard: unknown[] = [];
  store.notices.follow('lists', () => {
    throw new Error('not what was expected');
  });
  store.notices.follow('lists', (notice) => void heard.push(notice));

  await vi.waitFor(async () => {
    await store.notices.publish('lists', 'n');
    expect(heard).toContain('n');
  }, 20_000);

  expect(store.status.warnings).toEqual([expect.stringContaining('not what was expected')]);
});
