/**
 * Serves the metrics at `/metrics`, in the form that the scraper accepts.
 */
import type { MetricForm, Metrics } from '@sigil/observe';
import type { Middleware } from 'koa';
import type { CollectMetrics } from '../workers/collect-metrics.js';

const contentTypes: Readonly<Record<MetricForm, string>> = {
  prometheus: 'text/plain; version=0.0.4; charset=utf-8',
  openmetrics: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
};

/** @param collect writes the metrics of all workers, if there are several */
export function serveMetrics(metrics: Pick<Metrics, 'write'>, collect?: CollectMetrics): Middleware {
  return async (context, next) => {
    if (context.path !== '/metrics' || (context.method !== 'GET' && context.method !== 'HEAD')) return next();
    const form = context.get('accept').includes('application/openmetrics-text') ? 'openmetrics' : 'prometheus';
    context.set({ 'Cache-Control': 'no-store', 'Content-Type': contentTypes[form] });
    context.body = collect ? await collect(form) : metrics.write(form);
    return undefined;
  };
}
