/**
 * Keeps tasks in this process. Expired tasks are dropped at the next access, so the store needs no timer.
 */
import { systemClock, type Clock } from '../model/clock.js';
import { expiresAtMs, type Task } from './task.js';
import type { TaskCaps, TaskPlace, TaskStore } from './task-store.js';

export function openMemoryTaskStore(clock: Clock = systemClock): TaskStore {
  return new MemoryTaskStore(clock);
}

class MemoryTaskStore implements TaskStore {
  readonly #tasks = new Map<string, Task>();
  readonly #listeners = new Set<(taskId: string) => void>();

  constructor(private readonly clock: Clock) {}

  async create(
    task: Task,
    { maxTasks, maxTasksPerOwner, maxTasksPerClient }: TaskCaps,
  ): Promise<keyof TaskCaps | undefined> {
    this.#dropExpired();
    if (this.#tasks.size >= maxTasks) return 'maxTasks';
    if (task.owner !== '' && this.#ownedBy(task.owner).length >= maxTasksPerOwner) return 'maxTasksPerOwner';
    if (task.client !== undefined && this.#countOf(task.client) >= maxTasksPerClient) return 'maxTasksPerClient';
    this.#tasks.set(task.taskId, task);
    return undefined;
  }

  async get(taskId: string): Promise<Task | undefined> {
    const task = this.#tasks.get(taskId);
    if (!task || expiresAtMs(task) > this.clock.now()) return task;
    this.#tasks.delete(taskId);
    return undefined;
  }

  async update(next: Task, version: number): Promise<boolean> {
    if (this.#tasks.get(next.taskId)?.version !== version) return false;
    this.#tasks.set(next.taskId, next);
    this.#notify(next.taskId);
    return true;
  }

  async list(owner: string, after: TaskPlace | undefined, most: number): Promise<readonly Task[]> {
    this.#dropExpired();
    const owned = this.#ownedBy(owner).sort(comparePlaces);
    return owned.filter((task) => !after || comparePlaces(task, after) > 0).slice(0, most);
  }

  async delete(taskId: string): Promise<void> {
    if (this.#tasks.delete(taskId)) this.#notify(taskId);
  }

  onChange(listener: (taskId: string) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #ownedBy(owner: string): Task[] {
    return [...this.#tasks.values()].filter((task) => task.owner === owner);
  }

  #countOf(client: string): number {
    let count = 0;
    for (const task of this.#tasks.values()) if (task.client === client) count++;
    return count;
  }

  #dropExpired(): void {
    for (const task of this.#tasks.values()) if (expiresAtMs(task) <= this.clock.now()) this.#tasks.delete(task.taskId);
  }

  #notify(taskId: string): void {
    for (const listener of [...this.#listeners]) listener(taskId);
  }
}

function comparePlaces(a: TaskPlace, b: TaskPlace): number {
  if (a.createdAtMs !== b.createdAtMs) return a.createdAtMs - b.createdAtMs;
  if (a.taskId === b.taskId) return 0;
  return a.taskId < b.taskId ? -1 : 1;
}
