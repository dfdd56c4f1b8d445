/**
 * Fetches a JSON document of an issuer, with limits on time and length, without following redirects.
 */
import { isJsonObject, type JsonObject } from '@sigil/core';
import type { AuthLimits } from '../limits.js';
import { IssuerUnavailable } from '../token-errors.js';

/** The limits of one request to an issuer. */
export type FetchLimits = Pick<AuthLimits, 'issuerTimeoutMs' | 'maxIssuerBytes'>;

/**
 * @returns `undefined` for a 404
 * @throws IssuerUnavailable for any other answer that is not a JSON object
 */
export async function fetchJson(
  url: string,
  limits: FetchLimits,
  request: RequestInit = {},
): Promise<JsonObject | undefined> {
  try {
    const signal = AbortSignal.timeout(limits.issuerTimeoutMs);
    const headers = { Accept: 'application/json', ...request.headers };
    const response = await fetch(url, { ...request, headers, signal, redirect: 'error' });
    const text = await readText(response, limits.maxIssuerBytes);
    if (response.status === 404) return undefined;
    if (!response.ok) throw new IssuerUnavailable(`${url} answered ${response.status}`);
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value)) return value;
    throw new IssuerUnavailable(`${url} must answer a JSON object`);
  } catch (cause) {
    if (cause instanceof IssuerUnavailable) throw cause;
    throw new IssuerUnavailable(`${url} cannot be read`, { cause });
  }
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    size += piece.length;
    if (size > maxBytes)
      throw new IssuerUnavailable(`an answer is longer than ${maxBytes} bytes (limit maxIssuerBytes)`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}
