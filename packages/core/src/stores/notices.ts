/**
 * Publishes news to every process that serves the same servers. News may be lost while a process is disconnected; `onGap` reports
 * this.
 */
import type { StopWaiting } from '../model/clock.js';
import type { JsonValue } from '../model/json.js';

export interface Notices {
  /** Notifies every process that follows the topic, including this one, at least once. */
  publish(topic: string, notice: JsonValue): Promise<void>;
  /** Delivers notices of one process in order. @returns a function that unsubscribes */
  follow(topic: string, listener: (notice: JsonValue) => void): StopWaiting;
  /** Calls back when notices may have been lost, once they arrive again. @returns a function that unsubscribes */
  onGap(listener: () => void): StopWaiting;
}
