import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ownMark } from '@sigil/files';
import { newPluginFolder, writeBuiltPlugin } from '../built-plugin.test-support.js';
import { readBuiltPlugin } from '../builds/read-built-plugin.js';
import { registrySource } from '../sources/registry-source.js';
import { keepBuild } from './keep-build.js';
import { publishPlugin } from './publish-plugin.js';
import { listRegistry, maxPublishedBuilds, readPointer, registryStore } from './registry.js';

let root: string;
let registry: string;
let plugin: string;
let removePlugin: () => Promise<void>;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sigil-registry-'));
  registry = join(root, 'registry');
  ({ folder: plugin, remove: removePlugin } = await newPluginFolder());
});
afterEach(async () => {
  await rm(root, { recursive: true, force: true });
  await removePlugin();
});

const build = (answer: string): Promise<void> =>
  writeBuiltPlugin(plugin, { tools: { a: `return ${JSON.stringify(answer)};` } });

async function publish(answer: string) {
  await build(answer);
  return publishPlugin(plugin, registry);
}

describe('a published build', () => {
  test('can be read by its name, byte for byte', async () => {
    const published = await publish('one');

    const read = await registrySource(registry, 'fixture').read();

    expect(published).toMatchObject({ isNew: true, manifestCid: read.manifestCid, codeCid: read.manifest.code.cid });
    expect(read.code).toBe(await readFile(join(plugin, 'dist', 'plugin.cjs'), 'utf8'));
    expect(read.manifestText).toBe(await readFile(join(plugin, 'dist', 'manifest.json'), 'utf8'));
  });

  test('is in the history of its pointer, the newest first', async () => {
    const first = await publish('one');
    const second = await publish('two');

    const pointer = await readPointer(registry, 'fixture');

    expect(second.replaced).toBe(first.manifestCid);
    expect(pointer.current).toBe(second.manifestCid);
    expect(pointer.history.map(({ manifestCid }) => manifestCid)).toEqual([second.manifestCid, first.manifestCid]);
    expect(pointer.history[0]).toMatchObject({ codeCid: second.codeCid, version: '1.0.0' });
  });

  test('changes nothing when it is already the current build', async () => {
    await publish('one');
    const before = await readFile(join(registry, 'plugins', 'fixture.json'), 'utf8');

    expect(await publish('one')).toMatchObject({ isNew: false });

    expect(await readFile(join(registry, 'plugins', 'fixture.json'), 'utf8')).toBe(before);
  });

  test('becomes the current build when it is published again, and is in the history once', async () => {
    const first = await publish('one');
    const second = await publish('two');

    expect((await publish('one')).isNew).toBe(true);

    const { current, history } = await readPointer(registry, 'fixture');
    expect(current).toBe(first.manifestCid);
    expect(history.map(({ manifestCid }) => manifestCid)).toEqual([first.manifestCid, second.manifestCid]);
  });

  test(`is remembered among at most ${maxPublishedBuilds} builds`, async () => {
    await publish('one');
    const path = join(registry, 'plugins', 'fixture.json');
    const pointer = await readPointer(registry, 'fixture');
    const older = Array.from({ length: maxPublishedBuilds }, (_, index) => {
      const end = `${'abcdefghijklmnopqrstuvwxyz234567'[index % 32]}${index < 32 ? 'a' : 'b'}`;
      return { ...pointer.history[0]!, manifestCid: `${pointer.current.slice(0, -2)}${end}` };
    });
    await writeFile(path, JSON.stringify({ ...pointer, history: older }));

    const { manifestCid } = await publish('two');

    const { history } = await readPointer(registry, 'fixture');
    expect(history).toHaveLength(maxPublishedBuilds);
    expect(history[0]!.manifestCid).toBe(manifestCid);
  });
});

test('concurrent publishers lose nothing', async () => {
  const names = ['left', 'right'];
  const folders = await Promise.all(names.map((name) => mkdtemp(join(root, name))));
  for (const [index, folder] of folders.entries()) {
    await writeBuiltPlugin(folder, { tools: { a: `return ${index};` } });
  }

  const published = await Promise.all([...folders, ...folders].map((folder) => publishPlugin(folder, registry)));

  const { current, history } = await readPointer(registry, 'fixture');
  expect(new Set(history.map(({ manifestCid }) => manifestCid))).toEqual(
    new Set(published.map(({ manifestCid }) => manifestCid)),
  );
  expect(history).toHaveLength(2);
  expect(current).toBe(history[0]!.manifestCid);
});

