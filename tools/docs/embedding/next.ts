/**
 * An endpoint as an API route of Next, `pages/api/mcp.ts`.
 */
// #region next
import type { IncomingMessage, ServerResponse } from 'node:http';
import { openEndpoint } from './open-endpoint.js';

const opened = openEndpoint(process.env['PLUGIN_FOLDER'] ?? 'plugins/echo');

/** Next reads no body of this route. */
export const config = { api: { bodyParser: false, externalResolver: true } };

/** The route. */
export default async function handler(request: IncomingMessage, response: ServerResponse) {
  const { endpoint } = await opened;
  endpoint.handle(request, response);
  await new Promise((resolve) => response.once('close', resolve));
}
// #endregion next
