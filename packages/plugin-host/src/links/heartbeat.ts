/**
 * Notices when the other end has been silent for too long.
 *
 * Counts beats and not time, so that a host that was busy or asleep itself does not take the other end for stuck.
 */

/** Beats until the other end counts as stuck. */
const beats = 4;

export interface Heartbeat {
  /** Records that a message came from the other end. */
  heard(): void;
  stop(): void;
}

/**
 * @param stuckMs longest silence after a ping; it is noticed at most a quarter later
 * @param ping asks the other end to answer
 */
export function startHeartbeat(stuckMs: number, ping: () => void, onStuck: () => void): Heartbeat {
  let missed = 0;
  ping();
  const timer = setInterval(
    () => {
      missed++;
      if (missed <= beats) return ping();
      clearInterval(timer);
      onStuck();
    },
    Math.max(1, Math.ceil(stuckMs / beats)),
  );
  timer.unref();
  return {
    heard: () => {
      missed = 0;
    },
    stop: () => clearInterval(timer),
  };
}
