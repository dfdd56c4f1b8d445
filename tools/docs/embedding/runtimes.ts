/**
 * A handler as a module that Bun and Deno serve.
 */
// #region runtimes
import { openHandler } from '@sigil/server/embedding';

const { handler } = await openHandler(process.env['PLUGIN_FOLDER'] ?? 'plugins/echo');

/** `bun run` and `deno serve` listen, and pass each request on. */
export default { fetch: (request: Request) => handler(request) };
// #endregion runtimes
