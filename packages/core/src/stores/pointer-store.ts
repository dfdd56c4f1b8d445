/**
 * Keeps texts by name, each replaced as a whole by who knows the one before: the pointers of a registry.
 */
import type { StopWaiting } from '../model/clock.js';

export interface PointerStore {
  /** In no order. */
  names(): Promise<readonly string[]>;
  find(name: string): Promise<string | undefined>;
  /** @param before the text as it was read, or `undefined` for none. @returns false when another one is there: then nothing changed */
  replace(name: string, before: string | undefined, after: string): Promise<boolean>;
  /** Calls back when the text may be another one, by any process. @returns stops calling back */
  onChange(name: string, listener: () => void): StopWaiting;
}
