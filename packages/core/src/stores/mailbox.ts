/**
 * Carries a message to one process among those that serve the same servers, at most once.
 */
import type { StopWaiting } from '../model/clock.js';
import type { JsonValue } from '../model/json.js';

export interface Mailbox {
  /** Names this process: no other one ever had the name, nor has this one after its next start. Letters and digits. */
  readonly address: string;
  /** @returns whether a process of that address gets it */
  send(address: string, topic: string, letter: JsonValue): Promise<boolean>;
  /** @returns stops calling back */
  receive(topic: string, listener: (letter: JsonValue) => void): StopWaiting;
}
