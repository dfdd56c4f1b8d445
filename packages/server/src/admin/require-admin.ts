/**
 * Refuses requests at the admin address that come without the admin token or a token with the scope.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { mayUse } from '@sigil/core/catalog';
import type { Denial } from '@sigil/transport-http';
import type { Context, Middleware } from 'koa';
import type { EndpointAuthentication } from '../authentication/open-authentication.js';
import { readCredentials } from '../authentication/read-credentials.js';
import { adminScope } from './admin-path.js';
import { TokenTries } from './token-tries.js';

/** Those who may use the address, by token or authentication or both. */
export interface AdminCallers {
  /** Opens the address to callers that send it as `Authorization: Bearer …`. */
  readonly token: string | undefined;
  /** Judges every other token. */
  readonly authentication: EndpointAuthentication | undefined;
  /** Called with each refusal, except those by `authentication`. */
  readonly onRefused: (denial: Denial) => void;
  /** Counts wrong tokens by network; beyond the limit the answer is 429. */
  readonly tries?: TokenTries;
}

/** Lets a request pass if its sender may use the address. */
export function requireAdmin({ tries = new TokenTries(), ...callers }: AdminCallers): Middleware {
  const expected = callers.token === undefined ? undefined : digest(callers.token);
  return async (context, next) => {
    const isTry = context.get('authorization') !== '';
    const address = context.req.socket.remoteAddress;
    const secondsToWait = isTry ? tries.secondsToWait(address) : 0;
    if (secondsToWait > 0) {
      const denial = tooManyWrong(secondsToWait);
      callers.onRefused(denial);
      return deny(context, denial);
    }
    const denial = await findDenial(context, expected, callers);
    if (!denial) return next();
    if (isTry && denial.status === 401) tries.noteWrong(address);
    return deny(context, denial);
  };
}

function deny(context: Context, { status, headers, message }: Denial): void {
  context.status = status;
  context.set(headers);
  context.body = { error: message };
}

/** @returns `undefined` when the request is allowed */
async function findDenial(
  context: Context,
  expected: Buffer | undefined,
  { authentication, onRefused }: Omit<AdminCallers, 'tries'>,
): Promise<Denial | undefined> {
  const presented = /^Bearer +(.+)$/i.exec(context.get('authorization'))?.[1];
  if (expected && presented !== undefined && timingSafeEqual(digest(presented), expected)) return undefined;
  if (!authentication) {
    const denial = presented === undefined ? tokenNeeded : tokenWrong;
    onRefused(denial);
    return denial;
  }
  const verdict = await authentication.authenticate(readCredentials(context));
  if ('status' in verdict) return verdict;
  const needed = { scopes: [adminScope] };
  return mayUse(verdict, needed) ? undefined : authentication.denyScopes(needed.scopes, context.req.url);
}

const tokenNeeded: Denial = {
  status: 401,
  message: 'present the admin token as "Authorization: Bearer …"',
  headers: { 'WWW-Authenticate': 'Bearer realm="sigil admin"' },
};

const tokenWrong: Denial = {
  status: 401,
  message: 'this is not the admin token',
  headers: { 'WWW-Authenticate': 'Bearer realm="sigil admin", error="invalid_token"' },
};

function tooManyWrong(seconds: number): Denial {
  const message = `too many wrong tokens came from your network: try again in ${seconds} s`;
  return { status: 429, message, headers: { 'Retry-After': String(seconds) } };
}

/** Hashes tokens to one length, so that the comparison does not reveal the token's length. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
