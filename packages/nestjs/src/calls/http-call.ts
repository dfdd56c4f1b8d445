/**
 * The HTTP request that a call came with, for code of the application that runs around the call.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request as the application's adapter passes it on: that of Express, or that of Fastify with node:http's in `raw`. */
export interface HttpRequest {
  readonly headers: IncomingMessage['headers'];
  readonly raw?: IncomingMessage;
  /** The parsed body, if a parser of the application has read it. */
  readonly body?: unknown;
}

/** The response of Express, or that of Fastify with node:http's in `raw`. */
export interface HttpResponse {
  readonly statusCode: number;
  readonly raw?: ServerResponse;
  /** Tells Fastify that its reply is answered elsewhere. */
  hijack?(): unknown;
}

/** The two ends of a request. */
export interface HttpCall {
  readonly request: HttpRequest;
  readonly response: HttpResponse;
}

/** The call that the current code belongs to. */
export const currentHttpCall: AsyncLocalStorage<HttpCall> = new AsyncLocalStorage();
