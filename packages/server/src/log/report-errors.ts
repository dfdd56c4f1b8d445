/**
 * Reports errors of making or sending an answer, except when the reader has left.
 */
import type Koa from 'koa';
import type { Context } from 'koa';

/** Without a listener, Koa writes errors to standard error itself. */
export function reportErrors(app: Koa, tell: (error: unknown) => void): void {
  app.on('error', (error: unknown, context?: Context) => {
    if (!hasLeft(error, context)) tell(error);
  });
}

/** Connections other than the reader's can break too, such as that of a middleware to another server. */
function hasLeft(error: unknown, context: Context | undefined): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return (code === 'EPIPE' || code === 'ECONNRESET') && context?.req.socket.destroyed === true;
}