describe('a publisher that fails between two steps', () => {
  test('leaves the old build in place before the pointer is written, and the next one goes on', async () => {
    const first = await publish('one');
    await build('two');
    await keepBuild(registryStore(registry), await readBuiltPlugin(plugin));
    const ended = spawnSync(process.execPath, ['-e', '']).pid;
    await writeFile(join(registry, '.lock'), JSON.stringify({ ...(await ownMark()), pid: ended }));

    expect((await registrySource(registry, 'fixture').read()).manifestCid).toBe(first.manifestCid);

    const { manifestCid } = await publish('two');
    expect((await registrySource(registry, 'fixture').read()).manifestCid).toBe(manifestCid);
    expect((await readdir(registry)).sort()).toEqual(['content', 'plugins']);
  });

  test('does not change the pointer when the content cannot be written', async () => {
    const first = await publish('one');
    await rm(join(registry, 'content'), { recursive: true });
    await writeFile(join(registry, 'content'), 'no folder');

    await expect(publish('two')).rejects.toThrow();

    expect((await readPointer(registry, 'fixture')).current).toBe(first.manifestCid);
  });
});

describe('a registry that was tampered with', () => {
  const read = () => registrySource(registry, 'fixture').read();

  test.each([
    ['code', 'codeCid'],
    ['manifest', 'manifestCid'],
  ] as const)('returns no %s that was changed', async (_, member) => {
    const published = await publish('one');
    const cid = published[member];
    await writeFile(join(registry, 'content', cid.slice(-2), cid), 'changed');

    await expect(read()).rejects.toMatchObject({ code: 'content-mismatch' });
  });

  test('names the missing content', async () => {
    const { codeCid } = await publish('one');
    await registryStore(registry).remove(codeCid);

    await expect(read()).rejects.toMatchObject({ code: 'content-missing', message: expect.stringContaining(codeCid) });
  });

  test.each([
    'no JSON',
    '[]',
    '{"name":"another","current":"","history":[]}',
    '{"name":"fixture","current":"../../etc/passwd","history":[]}',
    '{"name":"fixture","current":1,"history":{}}',
  ])('rejects an invalid pointer file: %s', async (text) => {
    await publish('one');
    await writeFile(join(registry, 'plugins', 'fixture.json'), text);

    await expect(read()).rejects.toMatchObject({ code: 'pointer-invalid' });
    await expect(publish('two')).rejects.toMatchObject({ code: 'pointer-invalid' });
    expect(await listRegistry(registry)).toMatchObject([{ name: 'fixture', error: { code: 'pointer-invalid' } }]);
  });

  test.each(['../fixture', '', '.hidden', 'a/b', 'a\0', 'a'.repeat(200), '..'])(
    'rejects the plugin name %j',
    (name) => {
      expect(() => registrySource(registry, name)).toThrow(expect.objectContaining({ code: 'pointer-invalid' }));
    },
  );

  test('rejects a plugin whose name is a path', async () => {
    await writeBuiltPlugin(plugin, { name: '../../x', tools: { a: '' } });

    await expect(publishPlugin(plugin, registry)).rejects.toMatchObject({ code: 'pointer-invalid' });
    expect(await readdir(root)).toEqual([]);
  });
});

test('a missing plugin is reported, and a folder without plugins lists none', async () => {
  await expect(registrySource(registry, 'fixture').read()).rejects.toMatchObject({ code: 'pointer-missing' });

  expect(await listRegistry(registry)).toEqual([]);
});

test('plugins are listed in the order of their names', async () => {
  for (const name of ['b', 'a']) {
    await writeBuiltPlugin(plugin, { name, tools: { a: '' } });
    await publishPlugin(plugin, registry);
  }

  expect(await listRegistry(registry)).toMatchObject([
    { name: 'a', pointer: { history: [{ version: '1.0.0' }] } },
    { name: 'b', pointer: { name: 'b' } },
  ]);
});

test('a watcher is notified of a new build', async () => {
  await publish('one');
  const origin = registrySource(registry, 'fixture');
  const { manifestCid } = await origin.read();
  const noticed = new Promise<void>((resolve) => {
    const watch = origin.watch(() => (watch.close(), resolve()));
  });

  await publish('two');
  await noticed;

  expect((await origin.read()).manifestCid).not.toBe(manifestCid);
});

describe('imports of npm packages', () => {
  const importing = "require('no-such-package/part'); require('node:fs'); require('zlib'); import('@acme/other');";
  const write = () => writeBuiltPlugin(plugin, { tools: { a: importing } });

  test('are reported when they do not resolve from the registry', async () => {
    await write();

    const { unresolvedImports } = await publishPlugin(plugin, registry);

    expect(unresolvedImports).toEqual(['@acme/other', 'no-such-package']);
  });

  test.each(['node_modules', 'plugins/node_modules', 'plugins/fixture/node_modules'])(
    'are resolved from %s of the registry',
    async (folder) => {
      await write();
      await mkdir(join(registry, folder, '@acme', 'other'), { recursive: true });
      await mkdir(join(registry, folder, 'no-such-package'));
      await writeFile(join(registry, folder, 'no-such-package', 'part.js'), 'module.exports = "found";');

      const { unresolvedImports } = await publishPlugin(plugin, registry);

      expect(unresolvedImports).toEqual([]);
      const { codePath } = await registrySource(registry, 'fixture').read();
      expect(createRequire(codePath)('no-such-package/part')).toBe('found');
    },
  );
});
