/**
 * Sends a server a request without a token, since its refusal names the address of the metadata and the scopes.
 *
 * Spec: RFC 9728 §5.1, 2026-07-28 basic/authorization
 */
import { latestLegacyRevision } from '@sigil/core/internal';

/** The refusal, and the address that gave it, which is another one after a redirect. */
export interface Refusal {
  readonly response: Response;
  readonly url: string;
}

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
/** Some servers, such as FastMCP 3 for TypeScript, demand a session first, and a token only where one is opened. */
const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: latestLegacyRevision.date,
    capabilities: {},
    clientInfo: { name: 'sigil', version: '0' },
  },
};
/** Servers with the pair of endpoints of 2024-11-05 know no other request at this address. */
const stream: RequestInit = { headers: { accept: 'text/event-stream' } };
const mostRedirects = 3;

/** @param fetch follows no redirect that is to be handled manually @returns the answer, which is no refusal if none was needed */
export async function probeRefusal(url: string, fetch: typeof globalThis.fetch): Promise<Refusal> {
  const answer = await send(url, post(ping), fetch);
  const { status } = answer.response;
  if (status === 401 || status < 400 || status >= 500) return answer;
  for (const request of [post(initialize), stream]) {
    const next = await send(answer.url, request, fetch);
    if (next.response.status === 401) return next;
  }
  return answer;
}

/** Follows redirects within the origin, as later requests do. */
async function send(url: string, request: RequestInit, fetch: typeof globalThis.fetch): Promise<Refusal> {
  let at = url;
  for (let followed = 0; ; followed++) {
    const response = await fetch(at, { ...request, redirect: 'manual' });
    void response.body?.cancel();
    const next = findTarget(at, response);
    if (next === undefined || followed === mostRedirects) return { response, url: at };
    at = next;
  }
}

function post(message: object): RequestInit {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  return { method: 'POST', headers, body: JSON.stringify(message) };
}

function findTarget(url: string, { status, headers }: Response): string | undefined {
  const location = headers.get('location');
  if (location === null || (status !== 307 && status !== 308) || !URL.canParse(location, url)) return undefined;
  const target = new URL(location, url);
  return target.origin === new URL(url).origin ? target.href : undefined;
}
