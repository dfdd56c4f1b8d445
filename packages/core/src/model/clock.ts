/**
 * Time as the engine sees it. An engine is given one clock, so that a test can advance it.
 */

/** Cancels a timer that has not fired. May be called again. */
export type StopWaiting = () => void;

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back once after this many milliseconds, unless stopped before. */
  after(ms: number, run: () => void): StopWaiting;
}

/** The system clock. Its timers keep the process alive, so the answer to a call that waits only for a timer is still sent. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
