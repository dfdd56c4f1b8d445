/**
 * Loads what is served beside the MCP endpoints with the first request for it: a start, and a server that only answers clients, does
 * without Koa and templates.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * @param load tried again with the next request after it failed
 * @param onError told why it failed; the request is answered with 500
 */
export function onDemand(load: () => Promise<Handler>, onError: (error: unknown) => void): Handler {
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
