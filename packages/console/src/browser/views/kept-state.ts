/**
 * The state that a view asks to keep while it is loaded again, by name. The messages are those of `@sigil/view`.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import { viewLimits } from '../../view-limits.js';
import { textOf } from '../json.js';

/** The experimental capability of the host; its member `state` has the kept values. */
export const keptStateCapability = 'sigil/kept-state';

/** The notification of a view about one value. */
export const keptStateNotification = 'sigil/notifications/kept-state';

export class KeptState {
  #values = new Map<string, JsonValue>();

  get values(): JsonObject {
    return Object.fromEntries(this.#values);
  }

  /** Forgets a value that makes the state too large. */
  keep({ name, value }: JsonObject): void {
    const key = textOf(name);
    if (key === undefined || value === undefined) return;
    this.#values.set(key, value);
    if (JSON.stringify(this.values).length > viewLimits.maxStateCharacters) this.#values.delete(key);
  }

  clear(): void {
    this.#values.clear();
  }
}
