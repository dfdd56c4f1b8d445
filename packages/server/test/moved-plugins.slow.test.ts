import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publishPlugin } from '@sigil/plugin-host';
import { connectInMemory, type McpClient } from '@sigil/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfiguration } from '../src/configuration/configuration.js';
import { openMounts, type Mounts } from '../src/mounts/open-mounts.js';
import { openServerLog } from '../src/log/server-log.js';
import { buildPlugins } from '@sigil/test-support/build-plugins';
import { newPluginsFolder, pluginSource, type PluginsFolder } from '@sigil/test-support/temporary-plugins';

let folder: string;
let plugins: PluginsFolder;
let mounts: Mounts;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sigil-moved-'));
  plugins = await newPluginsFolder();
  await plugins.writePlugin('moving', pluginSource({ where: 'in the registry' }));
  buildPlugins([join(plugins.path, 'moving')]);
  await publishPlugin(join(plugins.path, 'moving'), folder);
  await plugins.writeSource('moving', pluginSource({ where: 'in the folder' }));
  buildPlugins([join(plugins.path, 'moving')]);
  const flags = { plugins: plugins.path, registry: folder, state: join(folder, 'state') };
  const configuration = readConfiguration(flags, { MCP_FOLLOW: 'false' }, plugins.path);
  mounts = await openMounts(
    configuration,
    openServerLog(() => undefined),
  );
}, 60_000);

afterAll(async () => {
  await mounts.close();
  await plugins.remove();
  await rm(folder, { recursive: true, force: true });
});

async function whereOf(client: McpClient): Promise<unknown> {
  return (await client.callTool('where')).content;
}

function describePlugin(sigil: object): Promise<void> {
  const description = { name: 'moving', version: '1.0.0', type: 'module', sigil };
  return writeFile(join(plugins.path, 'moving', 'package.json'), JSON.stringify(description));
}

test('a plugin that opts out is no longer a server, and is one again when it opts back in', async () => {
  await describePlugin({ mcp_enabled: false });
  const isOut = await mounts.hosts.hasNews();
  await mounts.refresh();
  const names = mounts.all.map(({ name }) => name);
  await describePlugin({});
  await mounts.refresh();

  expect(isOut).toBe(true);
  expect(names).toEqual(['all']);
  expect(mounts.all.map(({ name }) => name)).toEqual(['moving', 'all']);
});

test('a plugin whose folder is removed is served from the registry, and its clients stay connected', async () => {
  const client = await connectInMemory(mounts.all[0]!.engine, { revision: '2025-11-25' });
  const before = await whereOf(client);
  await rm(join(plugins.path, 'moving'), { recursive: true });

  const isNews = await mounts.hosts.hasNews();
  await mounts.refresh();

  expect(before).toEqual([{ type: 'text', text: 'in the folder' }]);
  expect(isNews).toBe(true);
  expect(await whereOf(client)).toEqual([{ type: 'text', text: 'in the registry' }]);
  expect(await mounts.hosts.hasNews()).toBe(false);
});
