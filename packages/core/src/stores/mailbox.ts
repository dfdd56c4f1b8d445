/**
 * Delivers a message to one process among those that serve the same servers, at most once.
 */
import type { StopWaiting } from '../model/clock.js';
import type { JsonValue } from '../model/json.js';

export interface Mailbox {
  /** Identifies this process: no other process, and no other run of this one, ever has the same name. Letters and digits. */
  readonly address: string;
  /** @returns whether a process with that address receives it */
  send(address: string, topic: string, letter: JsonValue): Promise<boolean>;
  /** @returns a function that unsubscribes */
  receive(topic: string, listener: (letter: JsonValue) => void): StopWaiting;
}
