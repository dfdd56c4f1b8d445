/**
 * The names under which things are kept. What a script uses together has the same tag in braces, so that it stands on one node of a cluster.
 */
import { createHash } from 'node:crypto';

/** The version of what is kept under the keys: another one would not be understood, so it has other keys. */
const version = 2;
const digestLength = 22;

/** A short name for one that may be long, or is nobody's business. */
export function digestOf(name: string): string {
  return createHash('sha256').update(name).digest('base64url').slice(0, digestLength);
}

/** @param prefix tells deployments apart that share a Redis */
export class Keys {
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = `${prefix}:${version}`;
  }

  /** @param tag decides about the node of a cluster @param more what is apart within it */
  of(kind: string, tag: string, ...more: readonly string[]): string {
    return [this.#prefix, kind, `{${tag}}`, ...more].join(':');
  }
}
