/**
 * The header that says how long a connection stays open without a request, so that clients open another one in time.
 */
import { ServerResponse, type IncomingMessage } from 'node:http';

const noHeaders: readonly string[] = [];

/** A response of our own server. */
class KeptResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  get keepAlive(): readonly string[] {
    return noHeaders;
  }
}

/**
 * Makes the class of a server's responses, for the option `ServerResponse` of `createServer`. They state how long their connection stays open
 * without a request, so that clients open another one in time.
 *
 * node:http states it only along with a timer that it starts and stops for each request.
 */
export function responsesWithKeepAlive(keepAliveMs: number): typeof KeptResponse {
  const seconds = Math.floor(keepAliveMs / 1_000);
  if (seconds === 0) return KeptResponse;
  const head = ['Keep-Alive', `timeout=${seconds}`];
  return class<Request extends IncomingMessage = IncomingMessage> extends KeptResponse<Request> {
    override get keepAlive(): readonly string[] {
      return head;
    }
  };
}

/** Returns the headers that state it, alternating names and values; none if the connection ends with this response. */
export function keepAliveHead(response: ServerResponse): readonly string[] {
  if (!(response instanceof KeptResponse) || !response.shouldKeepAlive || response.hasHeader('Connection'))
    return noHeaders;
  return response.keepAlive;
}
