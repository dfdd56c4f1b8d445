import { toolOf, textResult } from '@sigil/testing/transports';
import { expect, test, vi } from 'vitest';
import { observedClient } from '../observe.test-support.js';
import { CallRecorder } from './call-recorder.js';
import { minuteMs } from './call-series.js';
import { readPercentile, timeClasses, timeClassOf } from './time-classes.js';

const failing = toolOf('fails', () => Promise.reject(new Error('no')));
const tools = [toolOf('add', async () => textResult('3')), failing];

test('calls of the last hour are counted by server, component and minute, with their failures', async () => {
  let now = 100 * minuteMs;
  const recorder = new CallRecorder({ now: () => now });
  const { ask } = observedClient(tools, recorder);

  for (let call = 0; call < 3; call++) await ask('tools/call', { name: 'add' });
  now += 5 * minuteMs;
  await ask('tools/call', { name: 'fails' });
  await ask('tools/list');
  const { servers } = recorder.read();

  const [sky] = servers;
  expect(sky).toMatchObject({ server: 'sky', calls: 5, failures: 1 });
  expect(sky!.components.map(({ method, name, calls, failures }) => [method, name, calls, failures])).toEqual([
    ['tools/call', 'add', 3, 0],
    ['tools/call', 'fails', 1, 1],
    ['tools/list', '', 1, 0],
  ]);
  expect(sky!.steps.filter(({ calls }) => calls > 0).map(({ at, calls }) => [at, calls])).toEqual([
    [100 * minuteMs, 3],
    [105 * minuteMs, 2],
  ]);
  expect(sky!.components[0]!.perStep).toHaveLength(60);
  expect(sky!.p99).toBeGreaterThanOrEqual(sky!.p50!);
});

test('failures are listed with their text, caller and incident, the newest first', async () => {
  let now = 100 * minuteMs;
  const recorder = new CallRecorder({ now: () => now });
  const broken = toolOf('broken', () => {
    throw new TypeError('secret');
  });
  const { ask } = observedClient([...tools, broken], recorder);

  await ask('tools/call', { name: 'fails' });
  now += 1;
  await ask('tools/call', { name: 'broken' });
  await ask('tools/call', { name: 'add' });
  now -= 2;
  await ask('tools/call', { name: 'a name of the caller' });
  const { failures } = recorder.read();
  const seen = recorder.read((_server, _method, name) => name !== 'broken').failures;

  expect(failures).toEqual([
    expect.objectContaining({
      name: 'broken',
      problem: 'tool-error',
      incident: expect.stringMatching(/^[0-9a-f]{8}$/),
    }),
    expect.objectContaining({ at: 100 * minuteMs, server: 'sky', name: 'fails', caller: 'local', message: 'no' }),
    expect.objectContaining({ problem: 'invalid-params', message: '' }),
  ]);
  expect(failures[0]!.message).not.toMatch(/incident|secret/);
  expect(JSON.stringify(failures)).not.toContain('a name of the caller');
  expect(seen[0]!.name).toBe('fails');
});

test('the sums can be those of the last fifteen minutes, and have the longest call', async () => {
  let now = 100 * minuteMs;
  const recorder = new CallRecorder({ now: () => now });
  const { ask } = observedClient(tools, recorder);
  await ask('tools/call', { name: 'add' });
  now += 20 * minuteMs;
  await ask('tools/call', { name: 'add' });

  const [hour, quarter] = [recorder.read(), recorder.read(undefined, [], 15)].map(({ servers }) => servers[0]!);

  expect([hour!.calls, hour!.steps.length]).toEqual([2, 60]);
  expect([quarter!.calls, quarter!.steps.length, quarter!.components[0]!.perStep.length]).toEqual([1, 15, 15]);
  expect(hour!.slowest).toBeGreaterThanOrEqual(quarter!.slowest!);
  expect(quarter!.slowest).toBeGreaterThan(0);
  expect(quarter!.p99).toBeLessThanOrEqual(quarter!.slowest!);
});

test('the sums can be those of the last day, in quarters of an hour, of all processes', async () => {
  let now = 10_000 * minuteMs;
  const [there, recorder] = [new CallRecorder({ now: () => now }), new CallRecorder({ now: () => now })];
  const { ask } = observedClient(tools, recorder);
  await ask('tools/call', { name: 'add' });
  await observedClient(tools, there).ask('tools/call', { name: 'add' });
  now += 23 * 60 * minuteMs;
  await ask('tools/call', { name: 'fails' });

  const hour = recorder.read(undefined, [there.send()], 60);
  const day = recorder.read(undefined, [there.send()], 1440);
  now += 2 * 60 * minuteMs;
  const later = recorder.read(undefined, [there.send()], 1440);

  const [sky] = day.servers;
  expect([hour.stepMinutes, hour.servers[0]!.calls]).toEqual([1, 1]);
  expect([day.minutes, day.stepMinutes, sky!.steps.length, sky!.components[0]!.perStep.length]).toEqual([
    1440, 15, 96, 96,
  ]);
  expect([sky!.calls, sky!.failures]).toEqual([3, 1]);
  expect(sky!.steps.filter(({ calls }) => calls > 0).map(({ at, calls }) => [at / minuteMs, calls])).toEqual([
    [9_990, 2],
    [11_370, 1],
  ]);
  expect(later.servers[0]!.calls).toBe(1);
});

