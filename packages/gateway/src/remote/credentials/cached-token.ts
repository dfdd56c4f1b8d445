/**
 * A token that serves all calls until shortly before it ends. It is requested on first use, once for all calls that wait for it.
 * While the authorization server is away, the old token serves until its end.
 */
import type { Authorization } from '@sigil/client/internal';
import { AuthorizationServerAway, type GrantedToken } from './token-endpoint.js';

/** The pause after a failed renewal. */
const retryMs = 5_000;

/** Credentials that are renewed before they end. */
export class CachedToken implements Authorization {
  #known: GrantedToken | undefined;
  #asking: Promise<string> | undefined;

  /** @param now the clock of `renewAt` */
  constructor(
    private readonly ask: () => Promise<GrantedToken>,
    private readonly now: () => number,
  ) {}

  value(): string | Promise<string> {
    if (this.#known && this.now() < this.#known.renewAt) return this.#known.value;
    this.#asking ??= this.#get().finally(() => (this.#asking = undefined));
    return this.#asking;
  }

  forget(value: string): void {
    if (this.#known?.value === value) this.#known = undefined;
  }

  async #get(): Promise<string> {
    const former = this.#known;
    try {
      this.#known = await this.ask();
    } catch (error) {
      const now = this.now();
      const isGood = former !== undefined && former === this.#known && now < former.endsAt;
      if (!isGood || !(error instanceof AuthorizationServerAway)) throw error;
      this.#known = { ...former, renewAt: Math.min(former.endsAt, now + retryMs) };
    }
    return this.#known.value;
  }
}
