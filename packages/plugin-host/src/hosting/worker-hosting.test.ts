import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { revisions } from '@sigil/core/engine';
import { callText } from '../built-plugin.test-support.js';
import { connectTo, engineFor, hostFixture, textOf } from './fixture-source.test-support.js';

const { date } = revisions.at(-1)!;

test('a plugin that ends its worker is restarted, and the crash is recorded', async () => {
  const tools = { die: { body: 'process.exit(3);' }, name: { body: 'return process.env.FIXTURE_NAME;' } };
  const { plugin, events } = await hostFixture(
    { tools },
    { link: 'worker', linkLimits: { restartDelayMs: 1 }, environment: { FIXTURE_NAME: 'Ann' } },
  );
  const client = await connectTo(engineFor(plugin), date);

  const died = await client.callTool('die');
  const after = await textOf(client, 'name');

  expect([died.isError, after]).toEqual([true, 'Ann']);
  expect(plugin.serving?.crash).toMatchObject({ state: 'restarted', at: expect.any(Date), error: expect.any(Error) });
  expect(events.flatMap((event) => (event.kind === 'link' ? event.event.kind : []))).toEqual(['crashed', 'restarted']);
});

test('a swap ends the old worker once its last call has ended', async () => {
  const body =
    'await new Promise((resolve) => setTimeout(resolve, 50)); return require("worker_threads").threadId + "";';
  const { origin, plugin } = await hostFixture({ tools: { thread: { body } } }, { link: 'worker' });

  const before = callText(plugin, 'thread');
  origin.publish({ tools: { thread: { body: body.trim() + ' ' } } });
  await plugin.reload();
  const after = await callText(plugin, 'thread');

  expect(Number(after)).toBeGreaterThan(Number(await before));
  expect(plugin.serving).toMatchObject({ number: 2, running: 0 });
  await expect.poll(() => plugin.serving?.draining).toBe(0);
});

test('a start() that blocks its worker times out, its worker is ended, and the old version keeps serving', async () => {
  const { origin, plugin, events } = await hostFixture(
    { tools: { version: { body: 'return "good";' } } },
    { link: 'worker', startTimeoutMs: 50, stopTimeoutMs: 50 },
  );
  expect(await callText(plugin, 'version')).toBe('good');
  const exits: Promise<unknown>[] = [];
  const onWorker = (worker: Worker): void => void exits.push(once(worker, 'exit'));
  process.on('worker', onWorker);
  onTestFinished(() => void process.off('worker', onWorker));

  origin.publish({ members: 'start() { for (;;); }' });
  await plugin.reload();

  expect(plugin.report).toMatchObject({ outcome: 'failed', error: { code: 'timed-out' } });
  expect(events.filter(({ kind }) => kind === 'stop-failed')).toHaveLength(1);
  expect(exits).toHaveLength(1);
  expect(await exits[0]).toEqual([1]);
  expect(await callText(plugin, 'version')).toBe('good');
  expect(plugin.serving).toMatchObject({ number: 1, draining: 0 });
});

test.each(['worker', 'process'] as const)(
  'an announcement that JSON cannot hold fails its call and does not end the %s',
  async (link) => {
    const tools = { announce: { body: 'context.resourceUpdated(10n);' }, name: { body: 'return "still here";' } };
    const { plugin, events } = await hostFixture({ tools }, { link });
    const client = await connectTo(engineFor(plugin), date);

    const announced = await client.callTool('announce');

    expect([announced.isError, await textOf(client, 'name')]).toEqual([true, 'still here']);
    expect(events.filter(({ kind }) => kind === 'link')).toEqual([]);
  },
);

test('logging a function by mistake does not fail the call, and sends none of its code', async () => {
  const tools = { log: { body: 'await context.log("info", () => "secret"); return "logged";' } };
  const { plugin } = await hostFixture({ tools }, { link: 'process' });
  const client = await connectTo(engineFor(plugin), date);
  await client.setLogLevel('debug');

  expect(await textOf(client, 'log')).toBe('logged');
  expect(client.notifications).toMatchObject([
    { method: 'notifications/message', params: { level: 'info', data: null } },
  ]);
});
