import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { newPluginFolder, writeBuiltPlugin } from '../built-plugin.test-support.js';
import { registrySource } from '../sources/registry-source.js';
import { mirrorRegistry } from './registry-mirror.js';
import { openFolderRegistry, type Registry } from './open-registry.js';
import { publishPlugin, type Publication } from './publish-plugin.js';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sigil-mirror-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
});

/** Opens a server's view of the registry `remote`, as after a start. */
function openMirrored(): Registry {
  const folder = join(root, 'mirror');
  return mirrorRegistry(openFolderRegistry(join(root, 'remote')), openFolderRegistry(folder), folder);
}

async function publish(answer: string): Promise<Publication> {
  const { folder, remove } = await newPluginFolder();
  onTestFinished(remove);
  await writeBuiltPlugin(folder, { tools: { a: `return ${JSON.stringify(answer)};` } });
  return publishPlugin(folder, join(root, 'remote'));
}

test('content that was damaged in the mirror is fetched again', async () => {
  const { codeCid } = await publish('one');
  await registrySource(openMirrored(), 'fixture').read();
  const kept = join(root, 'mirror', 'content', codeCid.slice(-2), codeCid);
  await writeFile(kept, 'damaged');

  const { code } = await registrySource(openMirrored(), 'fixture').read();
  await rm(join(root, 'remote'), { recursive: true });

  expect(code).toContain('one');
  expect(Buffer.from(await openMirrored().content.get(codeCid)).toString()).toBe(code);
});

test('a mirror that cannot be written does not hide a newer build', async () => {
  await publish('one');
  await registrySource(openMirrored(), 'fixture').read();
  await rm(join(root, 'mirror', 'content', 'unfinished'), { recursive: true });
  // A file instead of a folder makes writing impossible for any user.
  await writeFile(join(root, 'mirror', 'content', 'unfinished'), '');
  const { manifestCid } = await publish('two');

  const built = await registrySource(openMirrored(), 'fixture').read();

  expect(built.manifestCid).toBe(manifestCid);
  expect(built.code).toContain('two');
});
