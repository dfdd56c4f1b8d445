/**
 * Serves the metrics at `/metrics`, in the form that the scraper accepts.
 */
import type { MetricForm } from '@sigil/observe';
import type { Middleware } from 'koa';
import { newRouter, serveRoutes } from '../routing/new-router.js';

const contentTypes: Readonly<Record<MetricForm, string>> = {
  prometheus: 'text/plain; version=0.0.4; charset=utf-8',
  openmetrics: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
};

/** @param write writes the metrics of one or all processes */
export function routeMetrics(write: (form: MetricForm) => Promise<string> | string): Middleware {
  const router = newRouter();
  router.get('/metrics', async (context) => {
    const form = context.get('accept').includes('application/openmetrics-text') ? 'openmetrics' : 'prometheus';
    context.set({ 'Cache-Control': 'no-store', 'Content-Type': contentTypes[form] });
    context.body = await write(form);
  });
  return serveRoutes(router);
}
