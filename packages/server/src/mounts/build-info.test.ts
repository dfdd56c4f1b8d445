import type { Manifest } from '@sigil/core/building';
import type { PluginStatus } from '@sigil/plugin-host';
import { expect, test } from 'vitest';
import { followBuildInfo } from './build-info.js';

function statusOf(version: string, description: string): PluginStatus {
  const manifest = { plugin: { name: 'weather', version, description } } as Manifest; // nothing else is read
  return { state: 'serving', manifest };
}

test('clients get the version and the description of the build that serves now', () => {
  const plugin = { status: statusOf('1.0.0', 'Weather') };
  const info = followBuildInfo({ name: 'weather', version: '1.0.0', description: 'Weather' }, plugin);
  const first = info();

  plugin.status = statusOf('1.1.0', 'Weather and tides');

  expect(first).toEqual({ name: 'weather', version: '1.0.0', description: 'Weather' });
  expect(info()).toEqual({ name: 'weather', version: '1.1.0', description: 'Weather and tides' });
  expect(info()).toBe(info());
});

test('a description of the operator stays', () => {
  const plugin = { status: statusOf('1.0.0', 'Weather') };
  const info = followBuildInfo({ name: 'weather', version: '1.0.0', description: 'Ours' }, plugin);

  plugin.status = statusOf('1.1.0', 'Weather and tides');

  expect(info()).toEqual({ name: 'weather', version: '1.1.0', description: 'Ours' });
});
