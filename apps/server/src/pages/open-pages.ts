/**
 * The pages beside the endpoints: what this server is, and whether it is well.
 *
 * On Koa, so that operators can put their own middleware in front.
 */
import Koa from 'koa';
import type { Mount } from '../mounts/mount.js';
import { writeHealth } from './write-health.js';
import { writeInstructionPage } from './write-instruction-page.js';

export function openPages(mounts: readonly Mount[]): Koa {
  const app = new Koa();
  app.use((context) => {
    if (context.method !== 'GET' && context.method !== 'HEAD') return;
    if (context.path === '/') context.redirect('/mcp');
    if (context.path === '/mcp') {
      context.type = 'html';
      context.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'");
      context.body = writeInstructionPage(mounts, `http://${context.get('host')}`);
    }
    if (context.path === '/healthz') {
      const health = writeHealth(mounts);
      context.status = health.status === 'ok' ? 200 : 503;
      context.body = health;
    }
  });
  return app;
}
