import { revisions } from '@sigil/core/engine';
import { beforeEach, describe, expect, test } from 'vitest';
import { toolNames } from '../built-plugin.test-support.js';
import { composeSources } from '../composing/compose-sources.js';
import { connectTo, engineFor, hostFixture, noted, textOf, type Fixture } from './fixture-source.test-support.js';

/** A plugin whose calls of `hold` end when `globalThis.open` is called. */
function versionThatHolds(version: string): Fixture {
  return {
    members: `start() { note("${version} starts"); } stop() { note("${version} stops"); }`,
    tools: {
      version: { body: `return "${version}";` },
      hold: { body: `note("held"); await globalThis.opened; return "${version}";` },
    },
  };
}

let open: () => void;

beforeEach(() => {
  Reflect.set(globalThis, 'opened', new Promise<void>((resolve) => (open = resolve)));
});

describe.each(revisions)('a client of $date', ({ date }) => {
  test('is notified once for each kind whose list changed, and sees the new list', async () => {
    const { origin, plugin } = await hostFixture({ tools: { a: {} }, resources: ['x://a'], prompts: ['ask'] });
    const client = await connectTo(engineFor(plugin), date);

    origin.publish({ tools: { b: {} }, resources: ['x://b'], prompts: ['ask'] });
    await plugin.reload();
    const tools = await client.listTools();

    expect(client.notifications.map(({ method }) => method).sort()).toEqual([
      'notifications/resources/list_changed',
      'notifications/tools/list_changed',
    ]);
    expect(tools.map(({ name }) => name)).toEqual(['b']);
  });

  test.each(['inline', 'worker'] as const)(
    'gets the instructions of the build that serves, over the link %s',
    async (link) => {
      const { origin, plugin } = await hostFixture({ tools: { a: {} }, instructions: 'Look first.' }, { link });
      const engine = engineFor(plugin);
      const before = await connectTo(engine, date);

      origin.publish({ tools: { a: {} }, instructions: 'Leap.' });
      await plugin.reload();
      const after = await connectTo(engine, date);
      origin.publish({ tools: { a: {} } });
      await plugin.reload();
      const later = await connectTo(engine, date);

      expect([before, after, later].map(({ server }) => server['instructions'])).toEqual([
        'Look first.',
        'Leap.',
        undefined,
      ]);
    },
  );

  test('is not notified when only the code changed', async () => {
    const { origin, plugin } = await hostFixture({ tools: { a: { body: 'return "old";' } } });
    const client = await connectTo(engineFor(plugin), date);

    origin.publish({ tools: { a: { body: 'return "new";' } } });
    await plugin.reload();

    expect(await textOf(client, 'a')).toBe('new');
    expect(client.notifications).toEqual([]);
  });

  test('is notified once by a composed server', async () => {
    const [one, other] = [await hostFixture({ tools: { a: {} } }), await hostFixture({ tools: { a: {} } })];
    const parts = [one, other].map(({ plugin }, index) => ({ source: plugin, namespace: `n${index}` }));
    const client = await connectTo(engineFor(composeSources(parts, () => undefined)), date);

    other.origin.publish({ tools: { a: {}, b: {} }, prompts: ['ask'] });
    await other.plugin.reload();
    const tools = await client.listTools();

    expect(client.notifications.map(({ method }) => method).sort()).toEqual([
      'notifications/prompts/list_changed',
      'notifications/tools/list_changed',
    ]);
    expect(tools.map(({ name }) => name)).toEqual(['n0.a', 'n1.a', 'n1.b']);
  });

  test('holds no generation while it listens', async () => {
    const { origin, plugin } = await hostFixture(versionThatHolds('one'));
    await connectTo(engineFor(plugin), date);

    origin.publish(versionThatHolds('two'));
    await plugin.reload();

    await expect.poll(() => noted).toEqual(['one starts', 'two starts', 'one stops']);
  });

  test('gets the answer of the version that its call began on', async () => {
    const { origin, plugin } = await hostFixture(versionThatHolds('one'));
    const client = await connectTo(engineFor(plugin), date);

    const held = textOf(client, 'hold');
    await expect.poll(() => noted).toContain('held');
    origin.publish(versionThatHolds('two'));
    await plugin.reload();
    const meanwhile = await textOf(client, 'version');
    open();

    expect([await held, meanwhile]).toEqual(['one', 'two']);
  });

  test('is told that its plugin was replaced when its call exceeds drainTimeoutMs', async () => {
    const { origin, plugin, events } = await hostFixture(versionThatHolds('one'), { drainTimeoutMs: 20 });
    const client = await connectTo(engineFor(plugin), date);

    const held = client.callTool('hold');
    await expect.poll(() => noted).toContain('held');
    origin.publish(versionThatHolds('two'));
    await plugin.reload();

    const why = 'its plugin was replaced, and the call ran for 20 ms after that (limit drainTimeoutMs)';
    expect(await held).toEqual({ content: [{ type: 'text', text: `tool "hold" was stopped: ${why}` }], isError: true });
    await expect.poll(() => noted.at(-1)).toBe('one stops');
    await expect.poll(() => plugin.serving?.draining).toBe(0);
    expect(events.filter(({ kind }) => kind.startsWith('drain'))).toEqual([
      { kind: 'draining', generation: 1, calls: 1 },
      { kind: 'drain-aborted', generation: 1, calls: 1, limit: 'drainTimeoutMs' },
      { kind: 'drained', generation: 1, tookMs: expect.any(Number) },
    ]);
  });
});

