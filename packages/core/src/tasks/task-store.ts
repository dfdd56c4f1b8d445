/**
 * The store of tasks. Replicas that share a store serve each other's tasks; an engine without one keeps tasks in memory.
 */
import type { Task } from './task.js';

/** A place in the list of an owner's tasks, which is ordered by creation and then by id. */
export interface TaskPlace {
  readonly createdAtMs: number;
  readonly taskId: string;
}

/** The most tasks that a store keeps: in all, for each owner that is identified, and for the client that makes the task. */
export interface TaskCaps {
  readonly maxTasks: number;
  readonly maxTasksPerOwner: number;
  readonly maxTasksPerClient: number;
}

export interface TaskStore {
  /** Keeps a new task until it expires. @returns the cap that is reached, if one is: then nothing was kept */
  create(task: Task, caps: TaskCaps): Promise<keyof TaskCaps | undefined>;
  /** @returns `undefined` when there is none, or no longer */
  get(taskId: string): Promise<Task | undefined>;
  /** Replaces the task if it still has this version. @returns whether it had */
  update(next: Task, version: number): Promise<boolean>;
  /** The owner's tasks after that place, in order, `most` of them. */
  list(owner: string, after: TaskPlace | undefined, most: number): Promise<readonly Task[]>;
  /** Deletes the task; an absent task is no error. */
  delete(taskId: string): Promise<void>;
  /** Calls back with the id of each task that anyone changed or deleted, on any replica. @returns stops calling back */
  onChange(listener: (taskId: string) => void): () => void;
}
