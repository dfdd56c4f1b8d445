/**
 * State that `sigil dev` keeps while it loads a view again after a change of its source.
 *
 * It is an experimental capability of our own: the host gives the values of before in its capability, and the view notifies it of each
 * change. Hosts without the capability keep nothing.
 */
import type { HostCapabilities } from '../host.js';
import { isObject } from './host-connection.js';

/** The capability's name in `hostCapabilities.experimental`; its member `state` has the kept values by name. */
const capability = 'sigil/kept-state';

/** The values of one view. */
export class KeptState {
  /** The notification of a change, with `name` and `value`. */
  static readonly notification = 'sigil/notifications/kept-state';

  readonly #isKept: boolean;
  readonly #values: Map<string, unknown>;

  constructor({ experimental }: HostCapabilities) {
    const offered = experimental?.[capability];
    this.#isKept = isObject(offered);
    this.#values = new Map(isObject(offered) && isObject(offered['state']) ? Object.entries(offered['state']) : []);
  }

  find(name: string): unknown {
    return this.#values.get(name);
  }

  /** @returns whether the host is to be notified */
  keep(name: string, value: unknown): boolean {
    this.#values.set(name, value);
    return this.#isKept;
  }
}
