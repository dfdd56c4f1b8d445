/**
 * Offers an endpoint as Koa middleware, for who mounts it in an application of their own.
 *
 * Koa costs time on every request; `openHttpServer` routes past it. No body parser may stand before it.
 */
import type { Middleware } from 'koa';
import type { HttpEndpoint } from './endpoint.js';

/** Answers every request that reaches it; nothing after it runs. */
export function koaMiddleware(endpoint: HttpEndpoint): Middleware {
  return (context) => {
    context.respond = false;
    endpoint.handle(context.req, context.res);
  };
}
