/**
 * The operator's middleware around what is served over HTTP.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpEndpoint } from '@sigil/transport-http';

/** Answers a request of node:http. @param parsedBody its body, if middleware has read it */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse, parsedBody?: unknown) => void;

/** Runs the middleware before handlers and endpoints. */
export interface OperatorMiddleware {
  wrap(handler: RequestHandler): RequestHandler;
  /** The middleware may read the headers of a request at any time. */
  wrapEndpoint(endpoint: HttpEndpoint): HttpEndpoint;
}

/** Leaves everything as it is, so that a server without middleware pays nothing. */
export const noMiddleware: OperatorMiddleware = {
  wrap: (handler) => handler,
  wrapEndpoint: (endpoint) => endpoint,
};
