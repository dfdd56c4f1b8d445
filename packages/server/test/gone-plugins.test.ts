import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { buildPlugins } from '@sigil/test-support/build-plugins';
import { newPluginsFolder, pluginSource } from '@sigil/test-support/temporary-plugins';
import { readConfiguration } from '../src/configuration/configuration.js';
import { openServerLog } from '../src/log/server-log.js';
import { openMounts } from '../src/mounts/open-mounts.js';

test('the removal of a plugin is announced by the server "all"', async () => {
  const plugins = await newPluginsFolder();
  onTestFinished(() => plugins.remove());
  await plugins.writePlugin('leaving', pluginSource({ where: 'here' }));
  buildPlugins([join(plugins.path, 'leaving')]);
  const configuration = readConfiguration({ plugins: plugins.path }, { MCP_FOLLOW: 'false' }, plugins.path);
  const log = openServerLog(() => undefined);
  const mounts = await openMounts({ ...configuration, stateFolder: undefined }, log);
  onTestFinished(() => mounts.close());
  const told: string[][] = [];
  mounts.all.at(-1)!.source.onChange((kinds) => told.push([...kinds]));

  await rename(join(plugins.path, 'leaving'), join(plugins.path, '.gone'));
  await mounts.refresh();

  expect(mounts.all.map(({ name }) => name)).toEqual(['all']);
  expect(told.flat()).toContain('tools');
});
