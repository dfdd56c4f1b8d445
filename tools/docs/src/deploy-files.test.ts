import { join } from 'node:path';
import { workspaceRoot } from '@sigil/checks/workspace';
import { metricTable } from '@sigil/observe';
import { format } from 'prettier';
import { expect, test } from 'vitest';
import { writeAlerts, writeDashboard } from './reference/write-metrics.ts';

const laidOut = { singleQuote: true, printWidth: 120 };

test.each([
  ['deploy/grafana.json', 'json', writeDashboard],
  ['deploy/alerts.yaml', 'yaml', writeAlerts],
] as const)('%s matches the table of metrics (npm run docs:write)', async (file, parser, write) => {
  await expect(await format(write(), { ...laidOut, parser })).toMatchFileSnapshot(join(workspaceRoot, file));
});

test('a query of the dashboard or of an alert names metrics of the table', () => {
  const families = new Set(Object.keys(metricTable));
  const queries = `${writeDashboard()} ${writeAlerts()}`;
  const named = [...queries.matchAll(/\b(?:sigil|mcp|process|nodejs)_[a-z_]+/g)].map(([name]) => name);

  const unknown = named.filter(
    (name) => !families.has(name) && !families.has(name.replace(/_(?:bucket|count|sum)$/, '')),
  );

  expect(named.length).toBeGreaterThan(20);
  expect(unknown).toEqual([]);
});