test('calls older than an hour leave the sums of the hour, even when their minute comes again', async () => {
  let now = 100 * minuteMs;
  const recorder = new CallRecorder({ now: () => now });
  const { ask } = observedClient(tools, recorder);
  await ask('tools/call', { name: 'add' });

  now += 60 * minuteMs;
  const after = recorder.read();
  await ask('tools/call', { name: 'add' });

  expect(after.servers.map(({ calls }) => calls)).toEqual([0]);
  expect(recorder.read().servers[0]).toMatchObject({ calls: 1 });
});

test('unknown names and names beyond maxSeries add no series', async () => {
  const many = Array.from({ length: 5 }, (_, index) => toolOf(`t${index}`, async () => textResult('x')));
  const recorder = new CallRecorder({ maxSeries: 3 });
  const { ask } = observedClient(many, recorder);

  for (let index = 0; index < 1_000; index++) await ask('tools/call', { name: `invented-${index}` });
  for (let index = 0; index < 5; index++) await ask('tools/call', { name: `t${index}` });

  const components = recorder.read().servers[0]!.components.map(({ name, calls }) => [name, calls]);
  expect(components).toEqual([
    ['other', 1_003],
    ['t0', 1],
    ['t1', 1],
  ]);
});

test('a running call is listed, and fails with a reason when an operator cancels it', async () => {
  const recorder = new CallRecorder();
  const waiting = toolOf('waits', () => new Promise(() => undefined));
  const { ask, sent } = observedClient([waiting], recorder);
  void ask('tools/call', { name: 'waits' });
  await vi.waitFor(() => expect(recorder.read().running).toHaveLength(1), 20_000);
  const [running] = recorder.read().running;

  const cancelled = recorder.cancel(running!.id);
  await vi.waitFor(() => expect(sent).toHaveLength(1), 20_000);

  expect(running).toMatchObject({ server: 'sky', method: 'tools/call', name: 'waits', caller: 'local' });
  expect([cancelled, recorder.cancel(running!.id)]).toEqual([true, false]);
  expect(JSON.stringify(sent[0]!.result)).toContain('an operator cancelled it');
  expect(recorder.read().running).toEqual([]);
});

test('running calls are listed in the order they began, whichever ends first', async () => {
  const recorder = new CallRecorder();
  const ends = new Map<string, () => void>();
  const tools = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) =>
    toolOf(name, () => new Promise((resolve) => ends.set(name, () => resolve(textResult(name))))),
  );
  const { ask, sent } = observedClient(tools, recorder);
  const names = (): string[] => recorder.read().running.map(({ name }) => name);
  const begin = async (name: string): Promise<void> => {
    void ask('tools/call', { name });
    await vi.waitFor(() => expect(ends.has(name)).toBe(true), 20_000);
  };
  for (const name of ['a', 'b', 'c']) await begin(name);

  const seen = [names()];
  for (const [ending, beginning] of ['bd', 'ae', 'ef', 'c', 'f', 'd']) {
    ends.get(ending!)!();
    await vi.waitFor(() => expect(names()).not.toContain(ending), 20_000);
    if (beginning) await begin(beginning);
    seen.push(names());
  }

  expect(seen.map((all) => all.join(''))).toEqual(['abc', 'acd', 'cde', 'cdf', 'df', 'd', '']);
  expect(
    JSON.stringify(sent)
      .match(/(?<="text":")./g)
      ?.join(''),
  ).toBe('baecfd');
  expect(recorder.read().servers[0]).toMatchObject({ calls: 6, failures: 0 });
});

test('the id of a running call is not valid in another process', async () => {
  const waiting = [toolOf('waits', () => new Promise(() => undefined))];
  const [here, there] = [new CallRecorder(), new CallRecorder()];
  for (const recorder of [here, there]) void observedClient(waiting, recorder).ask('tools/call', { name: 'waits' });
  await vi.waitFor(() => expect(there.read().running).toHaveLength(1), 20_000);
  const [running] = here.read().running;

  expect(there.cancel(running!.id)).toBe(false);
  expect(here.cancel(running!.id)).toBe(true);
});

