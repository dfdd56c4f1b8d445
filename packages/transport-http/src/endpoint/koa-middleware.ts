/**
 * Offers an endpoint as Koa middleware, for applications that mount it themselves.
 *
 * Koa adds cost to every request; `openHttpServer` bypasses it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Principal } from '@sigil/core/engine';
import type { HttpEndpoint } from './endpoint.js';

/** The part of Koa's context that is used; declared here, so that only users of Koa need to install it. */
export interface KoaContext {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** Koa's own request, on which body parsers leave what they read. */
  readonly request?: object;
  respond?: boolean | undefined;
}

/**
 * Makes middleware that answers every request it gets. Earlier middleware goes on once the answer has ended, or its reader has left; later
 * middleware does not run.
 *
 * @param principalOf returns the caller, if earlier middleware has authenticated it
 */
export function koaMiddleware<Context extends KoaContext>(
  endpoint: HttpEndpoint,
  principalOf?: (context: Context) => Principal | undefined,
): (context: Context) => Promise<void> {
  return async (context) => {
    const { req, res, request } = context;
    context.respond = false;
    const body: unknown = request && Reflect.get(request, 'body');
    endpoint.handle(req, res, body, principalOf?.(context));
    if (!res.closed) await new Promise<void>((resolve) => void res.once('close', resolve));
  };
}
