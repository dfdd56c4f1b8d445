/**
 * The stored tokens of users at one upstream server, and their renewal.
 *
 * The names of secrets hold the upstream's URL, so another upstream of the same name gets none of them.
 */
import { isJsonObject, type JsonObject } from '@sigil/core';
import { AuthorizationServerAway } from '../credentials/token-endpoint.js';
import { ConnectionError } from '@sigil/client/internal';
import { memoryAsJson, renewTokens, type FlowMemory, type OAuthClient } from './oauth-flow.js';
import type { SecretStore } from './secret-store.js';

/** The store of the tokens, and the client that renews them. */
export interface TokenStoreParts {
  /** The upstream's name on this server. */
  readonly server: string;
  readonly client: () => OAuthClient;
  readonly secrets: SecretStore;
  readonly now: () => number;
}

/** A user's token, and the data needed to renew it. */
export interface StoredToken {
  readonly value: string;
  /** Time of renewal in milliseconds since 1970; absent for a token without a known end. */
  readonly renewAt?: number;
  /** End of the token, in milliseconds since 1970; until then it serves even if it cannot be renewed. */
  readonly endsAt?: number;
  readonly memory: FlowMemory;
}

interface Away {
  readonly error: AuthorizationServerAway;
  /** In milliseconds since 1970. */
  readonly until: number;
}

/** The longest time before its end at which a token is renewed. */
const renewBeforeMs = 60_000;
const renewBeforePart = 0.1;
/** The pause after a failed renewal. */
const retryMs = 5_000;
const headerValue = /^[\x21-\x7e]+$/;

export class TokenStore {
  readonly #renewing = new Map<string, Promise<StoredToken | undefined>>();
  /** The users whose renewal is not tried again yet. */
  readonly #away = new Map<string, Away>();

  constructor(private readonly parts: TokenStoreParts) {}

