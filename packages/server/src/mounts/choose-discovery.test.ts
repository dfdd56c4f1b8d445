import type { HostedPlugin } from '@sigil/plugin-host';
import { expect, test } from 'vitest';
import { chooseDiscovery } from './choose-discovery.js';

type Status = HostedPlugin['status'];

const pluginWith = (discovery: string | undefined) => ({
  status: { state: 'serving', manifest: { plugin: { name: 'a', version: '1', discovery } } } as unknown as Status,
});

test('a plugin decides how its server lists tools where its operator does not', () => {
  expect(chooseDiscovery(undefined, pluginWith('search'))).toEqual({ mode: 'search' });
  expect(chooseDiscovery({ mode: 'all' }, pluginWith('search'))).toEqual({ mode: 'all' });
});

test('all tools are listed where nobody decides', () => {
  expect(chooseDiscovery(undefined, pluginWith(undefined))).toEqual({ mode: 'all' });
  expect(chooseDiscovery(undefined, undefined)).toEqual({ mode: 'all' });
});
