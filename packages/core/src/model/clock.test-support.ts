import { systemClock, type Clock } from './clock.js';

/** A clock with real waits and a time of day chosen by the test. */
export function clockAt(now: () => number): Clock {
  return { ...systemClock, now };
}
