import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestRegistry, registryUser, type TestRegistry } from '@sigil/test-support/docker-registry';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { newPluginFolder, writeBuiltPlugin } from '../built-plugin.test-support.js';
import { hostPlugin } from '../hosting/host-plugin.js';
import { registrySource } from '../sources/registry-source.js';
import type { Registry } from './open-registry.js';
import { publishPlugin, type Publication } from './publish-plugin.js';
import { openRegistry } from './registry-places.js';
import { rollBackPublication } from './roll-back-publication.js';

let oci: TestRegistry;
let guarded: TestRegistry;
let root: string;
let count = 0;
beforeAll(async () => {
  [oci, guarded] = await Promise.all([openTestRegistry(), openTestRegistry({ isGuarded: true })]);
  root = await mkdtemp(join(tmpdir(), 'sigil-registries-'));
});
afterAll(async () => {
  await Promise.all([oci.close(), guarded.close()]);
  await rm(root, { recursive: true, force: true });
});

async function publish(registry: Registry, answer: string): Promise<Publication> {
  const { folder, remove } = await newPluginFolder();
  onTestFinished(remove);
  await writeBuiltPlugin(folder, { tools: { a: `return ${JSON.stringify(answer)};` } });
  return publishPlugin(folder, registry);
}

describe.each([
  ['a folder', () => openRegistry(join(root, String(count)))],
  ['an OCI registry', () => openRegistry(`${oci.url}/teams/plugins-${count}`)],
  [
    'an OCI registry that asks who comes',
    () => openRegistry(`${guarded.url}/plugins-${count}`, { credentials: registryUser }),
  ],
  [
    'an OCI registry that a server remembers',
    () => openRegistry(`${oci.url}/remembered-${count}`, { stateFolder: join(root, `state-${count}`) }),
  ],
] as const)('%s', (_, open) => {
  let registry: Registry;
  beforeEach(() => {
    count++;
    registry = open();
  });

  test('returns a published build unchanged, and lists its name', async () => {
    const published = await publish(registry, 'one');

    const built = await registrySource(registry, 'fixture').read();

    expect(published).toMatchObject({ isNew: true, manifestCid: built.manifestCid, codeCid: built.manifest.code.cid });
    expect(built.code).toContain('one');
    expect(await registry.names()).toEqual(['fixture']);
  });

  test('has no names and no pointers before the first publication', async () => {
    expect(await registry.names()).toEqual([]);
    expect(await registry.find('fixture')).toBeUndefined();
    await expect(registrySource(registry, 'fixture').read()).rejects.toMatchObject({ code: 'pointer-missing' });
  });

  test('remembers builds, newest first, and an equal build only once', async () => {
    const first = await publish(registry, 'one');
    const second = await publish(registry, 'two');
    const again = await publish(registry, 'two');

    const pointer = await registry.find('fixture');

    expect(second.replaced).toBe(first.manifestCid);
    expect(again.isNew).toBe(false);
    expect(pointer?.history.map(({ manifestCid }) => manifestCid)).toEqual([second.manifestCid, first.manifestCid]);
  });

  test('rolls back step by step, and forward by CID', async () => {
    const first = await publish(registry, 'one');
    const second = await publish(registry, 'two');

    const back = await rollBackPublication(registry, 'fixture');

    expect([back.from.manifestCid, back.to.manifestCid]).toEqual([second.manifestCid, first.manifestCid]);
    expect((await registrySource(registry, 'fixture').read()).manifestCid).toBe(first.manifestCid);
    await expect(rollBackPublication(registry, 'fixture')).rejects.toMatchObject({ code: 'history-missing' });
    await rollBackPublication(registry, 'fixture', second.manifestCid.slice(0, 20));
    expect((await registry.find('fixture'))?.current).toBe(second.manifestCid);
    await expect(rollBackPublication(registry, 'other')).rejects.toMatchObject({ code: 'pointer-missing' });
  });

  test('notifies a watcher of each publication, which it can read then', async () => {
    await publish(registry, 'one');
    const read: (string | undefined)[] = [];
    const watch = registry.watch('fixture', () => void registry.find('fixture').then((it) => read.push(it?.current)));
    onTestFinished(() => watch.close());

    for (const answer of ['two', 'three']) {
      const { manifestCid } = await publish(registry, answer);
      await vi.waitFor(() => expect(read.at(-1)).toBe(manifestCid), { timeout: 10_000, interval: 20 });
    }
  });
});

test('a server that follows an OCI registry serves the first publication of a plugin', async () => {
  const registry = openRegistry(`${oci.url}/followed`);
  const plugin = await hostPlugin(registrySource(registry, 'fixture'), { watch: true });
  onTestFinished(() => plugin.close());
  expect(plugin.status).toMatchObject({ state: 'failed', error: { code: 'pointer-missing' } });

  await publish(registry, 'one');

  await vi.waitFor(() => expect(plugin.status.state).toBe('serving'), { timeout: 10_000, interval: 20 });
});

test('a server that started from its mirror serves a newer publication once it reaches the registry', async () => {
  const open = (): Registry => openRegistry(`${oci.url}/unreached`, { stateFolder: join(root, 'unreached') });
  await publish(open(), 'one');
  await registrySource(open(), 'fixture').read();
  const { manifestCid } = await publish(openRegistry(`${oci.url}/unreached`), 'two');
  const fetching = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('no way there'));
  onTestFinished(() => fetching.mockRestore());
  const plugin = await hostPlugin(registrySource(open(), 'fixture'), { watch: true });
  onTestFinished(() => plugin.close());
  expect(plugin.serving?.manifestCid).not.toBe(manifestCid);

  fetching.mockRestore();

  await vi.waitFor(() => expect(plugin.serving?.manifestCid).toBe(manifestCid), { timeout: 10_000, interval: 20 });
});

test('an OCI registry that requires credentials is reported with a reason', async () => {
  const registry = openRegistry(`${guarded.url}/plugins`);

  await expect(registry.names()).rejects.toThrow('it asks for a name and a password');
});

test('a server keeps using the builds it has read while the registry is down, even after a restart', async () => {
  const away = await openTestRegistry();
  onTestFinished(() => away.close());
  const place = `${away.url}/plugins`;
  const stateFolder = join(root, 'away');
  const open = (): Registry => openRegistry(place, { stateFolder });
  const published = await publish(open(), 'one');
  await registrySource(open(), 'fixture').read();

  await away.stop();

  expect(await open().names()).toEqual(['fixture']);
  expect((await registrySource(open(), 'fixture').read()).manifestCid).toBe(published.manifestCid);
  await expect(openRegistry(place).names()).rejects.toThrow('does not answer');
});
