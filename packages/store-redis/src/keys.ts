/**
 * Builds the names of keys. Keys used by one script share a tag in braces, so that they are on one node of a cluster.
 */
import { createHash } from 'node:crypto';

/** The version of the stored format, part of every key: another version cannot read these values, so it uses other keys. */
const version = 2;
const digestLength = 22;

/** Hashes a name that may be long or private. */
export function digestOf(name: string): string {
  return createHash('sha256').update(name).digest('base64url').slice(0, digestLength);
}

/** @param prefix separates deployments that share a Redis */
export class Keys {
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = `${prefix}:${version}`;
  }

  /** @param tag determines the node of a cluster @param more distinguishes keys within the tag */
  of(kind: string, tag: string, ...more: readonly string[]): string {
    return [this.#prefix, kind, `{${tag}}`, ...more].join(':');
  }
}
