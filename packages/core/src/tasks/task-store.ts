/**
 * The store of tasks. Replicas that share a store serve each other's tasks; an engine without one keeps tasks in memory.
 */
import type { Task } from './task.js';

/** A position in the list of an owner's tasks, which is ordered by creation and then by id. */
export interface TaskPlace {
  readonly createdAtMs: number;
  readonly taskId: string;
}

/** The most tasks that a store keeps: in all, for each identified owner, and for each client. */
export interface TaskCaps {
  readonly maxTasks: number;
  readonly maxTasksPerOwner: number;
  readonly maxTasksPerClient: number;
}

export interface TaskStore {
  /** Stores a new task until it expires. @returns the cap that is reached, if any: then nothing was stored */
  create(task: Task, caps: TaskCaps): Promise<keyof TaskCaps | undefined>;
  /** @returns `undefined` when the task does not exist, or no longer does */
  get(taskId: string): Promise<Task | undefined>;
  /** Replaces the task if it still has this version. @returns whether it was replaced */
  update(next: Task, version: number): Promise<boolean>;
  /** Lists the owner's tasks after that position, in order, at most `most`. */
  list(owner: string, after: TaskPlace | undefined, most: number): Promise<readonly Task[]>;
  /** Deletes the task; a missing task is not an error. */
  delete(taskId: string): Promise<void>;
  /**
   * Calls back with the id of each task that was changed or deleted on any replica, and with `undefined` when such news was lost, so that any
   * task may have changed. @returns a function that unsubscribes
   */
  onChange(listener: (taskId: string | undefined) => void): () => void;
}