  /** @returns the token as stored, valid or not */
  async read(key: string): Promise<StoredToken | undefined> {
    return readToken(await this.parts.secrets.get(this.#nameOf('token', key)));
  }

  /**
   * @param refused a token that the upstream refused
   * @returns a valid token, renewed if necessary
   * @throws AuthorizationServerAway when there is none, and a later attempt may renew it
   */
  async find(key: string, refused?: string): Promise<StoredToken | undefined> {
    const kept = await this.read(key);
    if (!kept || this.#isGood(kept, refused)) return kept;
    const renewing = this.#renewing.get(key) ?? this.#renew(key, refused).finally(() => this.#renewing.delete(key));
    this.#renewing.set(key, renewing);
    return renewing;
  }

  /** Finds the token of the user who signed in last. */
  async findLast(refused: string | undefined): Promise<StoredToken | undefined> {
    const last = await this.parts.secrets.get(this.#nameOf('last'));
    return typeof last?.['key'] === 'string' ? this.find(last['key'], refused) : undefined;
  }

  /** Stores the tokens of a finished sign-in. @throws ConnectionError for a token that cannot be sent */
  async keep(key: string, memory: FlowMemory): Promise<void> {
    await this.#put(key, memory);
    await this.parts.secrets.put(this.#nameOf('last'), { key });
  }

  async drop(key: string): Promise<void> {
    await this.parts.secrets.take(this.#nameOf('token', key));
  }

  #isGood({ value, renewAt = Infinity }: StoredToken, refused: string | undefined): boolean {
    return value !== refused && this.parts.now() < renewAt;
  }

  async #renew(key: string, refused: string | undefined): Promise<StoredToken | undefined> {
    const kept = await this.read(key);
    if (!kept || this.#isGood(kept, refused)) return kept;
    const memory = JSON.parse(JSON.stringify(kept.memory)) as FlowMemory; // it came as JSON
    const failed = this.#awayFor(key) ?? (await this.#tryRenewal(key, memory));
    if (failed === 'renewed') return this.#put(key, memory);
    await this.#forgetClient(kept.memory, memory);
    // Another replica may have renewed first: a refresh token may work only once.
    const later = await this.read(key);
    if (later?.value !== kept.value) return later && this.#isGood(later, refused) ? later : undefined;
    if (!memory.tokens?.refresh_token) {
      // Without a refresh token, the stored data are of no use.
      await this.drop(key);
      return undefined;
    }
    const { endsAt = 0 } = kept;
    const now = this.parts.now();
    if (kept.value !== refused && now < endsAt) return { ...kept, renewAt: Math.min(endsAt, now + retryMs) };
    // A sign-in would need the authorization server too.
    if (failed !== 'refused') throw failed;
    return undefined;
  }

  /** @param memory changed */
  async #tryRenewal(key: string, memory: FlowMemory): Promise<'renewed' | 'refused' | AuthorizationServerAway> {
    try {
      return (await renewTokens(this.parts.client(), memory)) ? 'renewed' : 'refused';
    } catch (error) {
      if (!(error instanceof AuthorizationServerAway)) throw error;
      this.#away.set(key, { error, until: this.parts.now() + (error.retryAfterMs ?? 0) });
      return error;
    }
  }

  /** Returns the last failure, with the time that is left until the next attempt. */
  #awayFor(key: string): AuthorizationServerAway | undefined {
    const now = this.parts.now();
    for (const [known, { until }] of this.#away) if (until <= now) this.#away.delete(known);
    const away = this.#away.get(key);
    return (
      away &&
      new AuthorizationServerAway('busy', away.error.message, {
        mayHaveRun: false,
        retryAfterMs: away.until - now,
        cause: away.error.cause,
      })
    );
  }

  /** Forgets a client that the authorization server no longer knows, so that nobody signs in with it. */
  async #forgetClient({ registered: former }: FlowMemory, { registered }: FlowMemory): Promise<void> {
    if (!former || former.client_id === registered?.client_id) return;
    const { server, client, secrets } = this.parts;
    const name = clientNameOf(server, client().url);
    if ((await secrets.get(name))?.['client_id'] === former.client_id) await secrets.take(name);
  }

  async #put(key: string, memory: FlowMemory): Promise<StoredToken | undefined> {
    const { now, secrets } = this.parts;
    const { tokens } = memory;
    if (!tokens) return undefined;
    if (tokens.token_type.toLowerCase() !== 'bearer') throw needsSignIn('its token is no bearer token');
    if (!headerValue.test(tokens.access_token)) throw needsSignIn('its token is malformed');
    // Some servers write 0 or null, which the official client reads as 0, for a token without a known end.
    const lifetimeMs = Number(tokens.expires_in ?? 0) * 1_000;
    const kept: StoredToken = {
      value: `Bearer ${tokens.access_token}`,
      memory,
      ...(lifetimeMs > 0 ? timesOf(now(), lifetimeMs) : {}),
    };
    await secrets.put(this.#nameOf('token', key), { ...kept, memory: memoryAsJson(memory) });
    return kept;
  }

  #nameOf(...names: readonly string[]): string {
    const { server, client } = this.parts;
    return tokenNameOf(server, client().url, ...names);
  }
}

/** Names a secret of the sign-ins at an upstream. */
export function tokenNameOf(server: string, url: string, ...names: readonly string[]): string {
  return JSON.stringify([server, url, ...names]);
}

/** Names the secret that holds the client registered at an upstream's authorization server. */
export function clientNameOf(server: string, url: string): string {
  return tokenNameOf(server, url, 'client');
}

/** Builds the error of a call without a valid sign-in. */
export function needsSignIn(why: string): ConnectionError {
  return new ConnectionError('unauthorized', `the upstream server needs a user's sign-in: ${why}`, {
    mayHaveRun: false,
  });
}

function timesOf(now: number, lifetimeMs: number): Pick<StoredToken, 'renewAt' | 'endsAt'> {
  const endsAt = now + lifetimeMs;
  return { renewAt: endsAt - Math.min(renewBeforeMs, lifetimeMs * renewBeforePart), endsAt };
}

function readToken(secret: JsonObject | undefined): StoredToken | undefined {
  if (typeof secret?.['value'] !== 'string' || !isJsonObject(secret['memory'])) return undefined;
  return secret as unknown as StoredToken; // as `put` wrote it
}
