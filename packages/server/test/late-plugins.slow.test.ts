import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { buildPlugins } from '@sigil/test-support/build-plugins';
import { newPluginsFolder, pluginSource, type PluginsFolder } from '@sigil/test-support/temporary-plugins';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readConfiguration } from '../src/configuration/configuration.js';
import { openServerLog } from '../src/log/server-log.js';
import { openMounts, type Mounts } from '../src/mounts/open-mounts.js';

/** Inline code sees the globals of the server. */
const slow = `
import { Tool } from '@sigil/core';

declare const slowStart: Promise<void>;

export class Slow {
  async start(): Promise<void> {
    await slowStart;
  }

  /** Says that it is up. */
  @Tool()
  up(): string {
    return 'up';
  }
}
`;

interface Running {
  readonly mounts: Mounts;
  readonly folder: PluginsFolder;
  /** Puts a built plugin where plugins are found, or away. */
  readonly move: (name: string, to: 'come' | 'go') => Promise<void>;
  readonly letStart: () => void;
  readonly names: () => readonly string[];
}

/** Serves no plugin yet. */
async function openEmpty(): Promise<Running> {
  const [folder, away] = [await newPluginsFolder(), await newPluginsFolder()];
  onTestFinished(async () => {
    await folder.remove();
    await away.remove();
  });
  await away.writePlugin('quick', pluginSource({ where: 'here' }));
  await away.writePlugin('slow', slow);
  buildPlugins(['quick', 'slow'].map((name) => join(away.path, name)));
  let letStart = (): void => undefined;
  vi.stubGlobal('slowStart', new Promise<void>((resolve) => (letStart = resolve)));
  const environment = { MCP_FOLLOW: 'false', MCP_ACTIVATION: 'onStart' };
  const configuration = readConfiguration({ plugins: folder.path }, environment, folder.path);
  const log = openServerLog(() => undefined);
  const mounts = await openMounts({ ...configuration, stateFolder: undefined }, log);
  onTestFinished(async () => {
    letStart();
    await mounts.close();
    vi.unstubAllGlobals();
  });
  return {
    mounts,
    folder,
    move: (name, to) => {
      const [from, into] = to === 'come' ? [away, folder] : [folder, away];
      return rename(join(from.path, name), join(into.path, name));
    },
    letStart: () => letStart(),
    names: () => mounts.all.map(({ name }) => name),
  };
}

test('a slow plugin is mounted once it has started, and does not delay others', async () => {
  const { mounts, move, letStart, names } = await openEmpty();
  await move('slow', 'come');
  await move('quick', 'come');

  await mounts.refresh();
  const before = names();
  const hasNews = await mounts.hosts.hasNews();
  letStart();

  await vi.waitFor(() => expect(names()).toEqual(['quick', 'slow', 'all']), { timeout: 20_000 });
  expect(before).toEqual(['quick', 'all']);
  expect(hasNews).toBe(false);
  expect(
    mounts.all
      .at(-1)!
      .source.current()
      .tools.map(({ definition }) => definition.name),
  ).toContain('slow_up');
});

test('a plugin removed before it has started is never mounted', async () => {
  const { mounts, move, letStart, names } = await openEmpty();
  await move('slow', 'come');
  await mounts.refresh();

  await move('slow', 'go');
  expect(await mounts.hosts.hasNews()).toBe(true);
  await mounts.refresh();
  letStart();
  await move('quick', 'come');
  await mounts.refresh();

  expect(names()).toEqual(['quick', 'all']);
  expect(await mounts.hosts.hasNews()).toBe(false);
});
