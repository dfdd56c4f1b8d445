/**
 * The limits of workers that take the place of others.
 */
import { wholeNumber } from './checked-members.js';
import { environmentKeys } from './environment-keys.data.js';
import { readNumber } from './read-number.js';

/** In milliseconds; beyond each, the process is killed. */
export interface WorkerLimits {
  /** One that takes a place later must serve within so long, or within three times what the first one needed if that is longer. */
  readonly workerStartTimeoutMs: number;
  /** One that is told that it is replaced must answer within so long. */
  readonly workerReplyTimeoutMs: number;
  /** One that has answered must end within so long: connections, calls and plugins included. */
  readonly workerEndTimeoutMs: number;
}

/** A day; timers know no more than 24. */
const longestMs = 86_400_000;

/** As a file has them. */
export const workerLimitForms = {
  workerStartTimeoutMs: wholeNumber(1, longestMs),
  workerReplyTimeoutMs: wholeNumber(1, longestMs),
  workerEndTimeoutMs: wholeNumber(1, longestMs),
};

/** Those of a program that says nothing else. */
export const defaultWorkerLimits: WorkerLimits = {
  workerStartTimeoutMs: Number(environmentKeys.MCP_WORKER_START_TIMEOUT_MS),
  workerReplyTimeoutMs: Number(environmentKeys.MCP_WORKER_REPLY_TIMEOUT_MS),
  workerEndTimeoutMs: Number(environmentKeys.MCP_WORKER_END_TIMEOUT_MS),
};

/** @throws ConfigurationError naming the variable, what was expected and what came */
export function readWorkerLimits(environment: NodeJS.ProcessEnv, file: Partial<WorkerLimits>): WorkerLimits {
  const read = (key: keyof WorkerLimits, variable: keyof typeof environmentKeys): number =>
    readNumber(variable, environment, { least: 1, most: longestMs }) ?? file[key] ?? defaultWorkerLimits[key];
  return {
    workerStartTimeoutMs: read('workerStartTimeoutMs', 'MCP_WORKER_START_TIMEOUT_MS'),
    workerReplyTimeoutMs: read('workerReplyTimeoutMs', 'MCP_WORKER_REPLY_TIMEOUT_MS'),
    workerEndTimeoutMs: read('workerEndTimeoutMs', 'MCP_WORKER_END_TIMEOUT_MS'),
  };
}
