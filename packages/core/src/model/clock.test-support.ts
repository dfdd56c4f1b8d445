import { systemClock, type Clock } from './clock.js';

/** A clock with real waits and a time of day chosen by the test. */
export function clockAt(now: () => number): Clock {
  return { ...systemClock, now };
}

/** A clock that stands until a test moves it. */
export interface SteppedClock extends Clock {
  /** Moves the clock, and runs the timers that are then due. */
  advance(ms: number): void;
}

export function steppedClock(): SteppedClock {
  let time = 0;
  const timers = new Map<object, { readonly at: number; readonly run: () => void }>();
  return {
    now: () => time,
    after(ms, run) {
      const timer = {};
      timers.set(timer, { at: time + ms, run });
      return () => void timers.delete(timer);
    },
    advance(ms) {
      time += ms;
      for (const [timer, { at, run }] of timers) {
        if (at <= time && timers.delete(timer)) run();
      }
    },
  };
}
