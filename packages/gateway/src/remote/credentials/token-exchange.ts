/**
 * Exchanges the token that a caller came with for one at the upstream server, so that the upstream knows the caller. The caller's own
 * token goes only to the authorization server.
 *
 * Spec: RFC 8693 §2, RFC 8707
 */
import { ToolError, type Context } from '@sigil/core';
import type { Principal } from '@sigil/core/engine';
import { principalKey } from '@sigil/core/internal';
import type { Authorization } from '@sigil/client/internal';
import { CachedToken } from './cached-token.js';
import type { CallerCredentials } from './caller-credentials.js';
import { TokenEndpoint, type GrantedToken, type TokenClient } from './token-endpoint.js';

/** A client that may exchange tokens, and the tokens that it requests. */
export interface TokenExchange extends TokenClient {
  readonly scope: string | undefined;
  /** The upstream server that the tokens are for. */
  readonly resource: string | undefined;
  /** The upstream server, by its name at the authorization server. */
  readonly audience: string | undefined;
}

const grantType = 'urn:ietf:params:oauth:grant-type:token-exchange';
const accessToken = 'urn:ietf:params:oauth:token-type:access_token';

/** Exchanges tokens; callers with the same identity and the same scopes share one. */
export class ExchangedTokens implements CallerCredentials {
  readonly #endpoint: TokenEndpoint;
  readonly #grants = new WeakMap<Authorization, ExchangeGrant>();

  /** @param tokenOf the token that a caller came with; `undefined` for a caller without one */
  constructor(
    private readonly client: TokenExchange,
    private readonly tokenOf: (principal: Principal) => string | undefined,
    private readonly now: () => number = Date.now,
  ) {
    this.#endpoint = new TokenEndpoint(client, now);
  }

  keyOf(principal: Principal): string {
    const scopes = principal.scopes === 'every' ? 'every' : [...principal.scopes].sort();
    return JSON.stringify([principalKey(principal), scopes]);
  }

  open(): Authorization {
    const { scope, resource, audience } = this.client;
    const form = { grant_type: grantType, subject_token_type: accessToken, scope, resource, audience };
    const ask = (token: string): Promise<GrantedToken> => this.#endpoint.ask({ ...form, subject_token: token });
    const grant = new ExchangeGrant(ask, this.now);
    this.#grants.set(grant, grant);
    return grant;
  }

  /** @throws ToolError for a caller without a token */
  prepare({ principal }: Context, authorization: Authorization): void {
    const token = this.tokenOf(principal);
    if (token === undefined)
      throw new ToolError('the upstream server is called in the name of callers, and this one came without a token');
    this.#grants.get(authorization)?.use(token);
  }

  /** Returns false: a refused exchange would be refused again. */
  renew(): false {
    return false;
  }
}

/** Exchanges the caller's newest token. An earlier exchanged token stays in use until its end. */
class ExchangeGrant extends CachedToken {
  #subject = '';

  constructor(ask: (subject: string) => Promise<GrantedToken>, now: () => number) {
    super(() => ask(this.#subject), now);
  }

  use(subject: string): void {
    this.#subject = subject;
  }
}
