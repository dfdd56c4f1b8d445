import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectInMemory } from '@sigil/testing';
import { buildPlugins } from '@sigil/test-support/build-plugins';
import { newPluginsFolder, pluginSource } from '@sigil/test-support/temporary-plugins';
import { expect, onTestFinished, test } from 'vitest';
import { readConfiguration } from '../src/configuration/configuration.js';
import { openServerLog } from '../src/log/server-log.js';
import { openMounts } from '../src/mounts/open-mounts.js';

test('a rollback right after a swap waits until the history knows the build that serves', async () => {
  const state = await mkdtemp(join(tmpdir(), 'sigil-rollback-'));
  onTestFinished(() => rm(state, { recursive: true, force: true }));
  const plugins = await newPluginsFolder();
  onTestFinished(() => plugins.remove());
  const build = async (where: string): Promise<void> => {
    await plugins.writePlugin('it', pluginSource({ where }));
    buildPlugins([join(plugins.path, 'it')]);
  };
  await build('first');
  const configuration = readConfiguration({ plugins: plugins.path, state }, { MCP_FOLLOW: 'false' }, plugins.path);
  const mounts = await openMounts(
    configuration,
    openServerLog(() => undefined),
  );
  onTestFinished(() => mounts.close());
  const { plugin } = mounts.hosts.entries.get('it')!;
  await plugin.noted();
  await build('second');
  // Another program writes the history.
  await writeFile(join(state, '.lock'), 'another program');
  await plugin.reload();
  setTimeout(() => void rm(join(state, '.lock')), 200);

  await mounts.rollback('it', undefined);

  const client = await connectInMemory(mounts.all[0]!.engine, { revision: '2025-11-25' });
  expect((await client.callTool('where')).content).toEqual([{ type: 'text', text: 'first' }]);
});
