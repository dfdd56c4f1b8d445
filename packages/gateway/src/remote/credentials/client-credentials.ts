/**
 * Gets access tokens for this server itself: the grant of client credentials. One token serves all calls until shortly before it ends.
 *
 * Spec: RFC 6749 §4.4, RFC 8707
 */
import type { Authorization } from './authorization.js';
import { TokenEndpoint, type GrantedToken, type TokenClient } from './token-endpoint.js';

/** A client of an authorization server, and the token that it asks for. */
export interface ClientCredentials extends TokenClient {
  /** Scopes with spaces between them. */
  readonly scope: string | undefined;
  /** The upstream server that the token is for. */
  readonly resource: string;
}

/** Asks when a token is first needed, and once for all who wait. */
export class ClientCredentialsGrant implements Authorization {
  readonly #endpoint: TokenEndpoint;
  #known: GrantedToken | undefined;
  #asking: Promise<string> | undefined;

  constructor(
    private readonly client: ClientCredentials,
    private readonly now: () => number = Date.now,
  ) {
    this.#endpoint = new TokenEndpoint(client, now);
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
    const { scope, resource } = this.client;
    this.#known = await this.#endpoint.ask({ grant_type: 'client_credentials', resource, scope });
    return this.#known.value;
  }
}
