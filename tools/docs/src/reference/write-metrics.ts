/**
 * Writes the table of metrics, the dashboard and the alerts from the table in the code, so that none names an unknown metric.
 */
import { metricTable, type Metric, type MetricAlert } from '@sigil/observe';
import { cellOf } from './cell-of.ts';

const metrics: readonly (readonly [string, Metric])[] = Object.entries(metricTable);

/** Writes the rows of `docs/reference/metrics.md`. */
export function writeMetrics(): string {
  const rows = metrics.map(([name, { kind, labels, help }]) =>
    row(`\`${name}\``, kind, labels.map((label) => `\`${label}\``).join(', ') || 'none', help),
  );
  return [row('metric', 'kind', 'labels', 'says'), row('---', '---', '---', '---'), ...rows].join('\n');
}

/** Writes the rows of the alerts. */
export function writeAlertRows(): string {
  const rows = alerts().map(({ name, query, lastsFor, severity, summary }) =>
    row(`\`${name}\``, severity, lastsFor, summary.replaceAll(/\{\{ \$labels\.(\w+) \}\}/g, '_$1_'), `\`${query}\``),
  );
  return [row('alert', 'severity', 'after', 'says', 'query'), row('---', '---', '---', '---', '---'), ...rows].join(
    '\n',
  );
}

const panelWidth = 8;
const panelHeight = 8;
const panelsInRow = 3;

/** Writes a dashboard for Grafana 10 and newer, which asks for its Prometheus on import. */
export function writeDashboard(): string {
  const datasource = { type: 'prometheus', uid: '${DS_PROMETHEUS}' };
  const panels = metrics
    .flatMap(([name, { help, panels = [] }]) => panels.map((panel) => ({ ...panel, description: `${name}: ${help}` })))
    .map(({ title, query, legend, unit, description }, at) => ({
      id: at + 1,
      type: 'timeseries',
      title,
      description,
      datasource,
      gridPos: {
        x: (at % panelsInRow) * panelWidth,
        y: Math.floor(at / panelsInRow) * panelHeight,
        w: panelWidth,
        h: panelHeight,
      },
      fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
      targets: [{ refId: 'A', datasource, expr: query, legendFormat: legend }],
    }));
  return JSON.stringify({
    __inputs: [{ name: 'DS_PROMETHEUS', label: 'Prometheus', type: 'datasource', pluginId: 'prometheus' }],
    uid: 'sigil',
    title: 'Sigil',
    tags: ['mcp', 'sigil'],
    schemaVersion: 39,
    timezone: 'browser',
    refresh: '10s',
    time: { from: 'now-1h', to: 'now' },
    panels,
  });
}

/** Writes rules for Prometheus. */
export function writeAlerts(): string {
  const rules = alerts().flatMap(({ name, query, lastsFor, severity, summary }) => [
    `      - alert: ${name}`,
    `        expr: ${JSON.stringify(query)}`,
    `        for: ${lastsFor}`,
    '        labels:',
    `          severity: ${severity}`,
    '        annotations:',
    `          summary: ${JSON.stringify(summary)}`,
  ]);
  return ['groups:', '  - name: sigil', '    rules:', ...rules, ''].join('\n');
}

function alerts(): readonly MetricAlert[] {
  return metrics.flatMap(([, metric]) => metric.alerts ?? []);
}

function row(...cells: readonly string[]): string {
  return `| ${cells.map(cellOf).join(' | ')} |`;
}
