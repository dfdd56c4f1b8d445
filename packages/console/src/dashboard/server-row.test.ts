import { expect, test } from 'vitest';
import type { DashboardData } from '../dashboard-data.js';
import { buildServerRows } from './server-row.js';

const nothing: DashboardData = {
  ...{ at: 0, minutes: 60, stepMinutes: 1, canCancel: false },
  ...{ servers: [], failures: [], running: [], swaps: [], listed: [], upstreams: [], plugins: [] },
};
const idle = { calls: 0, failures: 0, steps: [], components: [] };
const orders = { name: 'orders', state: 'serving', link: 'worker' } as const;

test('servers without a plugin of their name and without calls have a row with their state', () => {
  const rows = buildServerRows({
    ...nothing,
    servers: [{ ...idle, server: 'orders', calls: 3 }],
    listed: [
      { name: 'all', state: 'degraded' },
      { name: 'orders', state: 'serving' },
      { name: 'upstream', state: 'failed' },
    ],
    plugins: [orders],
  });

  expect(rows.map(({ calls: { server }, state }) => `${server} ${state}`)).toEqual([
    'orders serving',
    'all degraded',
    'upstream failed',
  ]);
  expect(rows[0]?.plugin).toBe(orders);
});

test('a plugin that is only part of other servers has no page to link to', () => {
  const rows = buildServerRows({ ...nothing, listed: [{ name: 'shop', state: 'serving' }], plugins: [orders] });

  expect(rows.map(({ calls, hasPage }) => [calls.server, hasPage])).toEqual([
    ['shop', true],
    ['orders', false],
  ]);
});

test('a server that was called and is gone has a row without a state', () => {
  const [row] = buildServerRows({ ...nothing, servers: [{ ...idle, server: 'old', calls: 1 }] });

  expect(row).toMatchObject({ state: '', hasPage: false });
});
