/**
 * Caches the public keys of one issuer: fetches them with the first token, refreshes them in the background, and keeps serving
 * them for a while when the issuer does not answer.
 *
 * At most one fetch is in flight at a time.
 */
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { isJsonObject } from '@sigil/core';
import type { AuthLimits } from '../limits.js';
import { IssuerUnavailable } from '../token-errors.js';
import { discoverKeysUrl } from './discover-issuer.js';
import { fetchJson } from './fetch-json.js';

/** The issuer, and the parts that all issuers share. */
export interface IssuerKeysOptions {
  readonly issuer: string;
  /** Found by discovery when left out. */
  readonly keysUrl?: string | undefined;
  readonly limits: AuthLimits;
  readonly now: () => number;
  /** Reports that the issuer cannot be read. */
  readonly onProblem: (error: Error) => void;
  /** Reports that a key is gone: tokens that it has signed are no longer valid. */
  readonly onKeyGone: () => void;
}

type FindKey = JWTVerifyGetKey;

export class IssuerKeys {
  #find: FindKey | undefined;
  #keys: ReadonlySet<string> = new Set();
  #url: string | undefined;
  #fetchedAt = -Infinity;
  #failedAt = -Infinity;
  #unknownAt = -Infinity;
  #fetching: Promise<void> | undefined;

  constructor(private readonly options: IssuerKeysOptions) {
    this.#url = options.keysUrl;
  }

  /**
   * Finds the key that a token names, for jose.
   *
   * @throws JWKSNoMatchingKey for a key that the issuer does not have
   * @throws IssuerUnavailable when its keys are not known, or too old
   */
  readonly find: FindKey = async (header, token) => {
    const find = await this.#current();
    try {
      return await find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw this.#problemOf(error);
      if (!(await this.#refetchForUnknown(find))) throw error;
      return (this.#find ?? find)(header, token);
    }
  };

  /** Blames the issuer, not the caller, for a key that cannot be used. */
  #problemOf(error: unknown): unknown {
    if (error instanceof errors.JOSEError && !(error instanceof errors.JWKSInvalid)) return error;
    const problem = new IssuerUnavailable(`a key of ${this.options.issuer} cannot be used`, { cause: error });
    this.options.onProblem(problem);
    return problem;
  }

  /** Fetches the keys now, so that a wrong address shows before the first token. */
  probe(): Promise<void> {
    return this.#fetch();
  }

  async #current(): Promise<FindKey> {
    const { limits, now } = this.options;
    const age = now() - this.#fetchedAt;
    if (this.#find && age < limits.issuerKeysMs) return this.#find;
    const isRetryDue = now() - this.#failedAt >= limits.issuerRetryMs;
    const fetching = this.#fetching ?? (isRetryDue ? this.#fetch() : undefined);
    if (this.#find && age < limits.issuerKeysMs + limits.staleKeysMs) {
      // onProblem reports the failure; the older keys serve meanwhile.
      fetching?.catch(() => undefined);
      return this.#find;
    }
    this.#find = undefined;
    await fetching;
    if (this.#find) return this.#find;
    throw new IssuerUnavailable(`the keys of ${this.options.issuer} are not known`);
  }

  /**
   * Refetches at a limited rate: a flood of invented key ids must not become a flood of fetches.
   * @returns whether there may be other keys now
   */
  async #refetchForUnknown(searched: FindKey): Promise<boolean> {
    const now = this.options.now();
    if (this.#find !== searched) return true;
    if (!this.#fetching) {
      if (now - this.#unknownAt < this.options.limits.unknownKeyMs) return false;
      this.#unknownAt = now;
    }
    // If the fetch fails, the token's key stays unknown.
    await (this.#fetching ?? this.#fetch()).catch(() => undefined);
    return this.#find !== searched;
  }

  #replaceKeys(keys: ReadonlySet<string>): void {
    const isGone = [...this.#keys].some((key) => !keys.has(key));
    this.#keys = keys;
    if (isGone) this.options.onKeyGone();
  }

  #fetch(): Promise<void> {
    this.#fetching ??= this.#load().finally(() => {
      this.#fetching = undefined;
    });
    return this.#fetching;
  }

  async #load(): Promise<void> {
    const { issuer, limits, now, onProblem } = this.options;
    try {
      this.#url ??= await discoverKeysUrl(issuer, limits);
      const set = await fetchJson(this.#url, limits);
      const listed = set?.['keys'];
      if (!Array.isArray(listed)) throw new IssuerUnavailable(`${this.#url} must answer a JSON Web Key Set`);
      const keys = listed.filter(isJsonObject) as unknown as JSONWebKeySet['keys'];
      this.#find = createLocalJWKSet({ keys }); // jose checks each key on use
      this.#fetchedAt = now();
      this.#replaceKeys(new Set(keys.map((key) => JSON.stringify(key))));
    } catch (error) {
      this.#failedAt = now();
      // The keys may have moved: the next fetch discovers their address again.
      this.#url = this.options.keysUrl;
      const problem = error instanceof Error ? error : new IssuerUnavailable(String(error));
      onProblem(problem);
      throw problem;
    }
  }
}
