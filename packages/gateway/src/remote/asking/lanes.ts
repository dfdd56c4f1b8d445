/**
 * Lends each call that may be parked a session at the upstream that no other call uses meanwhile, so that a question of the upstream
 * is of that call alone. Sessions that come back are lent again.
 */
import type { JsonObject } from '@sigil/core';
import { canonicalJson } from '@sigil/core/building';

export class Lanes {
  readonly #idle = new Map<string, object[]>();

  /** @returns what stands for the session; the caller gives it back */
  take(capabilities: JsonObject): object {
    return this.#idle.get(canonicalJson(capabilities))?.pop() ?? {};
  }

  give(capabilities: JsonObject, lane: object): void {
    const key = canonicalJson(capabilities);
    const idle = this.#idle.get(key);
    if (idle) idle.push(lane);
    else this.#idle.set(key, [lane]);
  }
}
