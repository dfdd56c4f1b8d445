/**
 * Carries news to every process that serves the same servers. News may be lost while a process is cut off: `onGap` tells of that.
 */
import type { StopWaiting } from '../model/clock.js';
import type { JsonValue } from '../model/json.js';

export interface Notices {
  /** Tells every process that follows the topic, this one too, at least once. */
  publish(topic: string, notice: JsonValue): Promise<void>;
  /** Notices of one process come in their order. @returns stops calling back */
  follow(topic: string, listener: (notice: JsonValue) => void): StopWaiting;
  /** Calls back when notices may have been lost, once they come again. @returns stops calling back */
  onGap(listener: () => void): StopWaiting;
}
