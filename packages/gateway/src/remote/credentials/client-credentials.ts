/**
 * Gets access tokens for this server itself: the grant of client credentials. One token serves all calls until shortly before it ends.
 *
 * Spec: RFC 6749 §4.4, RFC 8414, RFC 8707
 */
import { isJsonObject, type JsonObject } from '@sigil/core';
import { UpstreamError } from '../trouble/upstream-error.js';

/** A client of an authorization server, and the token that it asks for. */
export interface ClientCredentials {
  /** The address of the token endpoint, or that of the authorization server, which then tells it. */
  readonly tokenUrl: string | undefined;
  readonly issuer: string | undefined;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Scopes with spaces between them. */
  readonly scope: string | undefined;
  /** The upstream server that the token is for. */
  readonly resource: string;
  /** For one request to the authorization server. */
  readonly timeoutMs: number;
}

/** Gives the value of the `Authorization` header. */
export interface Authorization {
  /** At once where it is known. @throws UpstreamError `unauthorized` when there is none to be had */
  value(): string | Promise<string>;
  /** The value was refused: the next one is another. */
  forget(value: string): void;
}

/** A token is renewed when so much of its time is left, at most. */
const renewBeforeMs = 60_000;
const renewBeforePart = 0.1;
/** For a token whose answer does not say how long it is good. */
const assumedLifetimeMs = 300_000;
const longestAnswer = 65_536;

/** Asks when a token is first needed, and once for all who wait. */
export class ClientCredentialsGrant implements Authorization {
  #known: { readonly value: string; readonly renewAt: number } | undefined;
  #asking: Promise<string> | undefined;
  #tokenUrl: string | undefined;

  constructor(
    private readonly client: ClientCredentials,
    private readonly now: () => number = Date.now,
  ) {
    this.#tokenUrl = client.tokenUrl;
  }

  value(): string | Promise<string> {
    if (this.#known && this.now() < this.#known.renewAt) return this.#known.value;
    this.#asking ??= this.#ask().finally(() => (this.#asking = undefined));
    return this.#asking;
  }

  forget(value: string): void {
    if (this.#known?.value === value) this.#known = undefined;
  }

  async #ask(): Promise<string> {
    const { clientId, clientSecret, scope, resource } = this.client;
    const askedAt = this.now();
    this.#tokenUrl ??= await this.#findTokenUrl();
    const form = { grant_type: 'client_credentials', resource, ...(scope === undefined ? {} : { scope }) };
    const credentials = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
    const answer = await this.#fetch(this.#tokenUrl, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
      body: new URLSearchParams(form),
    });
    const { access_token: token, token_type: type, expires_in: seconds } = answer;
    if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token)) throw refused('its answer has no "access_token"');
    if (typeof type === 'string' && type.toLowerCase() !== 'bearer') throw refused('its token is no bearer token');
    const lifetimeMs = typeof seconds === 'number' && seconds > 0 ? seconds * 1_000 : assumedLifetimeMs;
    const value = `Bearer ${token}`;
    this.#known = { value, renewAt: askedAt + lifetimeMs - Math.min(renewBeforeMs, lifetimeMs * renewBeforePart) };
    return value;
  }

  /** In the order of RFC 8414 §5. */
  async #findTokenUrl(): Promise<string> {
    const issuer = this.client.issuer ?? '';
    const { origin, pathname } = new URL(issuer);
    const path = pathname.replace(/\/$/, '');
    const places = [
      `${origin}/.well-known/oauth-authorization-server${path}`,
      `${origin}/.well-known/openid-configuration${path}`,
      `${origin}${path}/.well-known/openid-configuration`,
    ];
    let last: unknown;
    for (const place of new Set(places)) {
      try {
        const { issuer: named, token_endpoint: found } = await this.#fetch(place, {});
        if (named !== issuer) throw refused('its metadata names another issuer');
        if (typeof found !== 'string' || !isSafeUrl(found))
          throw refused('its metadata has no token endpoint with https:');
        return found;
      } catch (error) {
        last = error;
      }
    }
    throw last;
  }

  async #fetch(url: string, init: RequestInit): Promise<JsonObject> {
    const signal = AbortSignal.timeout(this.client.timeoutMs);
    const headers = { accept: 'application/json', ...(init.headers as Record<string, string> | undefined) };
    let response: Response;
    let text: string;
    try {
      // A redirect would take the secret elsewhere.
      response = await fetch(url, { ...init, headers, redirect: 'error', signal });
      text = await response.text();
    } catch (cause) {
      throw refused('it does not answer', cause);
    }
    const answer = text.length > longestAnswer ? undefined : parse(text);
    if (response.ok && answer) return answer;
    const code = typeof answer?.['error'] === 'string' ? answer['error'].replaceAll(/[^\w-]/g, '').slice(0, 64) : '';
    throw refused(`it answered with HTTP ${response.status}${code === '' ? '' : ` ${code}`}`);
  }
}

/** Returns whether a secret may be sent there: with `https:`, or on this machine. */
export function isSafeUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, username, password } = new URL(url);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname));
}

function parse(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function refused(why: string, cause?: unknown): UpstreamError {
  const message = `no token could be had from the authorization server: ${why}`;
  return new UpstreamError('unauthorized', message, { mayHaveRun: false, ...(cause === undefined ? {} : { cause }) });
}
