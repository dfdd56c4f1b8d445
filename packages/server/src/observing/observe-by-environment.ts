/**
 * Observes the server of one plugin as its environment says: such a server has no file of configuration.
 */
import type { ServingLog } from '../log/server-log.js';
import type { Membership } from '../workers/join-primary.js';
import type { Observation } from './observation.js';

/** The settings, and where lines go. */
export interface ObservingParts {
  /** The variables that a deployed server has, too. */
  readonly environment: NodeJS.ProcessEnv;
  /** Takes one line with its newline. */
  readonly write: (line: string) => void;
}

/** The server around it. */
export interface ObservedServer {
  readonly host: string;
  readonly log: ServingLog;
  readonly member?: Pick<Membership, 'number' | 'trail' | 'onLevel'> | undefined;
  /** Its name where it is served over stdio. */
  readonly stdioMount: string | undefined;
}

/** An observation, and the port of its metrics where they have one of their own. */
export interface EnvironmentObservation {
  readonly observation: Observation;
  readonly metricsPort: number | undefined;
}

const variables = /^(?:MCP_(?:LOG|METRICS|ACCESS_LOG|AUDIT)|OTEL_)/;

/** @returns `undefined`, with nothing loaded, over stdio where no variable asks for anything */
export async function observeByEnvironment(
  { environment, write }: ObservingParts,
  { host, log, member, stdioMount }: ObservedServer,
): Promise<EnvironmentObservation | undefined> {
  if (stdioMount !== undefined && !Object.keys(environment).some((name) => variables.test(name))) return undefined;
  const { readObserving } = await import('../configuration/observing.js');
  const { observedApart } = await import('../workers/observed-apart.js');
  const { openObservation } = await import('./open-observation.js');
  const { followedLevels } = await import('../workers/followed-levels.js');
  const settings = {
    ...observedApart(readObserving(environment, {}), member ?? { number: 1, trail: 1 }),
    adminToken: undefined,
    stdioMount,
    host,
  };
  const forPeople = {
    ...log,
    note: (subject: string, text: string) => write(`${subject} ${text}\n`),
    problem: (subject: string, text: string) => log.failure(subject, new Error(text)),
    // Its command tells of them on the terminal.
    hostEvent: () => undefined,
  };
  const target = { log: settings.log === 'json' ? undefined : forPeople, write, levels: followedLevels(member) };
  return {
    observation: await openObservation(settings, target),
    metricsPort: settings.metricsPort,
  };
}
