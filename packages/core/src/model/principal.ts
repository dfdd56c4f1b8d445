/**
 * The caller, as the edge that authenticates it describes it.
 */
import type { JsonValue } from './json.js';

/** The caller of a request, once it is known. */
export interface Principal {
  readonly id: string;
  readonly issuer: string;
  readonly client?: string;
  readonly scopes: readonly string[] | 'every';
  readonly claims: Readonly<Record<string, JsonValue>>;
  /** Milliseconds since the epoch. */
  readonly expiresAt?: number;
}
