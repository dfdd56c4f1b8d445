/**
 * Tells of what fails while an answer is made or sent. Readers who leave meanwhile are no failure.
 */
import type Koa from 'koa';
import type { Context } from 'koa';

/** Without a listener, Koa writes what fails to standard error by itself. */
export function tellErrors(app: Koa, tell: (error: unknown) => void): void {
  app.on('error', (error: unknown, context?: Context) => {
    if (!hasLeft(error, context)) tell(error);
  });
}

/** Others than the reader can break a connection too: that of a middleware to somewhere else. */
function hasLeft(error: unknown, context: Context | undefined): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return (code === 'EPIPE' || code === 'ECONNRESET') && context?.req.socket.destroyed === true;
}
