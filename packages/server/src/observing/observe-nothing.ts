/**
 * The observation of a server that nothing observes. Loads nothing.
 */
import { LogLevels } from '../log/log-levels.js';
import type { ServingLog } from '../log/server-log.js';
import type { Observation } from './observation.js';

const ignore = (): void => undefined;

/** @param log gets the faults and failures; notes and events are dropped */
export function observeNothing(log: ServingLog): Observation {
  return {
    log: {
      faultsOf: (server) => log.faultsOf(server),
      failure: (subject, error) => log.failure(subject, error),
      note: ignore,
      problem: (subject, text) => log.failure(subject, new Error(text)),
      hostEvent: ignore,
    },
    levels: new LogLevels(),
    redactor: { redact: (text) => text, redactKnown: (text) => text },
    serving: ignore,
    close: async () => undefined,
  };
}
