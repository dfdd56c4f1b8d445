import { fixedSource } from '@sigil/core/catalog';
import { revisions } from '@sigil/core/engine';
import { describe, expect, test } from 'vitest';
import { callText, toolNames } from '../built-plugin.test-support.js';
import { connectTo, engineFor, hostFixture, noted, textOf, type Fixture } from './fixture-source.test-support.js';
import type { HostedPlugin, HostOptions } from './hosted-plugin.js';

const modern = revisions.at(-1)!.date;

/** Notes when its code is evaluated and when its class is constructed. */
const noting = {
  members: 'static { note("evaluated"); } constructor() { note("constructed"); } stop() { note("stopped"); }',
  tools: { version: { body: 'return "one";' } },
} satisfies Fixture;
const starting = { ...noting, members: `start() { note("started"); } ${noting.members}` };
const broken = { members: 'constructor() { throw new Error("no /etc/secret"); }', tools: { version: {} } };

const stateOf = (plugin: HostedPlugin): string | undefined => plugin.serving?.activation;

describe('a plugin that activates on first use', () => {
  test('is listed and hosted without running its code', async () => {
    const { plugin, events } = await hostFixture(noting);
    const client = await connectTo(engineFor(plugin), modern);

    const tools = await client.listTools();

    expect(tools.map(({ name }) => name)).toEqual(['version']);
    expect(noted).toEqual([]);
    expect([plugin.status.state, stateOf(plugin)]).toEqual(['serving', 'waiting']);
    expect(plugin.report).toMatchObject({ outcome: 'serving', steps: [{ step: 'read' }] });
    expect(events.map(({ kind }) => kind)).toEqual(['booted', 'swapped']);
  });

  test('activates once on its first calls, and the report lists the steps', async () => {
    const { origin, plugin, events } = await hostFixture(noting);

    const answers = await Promise.all([callText(plugin, 'version'), callText(plugin, 'version')]);

    expect(answers).toEqual(['one', 'one']);
    expect(noted).toEqual(['evaluated', 'constructed']);
    expect([plugin.status.state, stateOf(plugin)]).toEqual(['serving', 'active']);
    expect(plugin.report).toMatchObject({ outcome: 'serving', manifestCid: origin.built.manifestCid });
    expect(plugin.report?.steps.map(({ step }) => step)).toEqual(['open', 'start', 'health']);
    expect(events.at(-1)).toEqual({ kind: 'activated', report: plugin.report });
  });

  test.each(revisions.map(({ date }) => date))('activates on a resource subscription, in %s', async (date) => {
    const members = `${starting.members} tell(announcer) { announcer.resourceUpdated('note://a'); }`;
    const { plugin } = await hostFixture({ ...starting, members, resources: ['note://a'], activation: 'onFirstUse' });
    const client = await connectTo(engineFor(plugin), date);

    await client.subscribe('note://a');

    await expect.poll(() => noted).toEqual(['evaluated', 'constructed', 'started']);
  });

  test('closes without running its code when it was never used', async () => {
    const { plugin } = await hostFixture(noting);

    await plugin.close();

    expect(noted).toEqual([]);
  });

  test('is rejected when its configuration does not fit the manifest', async () => {
    const { plugin } = await hostFixture(noting, { configuration: { zone: 'UTC' } });

    expect(plugin.status).toMatchObject({ state: 'failed', error: { code: 'configuration-invalid' } });
    expect(noted).toEqual([]);
  });

  test('is rejected when it is an application of a framework, before a client lists tools that nobody can call', async () => {
    const { plugin } = await hostFixture({ ...noting, framework: 'nestjs' });

    expect(plugin.status).toMatchObject({ state: 'failed', error: { code: 'framework-needed' } });
    expect(noted).toEqual([]);
  });

  test('is rejected when the limits of its link are invalid', async () => {
    const { plugin } = await hostFixture(noting, { link: 'worker', linkLimits: { maxHeapMb: 0 } });

    expect(plugin.status).toMatchObject({ error: { cause: { message: expect.stringContaining('limit maxHeapMb') } } });
  });

  test('fails when its start() exceeds startTimeoutMs', async () => {
    const members = 'start() { return new Promise(() => {}); } stop() { note("stopped"); }';
    const slow: Fixture = { members, tools: { version: {} }, activation: 'onFirstUse' };
    const { plugin } = await hostFixture(slow, { startTimeoutMs: 20 });

    await expect(callText(plugin, 'version')).rejects.toMatchObject({ code: 'activation-failed' });

    const message = 'plugin "fixture": start() took longer than 20 ms (limit startTimeoutMs)';
    expect(plugin.report).toMatchObject({ outcome: 'failed', error: { code: 'timed-out', message } });
    expect(noted).toEqual(['stopped']);
  });
});

