/**
 * Fetches addresses that an upstream server names for a sign-in: within limits of time and length, and, if so configured, not from
 * private addresses. Redirects are left to the caller, who may follow one within its origin by another request.
 */
import { ConnectionError, isPrivateHost, lookupPublic } from '@sigil/client/internal';
import { limitAnswer } from '../credentials/limit-answer.js';
import { isSafeUrl } from '../credentials/token-endpoint.js';

interface FetchRules {
  readonly timeoutMs: number;
  readonly allowPrivate: boolean;
  /** Returns whether a proxy leads to the URL, which then looks its name up. */
  isProxied(url: URL): boolean;
}

/** @returns a function like the global `fetch`, which rejects what the limits forbid */
export function openSafeFetch({ timeoutMs, allowPrivate, isProxied }: FetchRules): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (!isSafeUrl(url.href)) throw refused('an address of the authorization server is not https:');
    if (!allowPrivate) await requirePublic(url, isProxied(url));
    const limit = AbortSignal.timeout(timeoutMs);
    const signal = init?.signal ? AbortSignal.any([init.signal, limit]) : limit;
    const redirect = init?.redirect === 'manual' ? 'manual' : 'error';
    return limitAnswer(await fetch(input, { ...init, redirect, signal }));
  };
}

async function requirePublic({ hostname }: URL, isProxied: boolean): Promise<void> {
  if (isPrivateHost(hostname))
    throw refused('the authorization server is at a private address (allowPrivate is false)');
  if (isProxied) return;
  await new Promise<void>((resolve, reject) => {
    lookupPublic(hostname, {}, (error) => (error ? reject(error) : resolve()));
  });
}

function refused(why: string): ConnectionError {
  return new ConnectionError('unauthorized', why, { mayHaveRun: false });
}
