import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  callText,
  manifestOf,
  newPluginFolder,
  textFrom,
  toolNames,
  type PluginFixture,
  writeBuiltPlugin,
} from '../built-plugin.test-support.js';
import { hostPlugin } from './host-plugin.js';
import type { HostedPlugin, HostEvent, HostOptions } from './hosted-plugin.js';

let folder: string;
let remove: () => Promise<void>;
const hosted: HostedPlugin[] = [];

beforeEach(async () => {
  ({ folder, remove } = await newPluginFolder());
});

afterEach(async () => {
  await Promise.all(hosted.splice(0).map((plugin) => plugin.close()));
  await remove();
});

async function host(options?: HostOptions): Promise<HostedPlugin> {
  const plugin = await hostPlugin(folder, options);
  hosted.push(plugin);
  return plugin;
}

function errorCode(plugin: HostedPlugin): string | undefined {
  return plugin.status.state === 'failed' ? plugin.status.error.code : undefined;
}

describe('a built plugin', () => {
  test('is listed from its manifest and runs its code', async () => {
    await writeBuiltPlugin(folder, { tools: { greet: 'return "hello " + input.name;' } });

    const plugin = await host();

    expect(plugin.status.state).toBe('serving');
    expect(toolNames(plugin)).toEqual(['greet']);
    expect(await callText(plugin, 'greet', { name: 'Ada' })).toBe('hello Ada');
  });

  test('is started before it serves and stopped when the host closes', async () => {
    const members =
      'phase = "new"; start() { this.phase = "started"; } stop() { globalThis.stoppedFixture = this.phase; }';
    await writeBuiltPlugin(folder, { members, tools: { state: 'return this.phase;' } });
    const plugin = await host();

    const state = await callText(plugin, 'state');
    await plugin.close();

    expect(state).toBe('started');
    expect(Reflect.get(globalThis, 'stoppedFixture')).toBe('started');
  });

  test('is constructed with its configuration, even after a rebuild', async () => {
    const fixture: PluginFixture = {
      configuration: { zone: { type: 'string' } },
      members: 'constructor(configuration) { this.configuration = configuration; }',
      tools: { zone: 'return this.configuration.zone;' },
    };
    await writeBuiltPlugin(folder, fixture);
    const plugin = await host({ configuration: { zone: 'UTC' } });

    const before = await callText(plugin, 'zone');
    await writeBuiltPlugin(folder, { ...fixture, tools: { zone: 'return "still " + this.configuration.zone;' } });
    await plugin.reload();

    expect([before, await callText(plugin, 'zone')]).toEqual(['UTC', 'still UTC']);
  });

  test('is rejected with a configuration that it does not accept', async () => {
    await writeBuiltPlugin(folder, { configuration: { zone: { type: 'string' } }, tools: { zone: 'return "";' } });

    expect(errorCode(await host({ configuration: { zones: 'UTC' } }))).toBe('configuration-invalid');
  });
});

describe('a swap', () => {
  test('gives new calls the new code while a running call ends on the old', async () => {
    await writeBuiltPlugin(folder, { tools: { version: 'return "one";' } });
    const plugin = await host();
    const [catalog, running] = [plugin.current(), plugin.hold()];

    await writeBuiltPlugin(folder, { tools: { version: 'return "two";' } });
    await plugin.reload();

    expect(await textFrom(catalog, 'version')).toBe('one');
    expect(await callText(plugin, 'version')).toBe('two');
    running.release();
  });

  test('stops the old generation only after its last call', async () => {
    const order: string[] = [];
    Reflect.set(globalThis, 'fixtureOrder', order);
    await writeBuiltPlugin(folder, {
      members: 'stop() { globalThis.fixtureOrder.push("stopped"); }',
      tools: { a: '' },
    });
    const plugin = await host({ activation: 'onStart' });
    const running = plugin.hold();
    await writeBuiltPlugin(folder, { tools: { b: '' } });

    await plugin.reload();
    order.push('released');
    running.release();
    await plugin.close();

    expect(order).toEqual(['released', 'stopped']);
  });

  test('names the kinds whose lists changed, and none when only the code did', async () => {
    const events: HostEvent[] = [];
    const changes: string[][] = [];
    await writeBuiltPlugin(folder, { tools: { a: 'return "1";' } });
    const plugin = await host({ onEvent: (event) => events.push(event) });
    plugin.onChange((changed) => changes.push([...changed]));

    await writeBuiltPlugin(folder, { tools: { a: 'return "2";' } });
    await plugin.reload();
    await writeBuiltPlugin(folder, { tools: { a: 'return "2";', b: '' } });
    await plugin.reload();

    expect(changes).toEqual([[], ['tools']]);
    expect(events.map((event) => event.kind)).toEqual(['booted', 'swapped', 'booted', 'swapped', 'booted', 'swapped']);
  });

  test('does not happen when the build output is equal', async () => {
    const events: HostEvent[] = [];
    await writeBuiltPlugin(folder, { tools: { a: '' } });
    const plugin = await host({ onEvent: (event) => events.push(event) });

    await plugin.reload();

    expect(events.map((event) => event.kind)).toEqual(['booted', 'swapped']);
  });

  test('follows the watched build output, even when it did not exist at first', async () => {
    const swapped = newSignal();
    const plugin = await host({ watch: true, onEvent: (event) => event.kind === 'swapped' && swapped.resolve() });

    await writeBuiltPlugin(folder, { tools: { late: 'return "here";' } });
    await swapped.promise;

    expect(await callText(plugin, 'late')).toBe('here');
  });
});

