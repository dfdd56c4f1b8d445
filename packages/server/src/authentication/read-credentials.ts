/**
 * Reads what a request for a page or an action says about its sender.
 */
import type { Credentials } from '@sigil/transport-http';
import type { Context } from 'koa';

/** Joins repeated `Authorization` headers, so that two of them are refused as one that cannot be read. */
export function readCredentials({ req: request }: Context): Credentials {
  const forwardedFor = request.headers['x-forwarded-for'];
  return {
    authorization: request.headersDistinct['authorization']?.join(', '),
    url: request.url,
    address: request.socket.remoteAddress,
    forwardedFor: typeof forwardedFor === 'string' && forwardedFor !== '' ? forwardedFor : undefined,
  };
}
