import { setTimeout as wait } from 'node:timers/promises';
import { PluginError } from '@sigil/core/building';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { callText } from '../built-plugin.test-support.js';
import type { BuiltPlugin } from '../builds/build-source.js';
import { FixtureSource, hostFixture, noted } from './fixture-source.test-support.js';
import { hostPlugin } from './host-plugin.js';
import type { HostEvent } from './hosted-plugin.js';

const good = { tools: { version: { body: 'return "good";' } } };

describe('a step that exceeds its limit', () => {
  test.each([
    ['start', 'start()', 'startTimeoutMs', 'start() { return new Promise(() => {}); }'],
    ['health', 'health()', 'healthTimeoutMs', 'health() { return new Promise(() => {}); }'],
  ] as const)('fails with an error that names plugin, step and limit: %s', async (step, words, limit, members) => {
    const { origin, plugin, events } = await hostFixture(good, { [limit]: 20 });

    origin.publish({ members: `${members} stop() { note("stopped"); }`, tools: { a: {} } });
    await plugin.reload();

    const message = `plugin "fixture": ${words} took longer than 20 ms (limit ${limit})`;
    expect(plugin.status).toMatchObject({ state: 'failed', error: { code: 'timed-out', message } });
    expect(plugin.report?.steps.at(-1)?.step).toBe(step);
    expect(events.at(-1)).toMatchObject({ kind: 'refused', error: { message } });
    expect(noted).toEqual(['stopped']);
    expect(await callText(plugin, 'version')).toBe('good');
  });

  test('fails with an error while the build is read, before the plugin has a name', async () => {
    const origin = new FixtureSource(good);
    origin.beforeRead = () => new Promise(() => undefined);

    const plugin = await hostPlugin(origin, { readTimeoutMs: 20 });

    const message = 'plugin "the fixture": reading its build took longer than 20 ms (limit readTimeoutMs)';
    expect(plugin.report).toMatchObject({ outcome: 'failed', steps: [{ step: 'read' }], error: { message } });
    expect(plugin.name).toBe('the fixture');
    await plugin.close();
  });
});

describe('a start that fails while nothing serves', () => {
  const members = `start() { if (!globalThis.isDatabaseUp) throw new Error('connection refused'); }`;
  const database = { ...good, members };
  const setUp = (isUp: boolean): void => void Reflect.set(globalThis, 'isDatabaseUp', isUp);
  const retry = { activationRetryMs: 1, maxActivationRetryMs: 2 };

  test('is tried again, and is reported once, until it succeeds', async () => {
    setUp(false);
    const { origin, plugin, events } = await hostFixture(database, retry);
    await expect.poll(() => origin.readCount).toBeGreaterThan(3);
    const before = events.map(({ kind }) => kind);

    setUp(true);
    await expect.poll(() => plugin.status.state).toBe('serving');

    expect(before).toEqual(['booted', 'refused']);
    expect(await callText(plugin, 'version')).toBe('good');
    const reads = origin.readCount;
    await plugin.reload();
    expect(origin.readCount).toBe(reads + 1);
  });

  test('is reported again when somebody asks for it', async () => {
    setUp(false);
    const { plugin, events } = await hostFixture(database, retry);

    await plugin.reload();

    expect(events.filter(({ kind }) => kind === 'refused')).toHaveLength(2);
  });

  test('is not tried again when the plugin is closed', async () => {
    setUp(false);
    const { origin, plugin } = await hostFixture(database, { activationRetryMs: 20, maxActivationRetryMs: 20 });
    await plugin.close();
    const reads = origin.readCount;

    await wait(60);

    expect(origin.readCount).toBe(reads);
  });

  test('waits for the next build while an older generation serves', async () => {
    setUp(false);
    const { origin, plugin } = await hostFixture(good, { activationRetryMs: 1, maxActivationRetryMs: 1 });
    origin.publish(database);
    await plugin.reload();
    const reads = origin.readCount;

    await wait(30);

    expect(plugin.status.state).toBe('failed');
    expect(origin.readCount).toBe(reads);
  });
});