describe('a generation that fails', () => {
  const good = { tools: { version: 'return "good";' } };

  test.each([
    [
      'its start() throws',
      'start-failed',
      { members: 'start() { throw new Error("no database"); }', tools: { a: '' } },
    ],
    [
      'its constructor throws',
      'construct-failed',
      { members: 'constructor() { throw new Error("no"); }', tools: { a: '' } },
    ],
    ['its code throws', 'code-failed', { members: '[(() => { throw new Error("no"); })()]() {}', tools: { a: '' } }],
    ['its code is no JavaScript', 'code-failed', { members: '}} (', tools: { a: '' } }],
    ['its code publishes more than the manifest lists', 'manifest-stale', { tools: { a: '', b: '' }, unlisted: ['b'] }],
  ])('does not replace the old one: %s', async (_why, code, fixture) => {
    await writeBuiltPlugin(folder, good);
    const plugin = await host({ activation: 'onStart' });

    await writeBuiltPlugin(folder, fixture);
    await plugin.reload();

    expect(errorCode(plugin)).toBe(code);
    expect(plugin.status).toMatchObject({ state: 'failed', serving: { plugin: { name: 'fixture' } } });
    expect(await callText(plugin, 'version')).toBe('good');
  });

  test('is stopped after its start() failed', async () => {
    const members = 'start() { throw new Error("no"); } stop() { globalThis.stoppedAfterFailure = true; }';
    await writeBuiltPlugin(folder, { members, tools: { a: '' } });

    await host();

    expect(Reflect.get(globalThis, 'stoppedAfterFailure')).toBe(true);
  });
});

describe('a folder without a valid build', () => {
  test('offers nothing and reports a missing manifest', async () => {
    const plugin = await host();

    expect(errorCode(plugin)).toBe('manifest-missing');
    expect(toolNames(plugin)).toEqual([]);
  });

  test('reports a manifest that is not JSON', async () => {
    await writeBuiltPlugin(folder, { tools: { a: '' } });
    await writeFile(join(folder, 'dist', 'manifest.json'), '{');

    expect(errorCode(await host())).toBe('manifest-invalid');
  });

  test('reports a manifest of another shape', async () => {
    await writeBuiltPlugin(folder, { tools: { a: '' } });
    await writeFile(
      join(folder, 'dist', 'manifest.json'),
      JSON.stringify({ ...manifestOf({ tools: {} }, 'b'), tools: [{}] }),
    );

    const plugin = await host();

    expect(errorCode(plugin)).toBe('manifest-invalid');
    expect(plugin.status).toMatchObject({ error: { message: expect.stringContaining('"tools[0].name"') } });
  });

  test('reports missing code', async () => {
    await writeBuiltPlugin(folder, { tools: { a: '' } });
    await rm(join(folder, 'dist', 'plugin.cjs'));

    expect(errorCode(await host())).toBe('code-missing');
  });

  test('reports code that does not match the manifest', async () => {
    await writeBuiltPlugin(folder, { tools: { a: '' } });
    await writeFile(join(folder, 'dist', 'plugin.cjs'), 'module.exports = {};');

    expect(errorCode(await host())).toBe('code-mismatch');
  });
});

test('a generation that is dropped can be collected', async () => {
  await writeBuiltPlugin(folder, { tools: { a: 'return "0";' } });
  const plugin = await host();
  const dropped = weakCatalogOf(plugin);

  await writeBuiltPlugin(folder, { tools: { a: 'return "1";' } });
  await plugin.reload();

  await expect.poll(() => (collectGarbage(), dropped.deref() === undefined), { timeout: 10_000 }).toBe(true);
});

// A separate function, so that nothing in the test's frame holds the catalog.
function weakCatalogOf(plugin: HostedPlugin): WeakRef<object> {
  return new WeakRef(plugin.current());
}

function collectGarbage(): void {
  const collect: unknown = Reflect.get(globalThis, 'gc');
  if (typeof collect !== 'function') throw new Error('run with --expose-gc');
  collect();
}

function newSignal(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
