/**
 * Observes the server of one plugin by environment variables, since such a server has no configuration file.
 */
import type { ServingLog } from '../log/server-log.js';
import type { Membership } from '../workers/membership.js';
import type { Observation } from './observation.js';

/** The variables, and the output for lines. */
export interface ObservingParts {
  /** The same variables as for a deployed server. */
  readonly environment: NodeJS.ProcessEnv;
  /** Writes one line with its newline. */
  readonly write: (line: string) => void;
}

/** The server to observe. */
export interface ObservedServer {
  readonly host: string;
  readonly log: ServingLog;
  readonly member: Pick<Membership, 'number' | 'trail' | 'onLevel'>;
  /** Its name where it is served over stdio. */
  readonly stdioMount: string | undefined;
}

/** An observation, and the port of its metrics if they have one. */
export interface EnvironmentObservation {
  readonly observation: Observation;
  readonly metricsPort: number | undefined;
}

const variables = /^(?:MCP_(?:LOG|METRICS|ACCESS_LOG|AUDIT)|OTEL_)/;

/** @returns `undefined`, without loading anything, over stdio when no variable is set */
export async function observeByEnvironment(
  { environment, write }: ObservingParts,
  { host, log, member, stdioMount }: ObservedServer,
): Promise<EnvironmentObservation | undefined> {
  if (stdioMount !== undefined && !Object.keys(environment).some((name) => variables.test(name))) return undefined;
  const { readObserving } = await import('../configuration/observing-settings.js');
  const { separateObservation } = await import('../workers/worker-observation.js');
  const { openObservation } = await import('./open-observation.js');
  const { openWorkerLogLevels } = await import('../workers/worker-log-levels.js');
  const settings = {
    ...separateObservation(readObserving(environment, {}), member),
    adminToken: undefined,
    stdioMount,
    host,
  };
  const forPeople = {
    ...log,
    note: (subject: string, text: string) => write(`${subject} ${text}\n`),
    problem: (subject: string, text: string) => log.failure(subject, new Error(text)),
    // The command that starts it shows the events on the terminal.
    hostEvent: () => undefined,
  };
  const target = { log: settings.log === 'json' ? undefined : forPeople, write, levels: openWorkerLogLevels(member) };
  return {
    observation: await openObservation(settings, target),
    metricsPort: settings.metricsPort,
  };
}
