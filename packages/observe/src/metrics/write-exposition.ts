/**
 * Writes metrics as text for Prometheus 0.0.4 or OpenMetrics 1.0.
 *
 * Spec: OpenMetrics 1.0, Prometheus text-based format
 */
import type { HistogramReading } from './durations.js';
import { bucketBounds, type Exemplar } from './histogram.js';
import { metricTable, type Metric, type MetricName } from './metric-table.data.js';

/** Two formats for the same numbers; only OpenMetrics has exemplars. */
export type MetricForm = 'prometheus' | 'openmetrics';

/** One number. */
export interface Reading {
  readonly metric: MetricName;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

export function writeExposition(
  readings: Iterable<Reading>,
  histograms: Iterable<HistogramReading>,
  form: MetricForm,
): string {
  const lines = new Map<string, string[]>();
  for (const { metric, labels = {}, value } of readings) {
    const known = lines.get(metric) ?? [];
    known.push(`${metric}${writeLabels(labels)} ${writeNumber(value)}`);
    lines.set(metric, known);
  }
  for (const reading of histograms) {
    const known = lines.get(reading.metric) ?? [];
    known.push(...writeHistogram(reading, form));
    lines.set(reading.metric, known);
  }
  const families = Object.entries(metricTable).flatMap(([name, metric]) => {
    const samples = lines.get(name) ?? [];
    return samples.length > 0 ? [...writeHead(name, metric, form), ...samples] : [];
  });
  return `${[...families, ...(form === 'openmetrics' ? ['# EOF'] : [])].join('\n')}\n`;
}

function writeHead(name: string, { kind, help }: Metric, form: MetricForm): string[] {
  // OpenMetrics names a counter without the suffix of its samples.
  const family = form === 'openmetrics' && kind === 'counter' ? name.replace(/_total$/, '') : name;
  return [`# HELP ${family} ${escape(help)}`, `# TYPE ${family} ${kind}`];
}

function writeHistogram({ metric, labels, histogram }: HistogramReading, form: MetricForm): string[] {
  const text = writeLabels(labels);
  const opened = text === '' ? '{' : `${text.slice(0, -1)},`;
  let count = 0;
  const buckets = [...histogram.counts].map((own, at) => {
    count += own;
    const bound = bucketBounds[at];
    const le = bound === undefined ? '+Inf' : writeNumber(bound);
    const exemplar = form === 'openmetrics' ? writeExemplar(histogram.exemplars?.get(at)) : '';
    return `${metric}_bucket${opened}le="${le}"} ${count}${exemplar}`;
  });
  return [...buckets, `${metric}_sum${text} ${writeNumber(histogram.sum)}`, `${metric}_count${text} ${count}`];
}

function writeExemplar(exemplar: Exemplar | undefined): string {
  return exemplar ? ` # {trace_id="${exemplar.traceId}"} ${writeNumber(exemplar.seconds)}` : '';
}

function writeLabels(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escape(value).replaceAll('"', '\\"')}"`);
  return pairs.length > 0 ? `{${pairs.join(',')}}` : '';
}

function escape(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}

function writeNumber(value: number): string {
  if (Number.isFinite(value)) return String(value);
  return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
}
