/**
 * Time as the transport sees it, so that tests need not wait.
 */

/** Cancels a timer. May be called again. */
export type Stop = () => void;

/** A clock whose timers never keep the process alive. */
export interface Clock {
  /** Milliseconds since an arbitrary fixed moment. */
  now(): number;
  after(ms: number, run: () => void): Stop;
  every(ms: number, run: () => void): Stop;
}

/** The system clock. */
export const systemClock: Clock = {
  now: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms).unref();
    return () => clearTimeout(timer);
  },
  every(ms, run) {
    const timer = setInterval(run, ms).unref();
    return () => clearInterval(timer);
  },
};
