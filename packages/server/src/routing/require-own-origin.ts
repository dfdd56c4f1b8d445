/**
 * Refuses forms that a page of another site sends.
 */
import type { Context, Middleware } from 'koa';

/**
 * @param origin of this server's own pages
 * @param refuse answers a request from elsewhere, also one that does not say where it comes from
 */
export function requireOwnOrigin(origin: string, refuse: (context: Context) => void): Middleware {
  return (context, next) => (context.get('origin') === origin ? next() : refuse(context));
}
