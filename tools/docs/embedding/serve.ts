/**
 * A server for the plugins of a folder, in a program of its own.
 */
// #region serve
import { serve } from '@sigil/server/embedding';

/** Serves every plugin of the folder at `/mcp/{name}`, and all of them together at `/mcp/all`. */
export async function main(folder: string, port: number) {
  const server = await serve(folder, { port });
  for (const { path } of server.servers) console.error(server.url + path);
  process.once('SIGTERM', () => void server.close());
  return server;
}
// #endregion serve
