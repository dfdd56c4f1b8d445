/**
 * Makes the routers of pages and other addresses.
 */
import Router from '@koa/router';
import type { Middleware } from 'koa';

/** Addresses match exactly as they are written. @param prefix of every path of this router, without a trailing slash */
export function newRouter(prefix = ''): Router {
  return new Router({ prefix, sensitive: true, strict: true });
}

/** Returns the routes for an application; addresses without a route go on to its next middleware. */
export function serveRoutes(router: Router): Middleware {
  return router.routes() as Middleware; // its types ask for the members of the context that it sets itself
}
