/**
 * Finds the endpoints of an issuer.
 *
 * Spec: RFC 8414 §3, OpenID Connect Discovery 1.0 §4
 */
import type { JsonObject } from '@sigil/core';
import { IssuerUnavailable } from '../token-errors.js';
import { fetchJson, type FetchLimits } from './fetch-json.js';

/**
 * Tries each well-known address. Many servers serve only one of the documents and answer anything at the other addresses.
 *
 * @returns the URL of its keys
 * @throws IssuerUnavailable when no document is this issuer's; the error is that of the first address that answered
 */
export async function discoverKeysUrl(issuer: string, limits: FetchLimits): Promise<string> {
  const problems: unknown[] = [];
  for (const place of placesOf(issuer)) {
    try {
      const document = await fetchJson(place, limits);
      if (document) return readKeysUrl(document, issuer, place);
    } catch (error) {
      // A server that times out here will time out at its other addresses too.
      if (isTimeout(error)) throw error;
      problems.push(error);
    }
  }
  if (problems.length > 0) throw problems[0];
  throw new IssuerUnavailable(`${issuer} has neither metadata of RFC 8414 nor of OpenID Connect`);
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof DOMException && error.cause.name === 'TimeoutError';
}

function placesOf(issuer: string): readonly string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  return [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
    ...(path === '' ? [] : [`${origin}/.well-known/openid-configuration${path}`]),
  ];
}

function readKeysUrl(document: JsonObject, issuer: string, place: string): string {
  const { issuer: named, jwks_uri: url } = document;
  if (named !== issuer) throw new IssuerUnavailable(`${place} is the metadata of another issuer than "${issuer}"`);
  if (typeof url === 'string' && isSafeUrl(url)) return url;
  throw new IssuerUnavailable(`${place}: "jwks_uri" must be an https URL`);
}

const loopbackNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Allows https, and http only on loopback. */
function isSafeUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && loopbackNames.has(hostname));
}