describe('the end of a generation', () => {
  test('a start() that ends after its limit is stopped again', async () => {
    const members = `
      start() { return new Promise((resolve) => { globalThis.endStart = () => { note("up"); resolve(); }; }); }
      stop() { note("stopped"); }`;
    const { plugin } = await hostFixture({ members }, { startTimeoutMs: 20 });
    const whenGivenUp = [...noted];

    (Reflect.get(globalThis, 'endStart') as () => void)();

    await expect.poll(() => noted).toEqual(['stopped', 'up', 'stopped']);
    expect(whenGivenUp).toEqual(['stopped']);
    expect(plugin.status).toMatchObject({ error: { code: 'timed-out' } });
  });

  test('a stop() that never ends delays nothing and is reported', async () => {
    const { origin, plugin, events } = await hostFixture(
      { members: 'stop() { return new Promise(() => {}); }', tools: { version: { body: 'return "old";' } } },
      { stopTimeoutMs: 20, activation: 'onStart' },
    );

    origin.publish(good);
    await plugin.reload();
    origin.publish({ tools: { version: { body: 'return "better";' } } });
    await plugin.reload();

    expect(await callText(plugin, 'version')).toBe('better');
    const message = 'plugin "fixture": stop() took longer than 20 ms (limit stopTimeoutMs)';
    const failures = () => events.filter(({ kind }) => kind === 'stop-failed');
    await expect.poll(failures).toMatchObject([{ error: { code: 'timed-out', message } }]);
  });

  test('a stop() that throws is reported', async () => {
    const { plugin, events } = await hostFixture(
      { members: 'stop() { throw new Error("no"); }' },
      { activation: 'onStart' },
    );

    await plugin.close();

    expect(events.at(-1)).toMatchObject({ kind: 'stop-failed', error: { message: 'no' } });
  });
});

describe('a generation whose health() fails', () => {
  test.each([
    ['returns false', 'health() { return false; }'],
    ['throws', 'health() { throw new Error("no database"); }'],
  ])('does not replace the old one: health() %s', async (_what, members) => {
    const { origin, plugin } = await hostFixture(good);

    origin.publish({ members: `${members} stop() { note("stopped"); }`, tools: { a: {} } });
    await plugin.reload();

    expect(plugin.status).toMatchObject({ state: 'failed', error: { code: 'unhealthy' } });
    expect(await callText(plugin, 'version')).toBe('good');
    expect(noted).toEqual(['stopped']);
  });
});

describe('the report of the last boot', () => {
  test('lists the steps of a build that serves', async () => {
    const { origin, plugin, events } = await hostFixture(good, { policy: 'required' });

    expect(plugin.report).toEqual({
      outcome: 'serving',
      startedAt: expect.any(Date),
      durationMs: expect.any(Number),
      steps: ['read', 'open', 'start', 'health'].map((step) => ({ step, durationMs: expect.any(Number) })),
      manifestCid: origin.built.manifestCid,
      version: '1.0.0',
    });
    expect(events[0]).toEqual({ kind: 'booted', report: plugin.report });
    expect([plugin.name, plugin.link, plugin.policy]).toEqual(['fixture', 'inline', 'required']);
  });

  test('says where and why a build failed, beside the one that serves', async () => {
    const { origin, plugin } = await hostFixture(good);
    const serving = origin.built;

    origin.publish({ members: 'start() { throw new Error("no database"); }' });
    await plugin.reload();

    expect(plugin.report).toMatchObject({ outcome: 'failed', error: { code: 'start-failed' } });
    expect(plugin.report?.steps.map(({ step }) => step)).toEqual(['read', 'open', 'start']);
    expect(plugin.report?.manifestCid).toBe(origin.built.manifestCid);
    expect(plugin.serving).toMatchObject({
      number: 1,
      manifestCid: serving.manifestCid,
      version: '1.0.0',
      draining: 0,
    });
  });

  test('is successful again when the serving build is published again', async () => {
    const { origin, plugin } = await hostFixture(good);
    origin.publish({ members: 'start() { throw new Error("no"); }' });
    await plugin.reload();

    origin.publish(good);
    await plugin.reload();

    expect(plugin.status.state).toBe('serving');
    expect(plugin.report).toMatchObject({ outcome: 'serving', steps: [{ step: 'read' }] });
    expect(plugin.serving?.number).toBe(1);
  });
});

