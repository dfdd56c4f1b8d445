/**
 * A stored task: plain data, so that any store can hold it and any replica can serve it.
 *
 * Spec: 2025-11-25 basic/utilities/tasks, ext-tasks draft/tasks
 */
import type { ErrorKind } from '../errors/error-kinds.js';
import type { JsonObject, JsonValue } from '../model/json.js';
import type { Principal } from '../model/principal.js';
import type { ProducingTool } from '../calls/producer.js';

/** `input_required` waits for the client; the last three are final. */
export type TaskStatus = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';

/** The members of a call's result as its revision writes them, and separately its own `_meta`, an object, if any. */
export interface TaskResult {
  readonly kind: 'result';
  readonly membersJson: string;
  readonly metaJson?: string;
  readonly isError: boolean;
}

/** The outcome of the call: its result, or an error for the peer. */
export type TaskOutcome =
  | TaskResult
  | { readonly kind: 'error'; readonly problem: ErrorKind; readonly message: string; readonly data?: JsonValue };

/** The call of a task that another process may begin again: all that it needs to know. */
export interface ResumableCall {
  readonly tool: string;
  readonly arguments: JsonObject;
  /** The date of the revision that writes its result. */
  readonly revision: string;
  readonly clientCapabilities: JsonObject;
  readonly principal: Principal;
}

/** One task; only `TaskRegistry` changes one, and never in place. */
export interface Task {
  /** Unguessable: where callers are not identified, only the id protects the task. */
  readonly taskId: string;
  /** The owner: a session or a principal; empty where callers are not identified. */
  readonly owner: string;
  /** The client whose share counts the task; absent where clients are not distinguished. */
  readonly client?: string;
  /** The process that runs its call; empty when it was handed over; absent where there is only one process. */
  readonly worker?: string;
  /** Present where the tool is resumable and other processes share the store. */
  readonly call?: ResumableCall;
  /** The number of processes that were gone before the call had ended. Absent for none. */
  readonly losses?: number;
  /** The tool that runs; absent in tasks that an earlier version of this package created. */
  readonly producer?: ProducingTool;
  readonly status: TaskStatus;
  readonly statusMessage?: string;
  /** Milliseconds since 1970, like all times here. */
  readonly createdAtMs: number;
  readonly lastUpdatedAtMs: number;
  /** Lifetime of the task, from its creation. */
  readonly ttlMs: number;
  readonly pollIntervalMs: number;
  /** The open questions by key, as the client sees them. */
  readonly inputRequests: JsonObject;
  /** Answers that the running call has not taken yet. */
  readonly inputResponses: JsonObject;
  readonly outcome?: TaskOutcome;
  /** Incremented with each change. */
  readonly version: number;
}

/** Returns whether a task with this status can no longer change. */
export function isTerminal(status: TaskStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}

/** Returns the time at which the task is forgotten, in milliseconds since 1970. */
export function expiresAtMs({ createdAtMs, ttlMs }: Task): number {
  return createdAtMs + ttlMs;
}
