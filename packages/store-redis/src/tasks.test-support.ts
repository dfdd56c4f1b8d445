/**
 * Tasks for tests of the store.
 */
import type { Task } from '@sigil/core/internal';

/** Caps that no test reaches. */
export const caps = { maxTasks: 1_000_000, maxTasksPerOwner: 1_000_000, maxTasksPerClient: 1_000_000 };

/** @returns a task without an owner, so no other test counts it */
export function taskOf(taskId: string, more: Partial<Task> = {}): Task {
  const now = Date.now();
  return {
    taskId,
    owner: '',
    status: 'working',
    createdAtMs: now,
    lastUpdatedAtMs: now,
    ttlMs: 60_000,
    pollIntervalMs: 1_000,
    inputRequests: {},
    inputResponses: {},
    version: 1,
    ...more,
  };
}
