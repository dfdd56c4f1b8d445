/**
 * Credentials of a client: tokens that a function returns, or those of the official client's OAuth.
 *
 * The official client does the work: discovery, registration, PKCE, resource indicators, renewal. Spec: 2026-07-28 basic/authorization
 */
import type { OAuthClientProvider } from '@modelcontextprotocol/client';
import { ConnectionError } from '../errors/connection-error.js';
import type { Authorization } from '../transports/authorization.js';
import { probeRefusal } from './refusal-probe.js';

/** An `OAuthClientProvider` of the official client, which calls the members that are not named here. */
export interface OAuthProvider {
  tokens(): { readonly access_token: string } | undefined | Promise<{ readonly access_token: string } | undefined>;
}

/** Tokens that a function returns. */
export class TokenAuthorization implements Authorization {
  /** @param read returns a bearer token; called for every request, and once more when the server refuses it */
  constructor(private readonly read: () => string | Promise<string>) {}

  async value(): Promise<string> {
    return orUnauthorized(async () => bearer(await this.read()));
  }

  /** The function knows of no refusal; the same token is sent once more. */
  forget(): void {}
}

/** Tokens of the official client's OAuth: read from the provider, and renewed or requested when the server refuses them. */
export class ProviderAuthorization implements Authorization {
  #refused: string | undefined;
  #isUnneeded = false;
  /** The step in progress, for all requests that wait for a token. */
  #obtaining: Promise<string> | undefined;

  constructor(
    private readonly provider: OAuthProvider,
    private readonly url: URL,
  ) {}

  async value(): Promise<string> {
    return orUnauthorized(() => this.#value());
  }

  async #value(): Promise<string> {
    const tokens = await this.provider.tokens();
    const value = tokens ? bearer(tokens.access_token) : undefined;
    if (value !== undefined && value !== this.#refused) return value;
    if (this.#isUnneeded) return '';
    this.#obtaining ??= this.#obtain().finally(() => (this.#obtaining = undefined));
    return this.#obtaining;
  }

  forget(value: string): void {
    this.#isUnneeded = false;
    if (value !== '') this.#refused = value;
  }

  /** @returns an empty value if the server demands no token */
  async #obtain(): Promise<string> {
    const { auth, extractWWWAuthenticateParams } = await import('@modelcontextprotocol/client');
    const { response } = await probeRefusal(this.url.href, fetch);
    if (response.status !== 401 && this.#refused === undefined) {
      this.#isUnneeded = true;
      return '';
    }
    const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(response);
    const outcome = await auth(officialProvider(this.provider), {
      serverUrl: this.url,
      ...(resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl }),
      ...(scope === undefined ? {} : { scope }),
    });
    if (outcome === 'REDIRECT')
      throw unauthorized('a user has to sign in: the provider was given the address, and finishSignIn() goes on');
    const tokens = await this.provider.tokens();
    if (!tokens) throw unauthorized('the provider kept no token');
    return bearer(tokens.access_token);
  }
}

/**
 * Redeems the answer of an authorization server, after the user has signed in at the address that the provider was given.
 *
 * @param answer the query of the redirect: `code`, and `iss` if the authorization server sends it
 * @throws an error of the official client when the answer is refused
 */
export async function finishSignIn(url: string | URL, provider: OAuthProvider, answer: URLSearchParams): Promise<void> {
  const { auth } = await import('@modelcontextprotocol/client');
  const iss = answer.get('iss');
  await auth(officialProvider(provider), {
    serverUrl: url,
    authorizationCode: answer.get('code') ?? '',
    ...(iss === null ? {} : { iss }),
  });
}

/** Sound: the option's documentation demands a provider of the official client, whose other members only that client reads. */
function officialProvider(provider: OAuthProvider): OAuthClientProvider {
  return provider as OAuthClientProvider;
}

function bearer(token: string): string {
  return `Bearer ${token}`;
}

function unauthorized(message: string, cause?: unknown): ConnectionError {
  return new ConnectionError('unauthorized', message, { mayHaveRun: false, cause });
}

/** @throws ConnectionError `unauthorized` with the cause, when there is no token */
async function orUnauthorized(read: () => Promise<string>): Promise<string> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof ConnectionError ? error : unauthorized('no token could be had for the server', error);
  }
}