test('a reader is shown a call that it may see, however many others run', async () => {
  const recorder = new CallRecorder();
  const waiting = ['hidden', 'shown'].map((name) => toolOf(name, () => new Promise(() => undefined)));
  const { ask } = observedClient(waiting, recorder);
  for (let call = 0; call < 300; call++) void ask('tools/call', { name: 'hidden' });
  void ask('tools/call', { name: 'shown' });
  await vi.waitFor(() => expect(recorder.read().running).toHaveLength(200), 20_000);

  const { running } = recorder.read((_server, _method, name) => name === 'shown');

  expect(running.map(({ name }) => name)).toEqual(['shown']);
});

test('calls of other processes are shown along with those of this one', async () => {
  let now = 100 * minuteMs;
  const [here, there] = [new CallRecorder({ now: () => now }), new CallRecorder({ now: () => now })];
  const waiting = toolOf('waits', () => new Promise(() => undefined));
  for (const recorder of [here, there]) {
    const { ask } = observedClient([...tools, waiting], recorder);
    await ask('tools/call', { name: 'add' });
    void ask('tools/call', { name: 'waits' });
    now += minuteMs;
  }
  await observedClient(tools, there).ask('tools/call', { name: 'fails' });
  await vi.waitFor(() => expect(there.read().running).toHaveLength(1), 20_000);
  const sent = JSON.parse(JSON.stringify(there.send())) as ReturnType<CallRecorder['send']>;

  const { servers, running } = here.read(undefined, [sent]);
  const some = here.read((_server, _method, name) => name === 'fails', [sent]);

  expect(servers[0]).toMatchObject({
    calls: 3,
    failures: 1,
    components: [{ name: 'add', calls: 2 }, { name: 'fails' }],
  });
  expect(servers[0]!.steps.filter(({ calls }) => calls > 0).map(({ at }) => at / minuteMs)).toEqual([100, 101, 102]);
  expect(new Set(running.map(({ id }) => id)).size).toBe(2);
  expect(some.servers[0]).toMatchObject({ calls: 1 });
  expect(some.running).toEqual([]);
  expect(here.read().servers[0]).toMatchObject({ calls: 1 });
});

test('calls that a process hands over are counted by the receiver, and only once', async () => {
  let now = 100 * minuteMs;
  const [leaving, heir] = [new CallRecorder({ now: () => now }), new CallRecorder({ now: () => now })];
  await observedClient(tools, leaving).ask('tools/call', { name: 'add' });
  now += minuteMs;
  for (const recorder of [leaving, heir]) await observedClient(tools, recorder).ask('tools/call', { name: 'add' });

  heir.take(JSON.parse(JSON.stringify(leaving.handOver())) as ReturnType<CallRecorder['handOver']>);

  const { servers } = heir.read(undefined, [leaving.send()]);
  expect(servers[0]!.steps.filter(({ calls }) => calls > 0).map(({ at, calls }) => [at / minuteMs, calls])).toEqual([
    [100, 1],
    [101, 2],
  ]);
});

test('a minute that was sent just before it expired does not replace a later one', async () => {
  let now = 100 * minuteMs;
  const [there, here] = [new CallRecorder({ now: () => now }), new CallRecorder({ now: () => now })];
  await observedClient(tools, there).ask('tools/call', { name: 'add' });
  now += (60 - 1) * minuteMs;
  const sent = there.send();
  now += minuteMs;
  await observedClient(tools, here).ask('tools/call', { name: 'add' });

  expect(here.read(undefined, [sent]).servers[0]).toMatchObject({ calls: 1 });
});

test('a reader sees only the calls that it may see', async () => {
  const recorder = new CallRecorder();
  const { ask } = observedClient(tools, recorder);
  await ask('tools/call', { name: 'add' });
  await ask('tools/call', { name: 'fails' });

  const { servers } = recorder.read((_server, _method, name) => name === 'add');

  expect(servers[0]).toMatchObject({ calls: 1, failures: 0, components: [{ name: 'add' }] });
});

test('a swap to another build is marked for a day', () => {
  let now = 100 * minuteMs;
  const recorder = new CallRecorder({ now: () => now });

  recorder.mark('orders', '1.2.0');
  const { swaps } = recorder.read();
  now += 24 * 60 * minuteMs;

  expect(swaps).toEqual([{ at: 100 * minuteMs, plugin: 'orders', version: '1.2.0' }]);
  expect(recorder.read().swaps).toEqual([]);
});

test('a percentile is interpolated within its time class', () => {
  const counts = Array.from({ length: timeClasses.length + 1 }, () => 0);
  for (const ms of [10, 10, 200_000]) counts[timeClassOf(ms)]!++;

  expect(readPercentile(counts, 3, 1 / 3)).toBeCloseTo(7.5);
  expect(readPercentile(counts, 3, 2 / 3)).toBeCloseTo(10);
  expect(readPercentile(counts, 3, 0.99)).toBe(60_000);
});
