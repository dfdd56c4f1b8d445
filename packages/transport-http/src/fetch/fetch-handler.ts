/**
 * Offers an endpoint as a handler of the Fetch standard, for frameworks and runtimes that pass a `Request` and take a `Response`.
 *
 * The endpoint answers as on node:http. No code may read the body before it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Principal } from '@sigil/core/engine';
import type { HttpEndpoint } from '../endpoint/endpoint.js';
import { defaultServerLimits } from '../limits.js';
import { refuseLongHead } from '../requests/long-head.js';
import { refuse } from '../requests/refusal.js';
import { FetchRequest } from './fetch-request.js';
import { FetchResponse } from './fetch-response.js';
import { FetchSocket } from './fetch-socket.js';

/** The sender of a request, which the Fetch standard does not say. */
export interface FetchCaller {
  /** The caller, if the framework has authenticated it: tools see it, and it decides about scopes, sessions and limits. */
  readonly principal?: Principal | undefined;
  /** The address from which limits of one client are counted. Default: all callers share the limits of one client. */
  readonly address?: string | undefined;
}

/**
 * Answers one request. Aborting its signal, or cancelling the body of its answer, is a disconnection: a call that runs is cancelled.
 *
 * @returns rejects with the signal's reason when the request was aborted before its answer began, and with an Error when the endpoint
 *   cut the connection
 * @throws TypeError when the body was read already
 */
export type FetchHandler = (request: Request, caller?: FetchCaller) => Promise<Response>;

/** Runtimes pass arguments of their own to a handler that is given to them as it is, such as Bun its server. */
function addressOf(caller: FetchCaller | undefined): string | undefined {
  const address: unknown = caller?.address;
  return typeof address === 'string' ? address : undefined;
}

/** Such an argument has no principal. */
function principalOf(caller: FetchCaller | undefined): Principal | undefined {
  const principal = caller?.principal;
  return typeof principal?.id === 'string' ? principal : undefined;
}

/** Makes the handler of an endpoint; the code that made the endpoint closes it. */
export function fetchHandler(endpoint: HttpEndpoint): FetchHandler {
  return async (request, caller) => {
    const { signal } = request;
    signal.throwIfAborted();
    const socket = new FetchSocket(addressOf(caller));
    const received = new FetchRequest(request, socket);
    const response = new FetchResponse(received, socket);
    // A server of node:http refuses such a head, too.
    const refusal = refuseLongHead(received, defaultServerLimits);
    if (refusal) {
      refuse(response as unknown as ServerResponse, refusal);
      return response.answer;
    }
    const abandon = (): void => response.abandon();
    signal.addEventListener('abort', abandon, { once: true });
    response.once('close', () => signal.removeEventListener('abort', abandon));
    // They have the members that an endpoint uses, which its contract tests show.
    const [message, answer] = [received as unknown as IncomingMessage, response as unknown as ServerResponse];
    endpoint.handle(message, answer, undefined, principalOf(caller));
    try {
      return await response.answer;
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    }
  };
}
