/**
 * All processes that serve one address together, for pages, metrics and the admin address. A process that serves alone is a fleet of one.
 */
import type { ProcessUsage } from '@sigil/console';
import type { Clients } from '@sigil/core/engine';
import type { MetricForm, Metrics } from '@sigil/observe';
import type { CallRecorder, SentCalls } from '@sigil/observe/dashboard';
import type { LogLevels } from '../log/log-levels.js';
import type { FleetState } from './worker-messages.js';

/** The recorded calls of another process, and its memory. */
export interface WorkerCalls {
  readonly calls: SentCalls;
  readonly usage: ProcessUsage;
}

/** The processes that serve together. Actions concern every one of them. */
export interface Workers {
  readonly state: FleetState;
  /** Looks for changes. */
  reload(): Promise<void>;
  /** Writes the metrics of all processes; empty if metrics are off. */
  writeMetrics(form: MetricForm): Promise<string>;
  /** Reads the calls of the other processes. */
  readOtherCalls(): Promise<readonly WorkerCalls[]>;
  /** Ends a call, wherever it runs. @returns whether a process had it */
  cancelCall(id: string): Promise<boolean>;
  /** Gives the counts of this process's calls to its successor, or to any other process. Called when its calls have ended. */
  handOverCalls(): Promise<void>;
  /** @throws Error for the operator, when there is no such module or level */
  setLevel(module: string, level: string): void;
  /** Loads the build to which this process has rolled a plugin back at the others too. */
  repeatRollback(plugin: string): void;
}

/** The work of this process. */
export interface OwnWork {
  readonly reload: () => Promise<void>;
  /** Loads the current build of a plugin after another process has rolled it back. */
  readonly reloadPlugin: (plugin: string) => void;
  /** `undefined` if metrics are off. */
  readonly metrics: Pick<Metrics, 'write'> | undefined;
  /** `undefined` if no calls are recorded. */
  readonly recorder: Pick<CallRecorder, 'send' | 'cancel' | 'handOver' | 'take'> | undefined;
  readonly levels: Pick<LogLevels, 'set'>;
  readonly clients: Clients;
}

/** The state of a process that serves alone. */
export const fleetOfOne: FleetState = { workers: 1, serving: 1, plugins: {} };

/** Returns the workers of a deployment whose only process is this one. */
export function serveAlone({ reload, metrics, recorder, levels }: OwnWork): Workers {
  return {
    state: fleetOfOne,
    reload,
    writeMetrics: async (form) => metrics?.write(form) ?? '',
    readOtherCalls: async () => [],
    cancelCall: async (id) => recorder?.cancel(id) ?? false,
    handOverCalls: async () => undefined,
    setLevel: (module, level) => levels.set(module, level),
    repeatRollback: () => undefined,
  };
}
