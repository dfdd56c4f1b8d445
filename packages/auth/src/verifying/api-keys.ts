/**
 * Looks up API keys in the file of their hashes, and rereads the file when it has changed.
 */
import { KeyFile, hashKey, keyPrefix, type StoredKey } from '../keys/key-file.js';
import type { AuthLimits } from '../limits.js';
import { IssuerUnavailable, TokenRefused } from '../token-errors.js';
import type { Verified, Verifier } from './verifier.js';

interface KeyParts {
  readonly limits: AuthLimits;
  readonly now: () => number;
  readonly onProblem: (error: Error) => void;
}

/** The issuer of principals that present an API key. */
const keyIssuer = 'api-key';

/** Verifies tokens with the prefix of our keys; no other verifier sees them. */
export class ApiKeyVerifier implements Verifier {
  readonly #file: KeyFile;
  #keys: ReadonlyMap<string, StoredKey> = new Map();
  #version: string | undefined;

  /** @param path of the file of keys, absolute */
  constructor(
    path: string,
    private readonly parts: KeyParts,
  ) {
    this.#file = new KeyFile(path);
  }

  async verify(token: string): Promise<Verified | undefined> {
    if (!token.startsWith(keyPrefix)) return undefined;
    const keys = await this.#current();
    // Lookup by hash: its timing reveals nothing of the key.
    const key = keys.get(hashKey(token));
    if (!key) throw new TokenRefused('there is no such key');
    const expiresAt = key.expiresAt === undefined ? undefined : Date.parse(key.expiresAt);
    if (expiresAt !== undefined && expiresAt <= this.parts.now()) throw new TokenRefused('the key has expired');
    const { name, scopes } = key;
    const principal = {
      id: name,
      issuer: keyIssuer,
      scopes,
      claims: {},
      ...(expiresAt === undefined ? {} : { expiresAt }),
    };
    return { principal, audiences: 'every', reuseMs: this.parts.limits.keyReuseMs };
  }

  async #current(): Promise<ReadonlyMap<string, StoredKey>> {
    try {
      const version = await this.#file.version();
      if (version === this.#version) return this.#keys;
      const keys = await this.#file.read();
      this.#keys = new Map(keys.map((key) => [key.sha256, key]));
      this.#version = version;
      return this.#keys;
    } catch (cause) {
      const problem = new IssuerUnavailable(`the file of keys "${this.#file.path}" cannot be used`, { cause });
      this.parts.onProblem(problem);
      throw problem;
    }
  }
}
