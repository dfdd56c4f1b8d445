/**
 * Gets access tokens for this server itself with the client credentials grant. One token serves all calls until shortly before it ends.
 *
 * Spec: RFC 6749 §4.4, RFC 8707
 */
import { CachedToken } from './cached-token.js';
import { TokenEndpoint, type TokenClient } from './token-endpoint.js';

/** A client of an authorization server, and the token that it asks for. */
export interface ClientCredentials extends TokenClient {
  /** Scopes, separated by spaces. */
  readonly scope: string | undefined;
  /** The upstream server that the token is for. */
  readonly resource: string;
}

/** Requests a token on first use, once for all calls that wait for it. */
export class ClientCredentialsGrant extends CachedToken {
  constructor(client: ClientCredentials, now: () => number = Date.now) {
    const endpoint = new TokenEndpoint(client, now);
    const { scope, resource } = client;
    super(() => endpoint.ask({ grant_type: 'client_credentials', resource, scope }), now);
  }
}
