/**
 * The keys of sessions that are lent to calls which may be parked. No other call uses such a session meanwhile, so that every question in
 * it belongs to the call. A returned session is lent again until it has been idle for a while.
 */
import type { JsonObject } from '@sigil/core';
import { canonicalJson } from '@sigil/core/building';

interface IdleSession {
  readonly session: object;
  readonly since: number;
}

export class IdleSessions {
  /** Idle sessions by what can be asked; each list ends with the session that came back last. */
  readonly #idle = new Map<string, IdleSession[]>();
  #isTimed = false;

  /** @param idleMs from 1; after this time the upstream's session is closed, and a new session serves as well */
  constructor(private readonly idleMs: number) {}

  /** The number of idle sessions. */
  get idleCount(): number {
    let count = 0;
    for (const sessions of this.#idle.values()) count += sessions.length;
    return count;
  }

  /** @returns the key of the session; the caller gives it back */
  take(capabilities: JsonObject): object {
    return this.#idle.get(canonicalJson(capabilities))?.pop()?.session ?? {};
  }

  give(capabilities: JsonObject, session: object): void {
    const key = canonicalJson(capabilities);
    const returned = { session, since: performance.now() };
    const idle = this.#idle.get(key);
    if (idle) idle.push(returned);
    else this.#idle.set(key, [returned]);
    if (!this.#isTimed) this.#forgetLater();
  }

  /** Uses one timer for all sessions, so a session may be kept for up to twice its time. */
  #forgetLater(): void {
    this.#isTimed = true;
    setTimeout(() => {
      this.#isTimed = false;
      this.#forget(performance.now() - this.idleMs);
      if (this.#idle.size > 0) this.#forgetLater();
    }, this.idleMs).unref();
  }

  #forget(before: number): void {
    for (const [key, sessions] of this.#idle) {
      const kept = sessions.filter(({ since }) => since > before);
      if (kept.length > 0) this.#idle.set(key, kept);
      else this.#idle.delete(key);
    }
  }
}
