import { systemClock, type Clock } from './clock.js';

/** The machine's waits, under a time of day that a test chooses. */
export function clockAt(now: () => number): Clock {
  return { ...systemClock, now };
}