describe('activation of a plugin before it serves', () => {
  test.each<[string, Fixture, HostOptions]>([
    ['when it has a start() of its own', starting, {}],
    ['when it says so', { ...noting, activation: 'onStart' }, {}],
    ['when its host says so', noting, { activation: 'onStart' }],
    ['when it is required', noting, { policy: 'required' }],
    ['when it is required, whatever else is said', noting, { policy: 'required', activation: 'onFirstUse' }],
  ])('happens %s', async (_why, fixture, options) => {
    const { plugin } = await hostFixture(fixture, options);

    expect(noted).toEqual(expect.arrayContaining(['evaluated', 'constructed']));
    expect(stateOf(plugin)).toBe('active');
    expect(plugin.report?.steps.map(({ step }) => step)).toEqual(['read', 'open', 'start', 'health']);
  });

  test('does not happen when its host sets activation on first use', async () => {
    const { plugin } = await hostFixture(starting, { activation: 'onFirstUse' });
    const before = [...noted];

    await callText(plugin, 'version');

    expect([before, noted]).toEqual([[], ['evaluated', 'constructed', 'started']]);
  });
});

describe('code that fails to start on first use', () => {
  test('fails the call without internal details, and the operator gets all of them', async () => {
    const { plugin, events } = await hostFixture(broken);
    const client = await connectTo(engineFor(plugin), modern);

    const result = await client.callTool('version');

    const text = expect.stringMatching(/^plugin "fixture" could not be started; try again in 1 s \(incident /);
    expect(result).toMatchObject({ isError: true, content: [{ type: 'text', text }] });
    expect(events.at(-1)).toMatchObject({
      kind: 'activated',
      report: { outcome: 'failed', error: { code: 'construct-failed', cause: { message: 'no /etc/secret' } } },
    });
    expect(plugin.status).toMatchObject({
      state: 'failed',
      error: { code: 'construct-failed' },
      serving: { plugin: { name: 'fixture' } },
    });
    expect(stateOf(plugin)).toBe('failed');
    expect(toolNames(plugin)).toEqual(['version']);
  });

  test('is retried after a while, and serves once it starts', async () => {
    Reflect.set(globalThis, 'isFixtureBroken', true);
    const members = 'constructor() { if (globalThis.isFixtureBroken) throw new Error("not yet"); }';
    const { plugin } = await hostFixture({ ...noting, members }, { activationRetryMs: 20 });
    await expect(callText(plugin, 'version')).rejects.toMatchObject({ code: 'activation-failed' });

    Reflect.set(globalThis, 'isFixtureBroken', false);

    await expect.poll(() => callText(plugin, 'version').catch(() => undefined)).toBe('one');
    expect([plugin.status.state, stateOf(plugin)]).toEqual(['serving', 'active']);
  });

  test('is retried at once when the operator reloads the plugin', async () => {
    Reflect.set(globalThis, 'isFixtureBroken', true);
    const members = 'constructor() { if (globalThis.isFixtureBroken) throw new Error("not yet"); }';
    const { plugin } = await hostFixture({ ...noting, members });
    await expect(callText(plugin, 'version')).rejects.toThrow();
    const stillBroken = await plugin.reload();

    Reflect.set(globalThis, 'isFixtureBroken', false);
    const mended = await plugin.reload();

    expect([stillBroken.state, mended.state]).toEqual(['failed', 'serving']);
    expect(stateOf(plugin)).toBe('active');
    expect(await callText(plugin, 'version')).toBe('one');
  });

  test('a successful activation does not hide that a newer build was refused', async () => {
    const { origin, plugin } = await hostFixture(noting);
    origin.beforeRead = () => Promise.reject(new Error('unreadable'));
    await plugin.reload();

    await callText(plugin, 'version');

    expect(plugin.status).toMatchObject({ state: 'failed', error: { cause: { message: 'unreadable' } } });
    expect(stateOf(plugin)).toBe('active');
  });
});

describe('a swap', () => {
  test('of a plugin that was never used leaves the new code waiting', async () => {
    const { origin, plugin } = await hostFixture(noting);

    origin.publish({ ...noting, tools: { version: { body: 'return "two";' } } });
    await plugin.reload();

    expect([noted, stateOf(plugin), plugin.serving?.number]).toEqual([[], 'waiting', 2]);
    expect(await callText(plugin, 'version')).toBe('two');
  });

  test('of a plugin in use starts the new code before it serves', async () => {
    const { origin, plugin } = await hostFixture(noting);
    await callText(plugin, 'version');
    noted.length = 0;

    origin.publish({ ...noting, tools: { version: { body: 'return "two";' } } });
    await plugin.reload();

    expect(noted.slice(0, 2)).toEqual(['evaluated', 'constructed']);
    expect(stateOf(plugin)).toBe('active');
  });

  test('to code that fails to start leaves the running code in place', async () => {
    const { origin, plugin } = await hostFixture(noting);
    await callText(plugin, 'version');

    origin.publish(broken);
    await plugin.reload();

    expect(plugin.status).toMatchObject({ state: 'failed', error: { code: 'construct-failed' } });
    expect(await callText(plugin, 'version')).toBe('one');
  });

  test('of a plugin that failed to start tries the new code at once', async () => {
    const { origin, plugin } = await hostFixture(broken);
    await expect(callText(plugin, 'version')).rejects.toThrow();

    origin.publish({ ...broken, tools: { version: { body: 'return 1;' } } });
    const stillBroken = await plugin.reload();
    origin.publish(noting);
    const mended = await plugin.reload();

    expect([stillBroken, mended].map(({ state }) => state)).toEqual(['failed', 'serving']);
    expect([plugin.serving?.number, stateOf(plugin)]).toEqual([2, 'active']);
  });

  test('lets a call start the older code that it holds, and stops that code when the call ends', async () => {
    const { origin, plugin, events } = await hostFixture(noting);
    const [catalog, held] = [plugin.current(), plugin.hold()];
    origin.publish({ ...noting, tools: { version: { body: 'return "two";' } } });
    await plugin.reload();

    const answer = await callText(fixedSource(catalog), 'version');
    held.release();

    expect(answer).toBe('one');
    expect(stateOf(plugin)).toBe('waiting');
    expect(plugin.report?.steps.map(({ step }) => step)).toEqual(['read']);
    expect(events.at(-1)?.kind).toBe('activated');
    await expect.poll(() => noted).toEqual(['evaluated', 'constructed', 'stopped']);
  });

  test('moves the next call of a connected client to the new code', async () => {
    const { origin, plugin } = await hostFixture(noting);
    const client = await connectTo(engineFor(plugin), modern);
    const first = await textOf(client, 'version');

    origin.publish({ ...noting, tools: { version: { body: 'return "two";' } } });
    await plugin.reload();

    expect([first, await textOf(client, 'version')]).toEqual(['one', 'two']);
  });
});

test.each(['worker', 'process'] as const)(
  'a %s starts only when it is needed, and is restarted after a crash',
  async (link) => {
    const tools = { die: { body: 'process.exit(3);' }, hello: { body: 'return "hello";' } };
    const { plugin, events } = await hostFixture({ tools }, { link, linkLimits: { restartDelayMs: 1 } });
    const client = await connectTo(engineFor(plugin), modern);
    const before = [stateOf(plugin), events.length];

    const texts = [
      await textOf(client, 'hello'),
      (await client.callTool('die')).isError,
      await textOf(client, 'hello'),
    ];

    expect(before).toEqual(['waiting', 2]);
    expect(texts).toEqual(['hello', true, 'hello']);
    expect(plugin.serving).toMatchObject({ activation: 'active', crash: { state: 'restarted' } });
  },
);
