import type { DashboardData } from '@sigil/console';
import { expect, test } from 'vitest';
import { buildDashboardPage } from './dashboard-page.js';

const at = Date.parse('2026-07-28T09:30:00Z');
const place = { assets: '/a/', dashboardPath: '/dashboard' };
const quiet: DashboardData = {
  ...{ at, minutes: 60, stepMinutes: 1, canCancel: false },
  ...{ servers: [], failures: [], running: [], swaps: [], listed: [], upstreams: [], plugins: [] },
};
const failure = { at, server: 'orders', method: 'tools/call', name: 'find', problem: 'tool-error', tookMs: 12 };

/** Returns the part of the page that browsers without scripts show, as text. */
function shown(data: Partial<DashboardData>): string {
  const [, html = ''] = /<noscript>(.*)<\/noscript>/s.exec(buildDashboardPage({ ...quiet, ...data }, place)) ?? [];
  return html
    .replaceAll(/<\/(?:t[hd]|dt)>/g, ' ')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/\s+/g, ' ');
}

test('the page without scripts has all servers, also those that were never called', () => {
  const text = shown({
    servers: [{ server: 'orders', calls: 1200, failures: 3, p95: 12.4, slowest: 1500, steps: [], components: [] }],
    listed: [
      { name: 'orders', state: 'serving' },
      { name: 'stock', state: 'failed' },
    ],
  });

  expect(text).toContain('orders serving 1,200 3 12 ms 1.5 s');
  expect(text).toContain('stock failed 0 0 – –');
  expect(text).toContain('For the last hour, as of 2026-07-28 09:30:00 UTC.');
});

test('the names of servers lead to their pages, and texts of failures are no markup', () => {
  const html = buildDashboardPage(
    {
      ...quiet,
      listed: [{ name: 'a b', state: 'serving' }],
      failures: [{ ...failure, caller: '', message: '<img src=x onerror=alert(1)>' }],
    },
    place,
  );

  expect(html).toContain('<a href="/mcp/meta/a%20b">a b</a>');
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
});

test('the other periods are links', () => {
  const html = buildDashboardPage({ ...quiet, minutes: 15 }, place);

  expect(html.match(/\?minutes=\d+/g)).toEqual(['?minutes=60', '?minutes=1440']);
});
