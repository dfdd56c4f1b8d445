/**
 * An endpoint in a Hono application on Node.
 */
// #region hono
import { type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import type { HttpEndpoint } from '@sigil/transport-http';

export function makeHonoApp(endpoint: HttpEndpoint) {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.all('/mcp', ({ env }) => {
    endpoint.handle(env.incoming, env.outgoing);
    return RESPONSE_ALREADY_SENT;
  });
  return app;
}
// #endregion hono
