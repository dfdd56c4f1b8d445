/**
 * Lets the application name the caller of a request.
 */
import type { Principal } from '@sigil/core/engine';
import type { Authenticate, Denial } from '@sigil/transport-http';
import { currentHttpCall, type HttpRequest } from '../calls/http-call.js';

const nobody: Denial = { status: 401, message: 'the caller is not known', headers: { 'WWW-Authenticate': 'Bearer' } };

/** @param principal the function of the module's options */
export function authenticateBy(
  principal: (request: HttpRequest) => Principal | undefined | Promise<Principal | undefined>,
): Authenticate {
  return async () => {
    const call = currentHttpCall.getStore();
    return (call && (await principal(call.request))) ?? nobody;
  };
}
