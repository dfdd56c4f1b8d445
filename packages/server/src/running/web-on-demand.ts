/**
 * Loads the pages and other addresses besides the MCP endpoints with the first request for one, so that the start, and a server that only
 * answers clients, need neither Koa nor templates.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * @param load called again with the next request after a failure
 * @param onError called with the failure; the request is answered with 500
 */
export function loadOnDemand(load: () => Promise<Handler>, onError: (error: unknown) => void): Handler {
  let loading: Promise<Handler> | undefined;
  return (request, response) => {
    loading ??= load();
    loading.then(
      (handle) => handle(request, response),
      (error: unknown) => {
        loading = undefined;
        onError(error);
        response.writeHead(500).end();
      },
    );
  };
}
