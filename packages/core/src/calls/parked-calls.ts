/**
 * Keeps the generation of each modern call that waits for its client's answers, so that the next round runs on the code that asked.
 *
 * Knows the waiting calls of this process only: a round that another one serves, or that comes after the limits, runs on the current
 * generation.
 */
import type { Catalog, CatalogHold, CatalogHolder } from '../catalog/catalog.js';
import type { Clock, StopWaiting } from '../model/clock.js';
import type { OperationLimits } from './limits.js';

/** Holds a generation for one call over all of its rounds. */
export class RoundsHolder implements CatalogHolder {
  #key: string | undefined;
  #end: (why: string) => void = () => undefined;

  /** Identifies the call in its sealed state. */
  get key(): string {
    return (this.#key ??= globalThis.crypto.randomUUID());
  }

  /** Sets what the end of the generation ends: the round that runs, or the wait for the next one. One at a time. */
  onRevoke(end: (why: string) => void): void {
    this.#end = end;
  }

  revoke(why: string): void {
    this.#end(why);
  }
}

/** A call between two rounds. */
export interface ParkedCall {
  readonly holder: RoundsHolder;
  readonly catalog: Catalog;
  readonly hold: CatalogHold;
}

export class ParkedCalls {
  /** Keyed by the call; the one that waits longest comes first. */
  readonly #calls = new Map<string, ParkedCall & { readonly stopWaiting: StopWaiting }>();
  #isClosed = false;

  constructor(
    private readonly limits: Pick<OperationLimits, 'maxParkedCalls' | 'requestStateLifetimeMs'>,
    private readonly clock: Clock,
    private readonly onLimit?: (limit: 'maxParkedCalls') => void,
  ) {}

  /** Holds the call's generation until its next round, for as long as its sealed state is valid. */
  park(call: ParkedCall): void {
    if (this.#isClosed) return call.hold.release();
    const { key } = call.holder;
    call.holder.onRevoke(() => this.#release(key));
    const stopWaiting = this.clock.after(this.limits.requestStateLifetimeMs, () => this.#release(key));
    this.#calls.set(key, { ...call, stopWaiting });
    for (const longest of this.#calls.keys()) {
      if (this.#calls.size <= this.limits.maxParkedCalls) return;
      this.#release(longest);
      this.onLimit?.('maxParkedCalls');
    }
  }

  /** Returns the call of this key, whose hold now belongs to the round that runs; undefined if it is not waiting here. */
  take(key: string): ParkedCall | undefined {
    const call = this.#calls.get(key);
    call?.stopWaiting();
    this.#calls.delete(key);
    return call;
  }

  /** Releases every generation, those of later calls too. */
  close(): void {
    this.#isClosed = true;
    for (const key of this.#calls.keys()) this.#release(key);
  }

  #release(key: string): void {
    this.take(key)?.hold.release();
  }
}
