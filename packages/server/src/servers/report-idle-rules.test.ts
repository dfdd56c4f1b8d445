import { expect, onTestFinished, test, vi } from 'vitest';
import type { CatalogSource } from '@sigil/core/catalog';
import { pluginOf, sourceOf, toolOf } from './servers.test-support.js';
import { reportIdleRules } from './report-idle-rules.js';

/** Reports the rules for tools of these names that match nothing in the servers. */
function reportsOf(servers: Readonly<Record<string, CatalogSource>>, patterns: readonly string[], patienceMs?: number) {
  const reports: string[] = [];
  const rules = patterns.map((pattern) => ({ kind: 'tools', pattern, scopes: ['x'], claims: new Map() }) as const);
  const opened = new Map(Object.entries(servers).map(([name, source]) => [name, { source }]));
  const environment = {
    access: { access: rules, visibility: 'all' },
    report: (problem: string) => reports.push(problem),
  } as const;
  const stop = reportIdleRules(opened, environment, patienceMs);
  onTestFinished(stop);
  return { reports, stop };
}

const till = () => pluginOf({ tools: [toolOf('pay')] });

test('rules that match nothing are reported after a timeout if an upstream is never read', async () => {
  const { reports } = reportsOf({ till: till(), far: pluginOf({ isPending: true }) }, ['pay', 'pya', 'add'], 20);
  const atOnce = [...reports];

  await vi.waitFor(() => expect(reports).toHaveLength(2), 20_000);

  expect(atOnce).toEqual([]);
  expect(reports).toEqual([
    '"auth.access.tools": "pya" names nothing that is served yet ("far" was not read). Did you mean "pay"?',
    '"auth.access.tools": "add" names nothing that is served yet ("far" was not read)',
  ]);
});

test('rules are reported once, as soon as every upstream was read', async () => {
  const [near, far] = [pluginOf({ isPending: true }), pluginOf({ isPending: true })];
  const { reports } = reportsOf({ near, far }, ['add', 'sub'], 50);

  near.replaceWith(sourceOf({ tools: [toolOf('sum')] }));
  const halfway = [...reports];
  far.replaceWith(sourceOf({ tools: [toolOf('add')] }));
  const read = [...reports];
  far.replaceWith(sourceOf({ tools: [] }));
  await new Promise((resolve) => setTimeout(resolve, 100));

  expect(halfway).toEqual([]);
  expect(read).toEqual(['"auth.access.tools": "sub" names nothing that is served. Did you mean "sum"?']);
  expect(reports).toEqual(read);
});

test('nothing is reported about closed servers', async () => {
  const { reports, stop } = reportsOf({ far: pluginOf({ isPending: true }) }, ['add'], 10);

  stop();
  await new Promise((resolve) => setTimeout(resolve, 50));

  expect(reports).toEqual([]);
});
