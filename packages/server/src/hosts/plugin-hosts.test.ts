import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfiguration, type RawConfiguration } from '../configuration/configuration.js';
import { PluginHosts } from './plugin-hosts.js';

/** Hosts plugins without a build, by their folders; a plugin of the plugins folder is in `plugins`. */
function hostsOf(folders: readonly string[], flags: RawConfiguration): { hosts: PluginHosts; told: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'sigil-hosts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const one of ['plugins', ...folders]) mkdirSync(join(folder, one), { recursive: true });
  const described = JSON.stringify({ sigil: { plugin: true } });
  for (const one of folders) writeFileSync(join(folder, one, 'package.json'), described);
  const names = folders.filter((it) => it.startsWith('node_modules/')).map((it) => it.slice('node_modules/'.length));
  const dependencies = Object.fromEntries(names.map((name) => [name, '1']));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies }));
  const places = { plugins: join(folder, 'plugins'), package: join(folder, 'package.json'), ...flags };
  const told: string[] = [];
  const hosts = new PluginHosts({
    configuration: { ...readConfiguration(places, { MCP_FOLLOW: 'false' }, folder), stateFolder: undefined },
    keepHistory: (origin) => origin,
    onEvent: () => undefined,
    onArrived: () => undefined,
    onProblem: (why) => told.push(why.replaceAll(folder, '')),
  });
  onTestFinished(() => hosts.close());
  return { hosts, told };
}

test('the second of two packages with the same name is left out and reported once', async () => {
  const { hosts, told } = hostsOf(['node_modules/@a/weather', 'node_modules/@b/weather'], {});

  await hosts.refresh();

  expect([...hosts.entries].map(([name, { plugin }]) => `${name} ${plugin.label.includes('@a')}`)).toEqual([
    'weather true',
  ]);
  expect(await hosts.hasNews()).toBe(false);
  expect(told).toEqual([
    'two plugins are named "weather": "/node_modules/@a/weather" is served, "/node_modules/@b/weather" is left out',
  ]);
});

test('a registry that is unreachable at start is reported, and other plugins are still hosted', async () => {
  const { hosts, told } = hostsOf(['plugins/sales'], { registry: 'oci+http://127.0.0.1:1/plugins' });

  await hosts.refresh();

  expect([...hosts.entries.keys()]).toEqual(['sales']);
  expect(told).toEqual([expect.stringContaining('does not answer')]);
  await expect(hosts.hasNews()).rejects.toThrow('does not answer');
});
