/**
 * An endpoint in a Koa application.
 */
// #region koa
import Koa from 'koa';
import { koaMiddleware, type HttpEndpoint } from '@sigil/transport-http';

export function makeKoaApp(endpoint: HttpEndpoint) {
  const app = new Koa();
  const mcp = koaMiddleware(endpoint);
  app.use((context, next) => (context.path === '/mcp' ? mcp(context) : next()));
  return app;
}
// #endregion koa
