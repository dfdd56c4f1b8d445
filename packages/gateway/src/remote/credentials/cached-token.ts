/**
 * A token that serves all calls until shortly before it ends: asked for when it is first needed, and once for all who wait.
 */
import type { Authorization } from './authorization.js';
import type { GrantedToken } from './token-endpoint.js';

/** Credentials that are got anew. */
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
    this.#known = await this.ask();
    return this.#known.value;
  }
}
