/**
 * Offers an endpoint as Koa middleware, for who mounts it in an application of their own.
 *
 * Koa costs time on every request; `openHttpServer` routes past it. No body parser may stand before it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpEndpoint } from './endpoint.js';

/** The part of Koa's context that is used; declared here, so that nobody installs Koa who does not use it. */
export interface KoaContext {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  respond?: boolean | undefined;
}

/** Answers every request that reaches it; nothing after it runs. */
export function koaMiddleware(endpoint: HttpEndpoint): (context: KoaContext) => void {
  return (context) => {
    context.respond = false;
    endpoint.handle(context.req, context.res);
  };
}
