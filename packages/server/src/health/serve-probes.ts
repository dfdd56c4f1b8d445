/**
 * Answers probes: `/livez` while the event loop runs, `/readyz` while calls are accepted, `/healthz` with the state of everything.
 */
import type { Middleware } from 'koa';
import type { Health } from './write-health.js';

/** @param isDraining tells whether the server is stopping */
export function serveProbes(health: () => Health, isDraining: () => boolean = () => false): Middleware {
  return (context, next) => {
    const { path, method } = context;
    if (method !== 'GET' && method !== 'HEAD') return next();
    if (path !== '/livez' && path !== '/readyz' && path !== '/healthz') return next();
    context.set('Cache-Control', 'no-store');
    if (path === '/livez') {
      context.body = { alive: true };
      return undefined;
    }
    const body = health();
    const isReady = body.status !== 'failed' && !isDraining();
    const isWell = path === '/healthz' ? body.status === 'ok' : isReady;
    context.status = isWell ? 200 : 503;
    context.body = path === '/healthz' ? body : { ready: isReady };
    return undefined;
  };
}
