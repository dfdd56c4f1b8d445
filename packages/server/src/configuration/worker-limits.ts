/**
 * The limits of workers that replace others.
 */
import { wholeNumber } from './member-forms.js';
import { environmentKeys } from './environment-keys.data.js';
import { readNumber } from './read-number.js';

/** In milliseconds; a process that exceeds a limit is killed. */
export interface WorkerLimits {
  /** Time for a later worker to serve, or three times that of the first worker if that is longer. */
  readonly workerStartTimeoutMs: number;
  /** Time for a worker to answer that it is being replaced. */
  readonly workerReplyTimeoutMs: number;
  /** Time for a worker to end after that answer, including connections, calls and plugins. */
  readonly workerEndTimeoutMs: number;
}

/** One day; timers cannot count more than 24 days. */
const longestMs = 86_400_000;

/** The members in a file. */
export const workerLimitForms = {
  workerStartTimeoutMs: wholeNumber(1, longestMs),
  workerReplyTimeoutMs: wholeNumber(1, longestMs),
  workerEndTimeoutMs: wholeNumber(1, longestMs),
};

/** The default limits. */
export const defaultWorkerLimits: WorkerLimits = {
  workerStartTimeoutMs: Number(environmentKeys.MCP_WORKER_START_TIMEOUT_MS),
  workerReplyTimeoutMs: Number(environmentKeys.MCP_WORKER_REPLY_TIMEOUT_MS),
  workerEndTimeoutMs: Number(environmentKeys.MCP_WORKER_END_TIMEOUT_MS),
};

/** @throws ConfigurationError naming the variable, what was expected and what came */
export function readWorkerLimits(environment: NodeJS.ProcessEnv, file: Partial<WorkerLimits>): WorkerLimits {
  const read = (key: keyof WorkerLimits, variable: keyof typeof environmentKeys): number =>
    readNumber(variable, environment, 1, longestMs) ?? file[key] ?? defaultWorkerLimits[key];
  return {
    workerStartTimeoutMs: read('workerStartTimeoutMs', 'MCP_WORKER_START_TIMEOUT_MS'),
    workerReplyTimeoutMs: read('workerReplyTimeoutMs', 'MCP_WORKER_REPLY_TIMEOUT_MS'),
    workerEndTimeoutMs: read('workerEndTimeoutMs', 'MCP_WORKER_END_TIMEOUT_MS'),
  };
}