test('an aborted call is notified before its plugin is stopped', async () => {
  const { origin, plugin } = await hostFixture(
    {
      members: 'stop() { note("stops"); }',
      tools: {
        hold: { body: 'context.signal.onabort = () => note("aborted"); note("held"); return new Promise(() => {});' },
      },
    },
    { drainTimeoutMs: 1 },
  );
  const client = await connectTo(engineFor(plugin), revisions.at(-1)!.date);

  const held = client.callTool('hold');
  await expect.poll(() => noted).toEqual(['held']);
  origin.publish({});
  await plugin.reload();
  await held;

  await expect.poll(() => noted).toEqual(['held', 'aborted', 'stops']);
});

test('reloads that are requested during a reload share the next one', async () => {
  const { origin, plugin } = await hostFixture({});
  const reads: (() => void)[] = [];
  origin.beforeRead = () => new Promise((resolve) => reads.push(resolve));
  origin.readCount = 0;

  const first = plugin.reload();
  await expect.poll(() => reads.length).toBe(1);
  const others = Array.from({ length: 10 }, () => plugin.reload());
  origin.publish({ tools: { late: {} } });
  reads[0]?.();
  await first;
  await expect.poll(() => reads.length).toBe(2);
  reads[1]?.();
  await Promise.all(others);

  expect(origin.readCount).toBe(2);
  expect(toolNames(plugin)).toEqual(['late']);
});

test('a generation that was being prepared when its host closed never serves, and is stopped', async () => {
  const { origin, plugin } = await hostFixture({ tools: { a: {} } });
  const announced: string[] = [];
  plugin.onChange((kinds) => announced.push(...kinds));
  const members = `
    start() { note("starting"); return new Promise((resolve) => { globalThis.endStart = resolve; }); }
    stop() { note("stopped"); }`;
  origin.publish({ members, tools: { b: {} } });

  const reloading = plugin.reload();
  await expect.poll(() => noted).toEqual(['starting']);
  const closing = plugin.close();
  (Reflect.get(globalThis, 'endStart') as () => void)();
  await Promise.all([reloading, closing]);

  expect(noted).toEqual(['starting', 'stopped']);
  expect([announced, plugin.serving]).toEqual([[], undefined]);
});
