/**
 * Lends each call that may be parked a session at the upstream that no other call uses meanwhile, so that every question in the session
 * belongs to that call. Returned sessions are lent again until they have been idle for a while.
 */
import type { JsonObject } from '@sigil/core';
import { canonicalJson } from '@sigil/core/building';

interface IdleLane {
  readonly lane: object;
  readonly since: number;
}

export class Lanes {
  /** Idle lanes by what can be asked; each list ends with the lane that came back last. */
  readonly #idle = new Map<string, IdleLane[]>();
  #isTimed = false;

  /** @param idleMs from 1; after this time the upstream's session is closed, and a new lane serves as well */
  constructor(private readonly idleMs: number) {}

  /** The number of idle lanes. */
  get idleCount(): number {
    let count = 0;
    for (const lanes of this.#idle.values()) count += lanes.length;
    return count;
  }

  /** @returns the object that stands for the session; the caller gives it back */
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

  /** Uses one timer for all lanes, so a lane may be kept for up to twice its time. */
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
