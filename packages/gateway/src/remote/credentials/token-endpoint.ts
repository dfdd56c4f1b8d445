/**
 * Requests tokens from the token endpoint of an authorization server, as a client with a secret.
 *
 * Spec: RFC 6749 §2.3.1 and §5, RFC 8414 §3
 */
import { isJsonObject, type JsonObject } from '@sigil/core';
import { ConnectionError } from '@sigil/client/internal';
import { AnswerTooLong, limitAnswer } from './limit-answer.js';

/** A client of an authorization server. */
export interface TokenClient {
  /** The address of the token endpoint; `undefined` when the metadata of `issuer` name it. */
  readonly tokenUrl: string | undefined;
  readonly issuer: string | undefined;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Limit of one request to the authorization server. */
  readonly timeoutMs: number;
}

/** A granted token. */
export interface GrantedToken {
  /** The value of the `Authorization` header. */
  readonly value: string;
  /** Time of renewal, in milliseconds on the given clock. */
  readonly renewAt: number;
  /** End of the token, on the same clock; until then it serves even if it cannot be renewed. */
  readonly endsAt: number;
}

/** The authorization server gave no refusal, so a later request may succeed. */
export class AuthorizationServerAway extends ConnectionError {}

const noToken = 'no token could be had from the authorization server: ';
/** The longest time before its end at which a token is renewed. */
const renewBeforeMs = 60_000;
const renewBeforePart = 0.1;
/** The lifetime of a token whose answer states none. */
const assumedLifetimeMs = 300_000;

/** The endpoint, and how the client proves itself there. */
interface FoundEndpoint {
  readonly url: string;
  /** Whether the secret is in the form, since the metadata name no other method. */
  readonly isSecretInForm: boolean;
}

export class TokenEndpoint {
  #found: FoundEndpoint | undefined;

  constructor(
    private readonly client: TokenClient,
    private readonly now: () => number,
  ) {
    this.#found = this.#configured();
  }

  /**
   * @param form the members of the grant; `undefined` ones are left out
   * @throws ConnectionError `unauthorized`, with a message that holds no secret
   */
  async ask(form: Readonly<Record<string, string | undefined>>): Promise<GrantedToken> {
    const askedAt = this.now();
    this.#found ??= await this.#find();
    const answer = await this.#fetch(this.#found.url, this.#write(form, this.#found)).catch((error: unknown) => {
      // The endpoint may have moved, so its address is looked up again next time.
      this.#found = this.#configured();
      throw error;
    });
    const { access_token: token, token_type: type, expires_in: seconds } = answer;
    if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token)) throw refused('its answer has no "access_token"');
    if (typeof type === 'string' && type.toLowerCase() !== 'bearer') throw refused('its token is no bearer token');
    const lifetimeMs = typeof seconds === 'number' && seconds > 0 ? seconds * 1_000 : assumedLifetimeMs;
    const endsAt = askedAt + lifetimeMs;
    const renewAt = endsAt - Math.min(renewBeforeMs, lifetimeMs * renewBeforePart);
    return { value: `Bearer ${token}`, renewAt, endsAt };
  }

  #configured(): FoundEndpoint | undefined {
    const { tokenUrl } = this.client;
    return tokenUrl === undefined ? undefined : { url: tokenUrl, isSecretInForm: false };
  }

  #write(form: Readonly<Record<string, string | undefined>>, { isSecretInForm }: FoundEndpoint): RequestInit {
    const { clientId, clientSecret } = this.client;
    const members = Object.entries(form).filter((member): member is [string, string] => member[1] !== undefined);
    const body = new URLSearchParams(members);
    if (isSecretInForm) {
      body.set('client_id', clientId);
      body.set('client_secret', clientSecret);
      return { method: 'POST', body };
    }
    const credentials = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
    const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
    return { method: 'POST', headers: { authorization }, body };
  }

  /** Tries the addresses in the order of RFC 8414 §5. */
  async #find(): Promise<FoundEndpoint> {
    const issuer = this.client.issuer ?? '';
    const { origin, pathname } = new URL(issuer);
    const path = pathname.replace(/\/$/, '');
    const places = [
      `${origin}/.well-known/oauth-authorization-server${path}`,
      `${origin}/.well-known/openid-configuration${path}`,
      `${origin}${path}/.well-known/openid-configuration`,
    ];
    const problems: unknown[] = [];
    for (const place of new Set(places)) {
      try {
        return readEndpoint(await this.#fetch(place, {}), issuer);
      } catch (error) {
        // A server that times out here would time out at the other addresses too.
        if (isTimeout(error)) throw error;
        problems.push(error);
      }
    }
    throw problems.find((it) => it instanceof WrongMetadata) ?? problems.at(-1);
  }

  async #fetch(url: string, init: RequestInit): Promise<JsonObject> {
    const signal = AbortSignal.timeout(this.client.timeoutMs);
    const headers = { accept: 'application/json', ...(init.headers as Record<string, string> | undefined) };
    let response: Response;
    let text: string;
    try {
      // A redirect would take the secret elsewhere.
      response = limitAnswer(await fetch(url, { ...init, headers, redirect: 'error', signal }));
      text = await response.text();
    } catch (cause) {
      if (cause instanceof AnswerTooLong) throw refused('its answer is too long', { cause });
      throw away('it does not answer', { cause });
    }
    const answer = parse(text);
    if (response.ok && answer) return answer;
    const code = typeof answer?.['error'] === 'string' ? answer['error'].replaceAll(/[^\w-]/g, '').slice(0, 64) : '';
    const isAway = response.status >= 500 || response.status === 429;
    throw (isAway ? away : refused)(`it answered with HTTP ${response.status}${code === '' ? '' : ` ${code}`}`);
  }
}

/** Metadata that exist and are wrong, which is a better report than an address without any. */
class WrongMetadata extends ConnectionError {}

function readEndpoint(metadata: JsonObject, issuer: string): FoundEndpoint {
  const { issuer: named, token_endpoint: url, token_endpoint_auth_methods_supported: methods } = metadata;
  const wrong = (why: string): WrongMetadata => new WrongMetadata('unauthorized', noToken + why, { mayHaveRun: false });
  if (named !== issuer) throw wrong('its metadata names another issuer');
  if (typeof url !== 'string' || !isSafeUrl(url)) throw wrong('its metadata has no token endpoint with https:');
  const isNamed = (method: string): boolean => Array.isArray(methods) && methods.includes(method);
  return { url, isSecretInForm: isNamed('client_secret_post') && !isNamed('client_secret_basic') };
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof DOMException && error.cause.name === 'TimeoutError';
}

/** Returns whether a secret may be sent to the URL: over `https:`, or on this machine. */
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

function refused(why: string, options: ErrorOptions = {}): ConnectionError {
  return new ConnectionError('unauthorized', noToken + why, { mayHaveRun: false, ...options });
}

function away(why: string, options: ErrorOptions = {}): AuthorizationServerAway {
  return new AuthorizationServerAway('unauthorized', noToken + why, { mayHaveRun: false, ...options });
}
