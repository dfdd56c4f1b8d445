/**
 * Lends each call that may be parked a session at the upstream that no other call uses meanwhile, so that a question of the upstream
 * is of that call alone. Sessions that come back are lent again, until nobody has used them for a while.
 */
import type { JsonObject } from '@sigil/core';
import { canonicalJson } from '@sigil/core/building';

interface IdleLane {
  readonly lane: object;
  readonly since: number;
}

export class Lanes {
  /** By what can be asked; the last to come back is the last of each list. */
  readonly #idle = new Map<string, IdleLane[]>();
  #isTimed = false;

  /** @param idleMs from 1; the upstream's session is closed by then, and another is as good */
  constructor(private readonly idleMs: number) {}

  /** The lanes that wait to be lent. */
  get idleCount(): number {
    let count = 0;
    for (const lanes of this.#idle.values()) count += lanes.length;
    return count;
  }

  /** @returns what stands for the session; the caller gives it back */
  take(capabilities: JsonObject): object {
    return this.#idle.get(canonicalJson(capabilities))?.pop()?.lane ?? {};
  }

  give(capabilities: JsonObject, lane: object): void {
    const key = canonicalJson(capabilities);
    const returned = { lane, since: performance.now() };
    const idle = this.#idle.get(key);
    if (idle) idle.push(returned);
    else this.#idle.set(key, [returned]);
    if (!this.#isTimed) this.#forgetLater();
  }

  /** One timer for all of them: a lane may be kept for twice its time. */
  #forgetLater(): void {
    this.#isTimed = true;
    setTimeout(() => {
      this.#isTimed = false;
      this.#forget(performance.now() - this.idleMs);
      if (this.#idle.size > 0) this.#forgetLater();
    }, this.idleMs).unref();
  }

  #forget(before: number): void {
    for (const [key, lanes] of this.#idle) {
      const kept = lanes.filter(({ since }) => since > before);
      if (kept.length > 0) this.#idle.set(key, kept);
      else this.#idle.delete(key);
    }
  }
}
