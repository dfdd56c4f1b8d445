import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { connectBeside, openStore, startRedis } from './store.test-support.js';
import { caps, taskOf } from './tasks.test-support.js';

const lasting = { ttlMs: 60_000 };

test.each([{ owner: '' }, { owner: 'ada' }, { owner: 'ada', client: 'c' }])(
  'expired tasks of %j are removed from every set when another task is created',
  async (whose) => {
    const redis = await startRedis();
    const tasks = (await openStore(redis.url)).tasksOf('demo');
    const other = connectBeside(redis);
    await tasks.create(taskOf('first', { ...whose, ...lasting }), caps);
    await Promise.all(
      Array.from({ length: 500 }, (_, at) => tasks.create(taskOf(`t${at}`, { ...whose, ttlMs: 150 }), caps)),
    );
    await setTimeout(250);

    await tasks.create(taskOf('last', { ...whose, ...lasting }), caps);

    const names = (await other.keys('*')).filter((name) => !name.startsWith('sigil:2:task:'));
    const sizes = await Promise.all(names.map((name) => other.zcard(name)));
    expect(sizes).toEqual([2, 2, 2, 2]);
  },
);

test('a page of tasks takes few commands, even if the owner has many expired tasks', async () => {
  const redis = await startRedis();
  const tasks = (await openStore(redis.url, { commandTimeoutMs: 5_000 })).tasksOf('demo');
  const other = connectBeside(redis);
  await tasks.create(taskOf('first', { createdAtMs: 1 }), caps);
  const [index = ''] = await other.keys('*:owner:*');
  // Simulates what earlier versions left behind: ids of tasks that have long expired.
  for (let at = 0; at < 5; at++)
    await other.zadd(index, ...Array.from({ length: 2_000 }, (_, more) => [2 + at, `gone-${at}-${more}`]).flat());
  const ids = Array.from({ length: 300 }, (_, at) => `t${1_000 + at}`);
  await Promise.all(ids.map((id) => tasks.create(taskOf(id, { createdAtMs: 9 }), caps)));
  await other.config('RESETSTAT');

  const first = await tasks.list('', undefined, 50);
  const second = await tasks.list('', { createdAtMs: 9, taskId: 't1048' }, 50);

  expect(first.map(({ taskId }) => taskId)).toEqual(['first', ...ids.slice(0, 49)]);
  expect(second.map(({ taskId }) => taskId)).toEqual(ids.slice(49, 99));
  expect(await other.zcard(index)).toBe(301);
  const [, reads] = /total_reads_processed:(\d+)/.exec(await other.info('stats')) ?? [];
  expect(Number(reads)).toBeLessThan(200);
});

test('tasks created at the same time are listed in order, each once across pages', async () => {
  const redis = await startRedis();
  const tasks = (await openStore(redis.url)).tasksOf('demo');
  const ids = Array.from({ length: 400 }, (_, at) => `t${1_000 + at}`);
  await Promise.all(ids.map((id) => tasks.create(taskOf(id, { createdAtMs: 5 }), caps)));

  const listed: string[] = [];
  for (;;) {
    const last = listed.at(-1);
    const page = await tasks.list('', last === undefined ? undefined : { createdAtMs: 5, taskId: last }, 7);
    if (page.length === 0) break;
    listed.push(...page.map(({ taskId }) => taskId));
  }

  expect(listed).toEqual(ids);
});
