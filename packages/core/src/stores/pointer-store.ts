/**
 * Stores texts by name, each replaced as a whole by a caller who knows the previous one: the pointers of a registry.
 */
import type { StopWaiting } from '../model/clock.js';

export interface PointerStore {
  /** In no particular order. */
  names(): Promise<readonly string[]>;
  find(name: string): Promise<string | undefined>;
  /** @param before the text as read, or `undefined` for none. @returns false when the stored text differs: then nothing changed */
  replace(name: string, before: string | undefined, after: string): Promise<boolean>;
  /** Calls back when any process may have changed the text. @returns a function that unsubscribes */
  onChange(name: string, listener: () => void): StopWaiting;
}
