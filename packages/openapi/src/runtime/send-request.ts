/**
 * Sends a request, follows redirects within its origin, and repeats it after a short `Retry-After`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ToolError } from '@sigil/core';
import { readRetryAfter } from './retry-after.js';

/** A complete request. */
export interface OutgoingRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: string | Uint8Array<ArrayBuffer> | undefined;
}

/** The terms under which a request is sent. */
export interface SendTerms {
  readonly signal: AbortSignal;
  readonly maxRetryAfterMs: number;
  /** Runs before each connection; throws to refuse its address. */
  readonly checkAddress: (url: URL) => Promise<void>;
}

/** An answer, and the URL that it came from. */
export interface Received {
  readonly response: Response;
  readonly url: URL;
}

const maxRedirects = 5;
const maxRepetitions = 2;

/** @returns the answer, whatever its status @throws ToolError for a redirect that must not be followed */
export async function sendRequest(request: OutgoingRequest, terms: SendTerms): Promise<Received> {
  for (let repetitions = 0; ; repetitions += 1) {
    const received = await sendFollowing(request, terms);
    const seconds = secondsToWait(request.method, received.response);
    if (seconds === undefined || seconds * 1000 > terms.maxRetryAfterMs || repetitions === maxRepetitions)
      return received;
    await received.response.body?.cancel();
    await sleep(seconds * 1000, undefined, { signal: terms.signal });
  }
}

/** After 429 nothing was done. After 503 something may have been, so only methods that may be repeated are. */
function secondsToWait(method: string, { status, headers }: Response): number | undefined {
  const mayRepeat = status === 429 || (status === 503 && method !== 'POST' && method !== 'PATCH');
  return mayRepeat ? readRetryAfter(headers.get('retry-after')) : undefined;
}

async function sendFollowing(first: OutgoingRequest, terms: SendTerms): Promise<Received> {
  let request = first;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const { url, method, headers, body } = request;
    await terms.checkAddress(url);
    const options = { method, headers, redirect: 'manual', signal: terms.signal } as const;
    const response = await fetch(url, body === undefined ? options : { ...options, body });
    const location = response.headers.get('location');
    if (location === null || ![301, 302, 303, 307, 308].includes(response.status)) return { response, url };
    await response.body?.cancel();
    request = redirected(request, response.status, location);
  }
  throw new ToolError(`the API redirects more than ${maxRedirects} times`);
}

/** Only the origin of the target is named: its path and query may hold a key. */
function redirected(request: OutgoingRequest, status: number, location: string): OutgoingRequest {
  const url = URL.canParse(location, request.url.href) ? new URL(location, request.url.href) : undefined;
  if (!url || url.origin !== request.url.origin) {
    const target = url && url.origin !== 'null' ? url.origin : 'another address';
    throw new ToolError(`the API redirects to ${target}, which is not followed: it is another origin`);
  }
  url.username = '';
  url.password = '';
  const { method } = request;
  const keepsMethod = status === 307 || status === 308 || (status !== 303 && method !== 'POST');
  if (keepsMethod || method === 'HEAD') return { ...request, url };
  const headers = new Headers(request.headers);
  headers.delete('content-type');
  return { method: 'GET', url, headers, body: undefined };
}