describe('a build source', () => {
  test('is notified which builds serve and which no longer run', async () => {
    const { origin, plugin } = await hostFixture(good);
    const first = origin.built.manifestCid;
    const running = plugin.hold();
    origin.publish({ tools: { other: {} } });
    await plugin.reload();
    const second = origin.built.manifestCid;

    const whileRunning = [...origin.retiredCids];
    running.release();
    await plugin.close();

    expect(origin.servedCids).toEqual([first, second]);
    expect([whileRunning, origin.retiredCids]).toEqual([[], [first, second]]);
  });

  test('changes nothing else when it fails to record the serving build', async () => {
    class Forgetful extends FixtureSource {
      override served(_built: BuiltPlugin): Promise<void> {
        return Promise.reject(new PluginError('store-busy', 'busy'));
      }
    }
    const kinds: string[] = [];
    const plugin = await hostPlugin(new Forgetful(good), { onEvent: ({ kind }) => void kinds.push(kind) });

    await plugin.close();

    expect(kinds).toEqual(['booted', 'swapped', 'origin-failed']);
    expect(plugin.status.state).toBe('serving');
  });

  test('can be awaited until it has recorded the serving build', async () => {
    let note = (): void => undefined;
    class Slow extends FixtureSource {
      override served(_built: BuiltPlugin): Promise<void> {
        return new Promise((resolve) => (note = resolve));
      }
    }
    const plugin = await hostPlugin(new Slow(good));
    let isNoted = false;
    const noted = plugin.noted().then(() => (isNoted = true));
    await new Promise((resolve) => setImmediate(resolve));
    const before = isNoted;
    note();
    await noted;

    expect(before).toBe(false);
    await plugin.close();
  });

  test('is notified again after it was busy, with the earlier builds first', async () => {
    const told: string[] = [];
    class Busy extends FixtureSource {
      override async served(built: BuiltPlugin): Promise<void> {
        told.push(built.manifestCid);
        if (told.length < 4) throw new PluginError('store-busy', 'busy');
      }
    }
    const origin = new Busy(good);
    const kinds: string[] = [];
    const limits = { originRetryMs: 1, maxOriginRetryMs: 2 };
    const plugin = await hostPlugin(origin, { ...limits, onEvent: ({ kind }) => void kinds.push(kind) });
    const first = origin.built.manifestCid;
    origin.publish({ tools: { other: {} } });
    await plugin.reload();
    const second = origin.built.manifestCid;

    await expect.poll(() => told).toEqual([first, first, first, first, second]);
    expect(kinds.filter((kind) => kind === 'origin-failed')).toHaveLength(1);
    await plugin.close();
  });

  test('is read again after a failure, which is reported once', async () => {
    const origin = new FixtureSource(good);
    origin.beforeRead = async () => {
      if (origin.readCount < 4) throw new PluginError('code-mismatch', 'half of it was copied');
    };
    const refused: string[] = [];
    const onEvent = (event: HostEvent): void => void (event.kind === 'refused' && refused.push(event.error.code));

    const plugin = await hostPlugin(origin, { originRetryMs: 1, maxOriginRetryMs: 2, onEvent });
    const atFirst = plugin.status.state;

    await expect.poll(() => plugin.status.state).toBe('serving');
    expect([atFirst, refused]).toEqual(['failed', ['code-mismatch']]);
    await plugin.close();
  });

  test('is not read again while it has no build, until it announces one', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const origin = new FixtureSource(good);
    let code: 'store-busy' | 'manifest-missing' = 'store-busy';
    origin.beforeRead = () => Promise.reject(new PluginError(code, 'not built'));
    const plugin = await hostPlugin(origin, { watch: true, originRetryMs: 1, maxOriginRetryMs: 1 });
    onTestFinished(() => plugin.close());
    await vi.advanceTimersByTimeAsync(10);
    const readsWhileBusy = origin.readCount;

    code = 'manifest-missing';
    await plugin.reload();
    const readsBefore = origin.readCount;
    await vi.advanceTimersByTimeAsync(60_000);
    const readsAfter = origin.readCount;
    origin.beforeRead = () => Promise.resolve();
    origin.publish(good);
    await vi.advanceTimersByTimeAsync(1_000);

    expect(readsWhileBusy).toBeGreaterThan(2);
    expect(readsAfter).toBe(readsBefore);
    expect(plugin.status.state).toBe('serving');
  });

  test('fails the plugin when it throws an error of its own', async () => {
    const origin = new FixtureSource(good);
    origin.beforeRead = () => Promise.reject(new TypeError('no'));

    const plugin = await hostPlugin(origin);

    expect(plugin.status).toMatchObject({ error: { code: 'start-failed', cause: { message: 'no' } } });
  });
});

test.each([{ startTimeoutMs: 0 }, { compatibilityWindowMs: -1 }, { drainTimeoutMs: 1.5 }])(
  'invalid limits are rejected: %j',
  async (limits) => {
    await expect(hostPlugin(new FixtureSource(good), limits)).rejects.toThrow(
      new RegExp(`^limit ${Object.keys(limits)[0]} must be a whole number of at least [01], got `),
    );
  },
);
