/**
 * A handler as a route of Next, `app/mcp/route.ts`.
 */
// #region next
import { openHandler } from '@sigil/server/embedding';

const opened = openHandler(process.env['PLUGIN_FOLDER'] ?? 'plugins/echo');

/** The route. It needs Node, which is Next's default. */
async function answer(request: Request): Promise<Response> {
  const { handler } = await opened;
  return handler(request);
}

export { answer as DELETE, answer as GET, answer as OPTIONS, answer as POST };
// #endregion next
