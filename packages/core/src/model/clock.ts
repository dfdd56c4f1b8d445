/**
 * Time, as the engine sees it. It is given to an engine once, so that a test can make time pass.
 */

/** Stops a wait, if it has not ended. May be called again. */
export type StopWaiting = () => void;

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back once, after so many milliseconds, unless it is stopped before. */
  after(ms: number, run: () => void): StopWaiting;
}

/** The machine's own time. A wait keeps the process alive: the answer to a call that waits for nothing else is still sent. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
