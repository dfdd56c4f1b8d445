/**
 * Answers probes: `/livez` while the event loop runs, `/readyz` while calls are accepted, `/healthz` with the state of everything.
 */
import type { Middleware } from 'koa';
import type { Health } from './write-health.js';
import { newRouter, serveRoutes } from '../routing/new-router.js';

/** @param isStopping whether the server accepts no new work, so that `/readyz` fails */
export function routeProbes(health: () => Health, isStopping: () => boolean): Middleware {
  const router = newRouter();
  router.get('/livez', (context) => {
    context.set('Cache-Control', 'no-store');
    context.body = { alive: true };
  });
  router.get('/readyz', (context) => {
    const isReady = health().status !== 'failed' && !isStopping();
    context.set('Cache-Control', 'no-store');
    context.status = isReady ? 200 : 503;
    context.body = { ready: isReady };
  });
  router.get('/healthz', (context) => {
    const body = health();
    context.set('Cache-Control', 'no-store');
    context.status = body.status === 'ok' ? 200 : 503;
    context.body = body;
  });
  return serveRoutes(router);
}
