/**
 * Time as the transport sees it, so that tests need not wait for it.
 */

/** Ends what was begun. May be called again. */
export type Stop = () => void;

/** Timers never keep the process alive. */
export interface Clock {
  /** Milliseconds from any fixed moment. */
  now(): number;
  after(ms: number, run: () => void): Stop;
  every(ms: number, run: () => void): Stop;
}

/** The machine's own time. */
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
