/**
 * The connection of a request of the Fetch standard, as far as an endpoint uses it. Every request has its own.
 */
import { EventEmitter } from 'node:events';

/** The members of `Socket` that an endpoint uses. */
export class FetchSocket extends EventEmitter {
  destroyed = false;

  /** @param remoteAddress of the caller; `undefined` if the runtime does not say it */
  constructor(readonly remoteAddress: string | undefined) {
    super();
  }

  cork(): void {
    // There are no packets here.
  }

  uncork(): void {
    // There are no packets here.
  }

  pause(): this {
    return this;
  }

  resume(): this {
    return this;
  }

  /** Cuts the connection: reading and answering end. */
  destroy(): this {
    if (this.destroyed) return this;
    this.destroyed = true;
    this.emit('close');
    return this;
  }
}
