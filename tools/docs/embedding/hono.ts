/**
 * A handler in a Hono application.
 */
// #region hono
import { openHandler, type HandlerOptions } from '@sigil/server/embedding';
import { Hono } from 'hono';

export async function makeHonoApp(folder: string, options: HandlerOptions = {}) {
  const { handler, close } = await openHandler(folder, options);
  const app = new Hono();
  app.all('/mcp', ({ req }) => handler(req.raw));
  return { app, close };
}
// #endregion hono
