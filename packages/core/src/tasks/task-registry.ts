/**
 * Creates tasks within the caps, finds them for their owners only, and changes them until they end, over any store.
 *
 * Spec: 2025-11-25 basic/utilities/tasks#task-lifecycle
 */
import type { Client } from '../callers/clients.js';
import { McpError } from '../errors/mcp-error.js';
import type { Clock } from '../model/clock.js';
import type { TaskTerms } from '../model/context.js';
import type { JsonValue } from '../model/json.js';
import type { TaskLimits } from '../calls/limits.js';
import type { ProducingTool } from '../calls/producing-tool.js';
import { RepeatedWrites } from '../stores/repeated-writes.js';
import { isTerminal, type Task } from './task.js';
import type { TaskCaps, TaskPlace, TaskStore } from './task-store.js';

/** The members of a task that may change. */
export type TaskChange = Partial<
  Pick<Task, 'status' | 'statusMessage' | 'inputRequests' | 'inputResponses' | 'outcome'>
>;

/** The processes that share a store of tasks. */
export interface TaskWorkers {
  /** Identifies this process. */
  readonly own: string;
  /** Returns whether a process is still alive. */
  isThere(worker: string): Promise<boolean>;
}

/** The parts that a registry needs. */
export interface TaskRegistryOptions {
  readonly store: TaskStore;
  readonly limits: TaskLimits;
  readonly clock: Clock;
  readonly reportFault: (during: string, error: unknown) => void;
  /** Absent where only this process runs tasks. */
  readonly workers?: TaskWorkers | undefined;
}

/** The creator of a task. */
export interface TaskMaker {
  /** The owner, the only one who may read the task. */
  readonly owner: string;
  /** The client whose share counts the task; `undefined` where clients are not told apart. */
  readonly client: Client | undefined;
  /** The tool that runs. */
  readonly producer?: ProducingTool;
}

/** Interval of the checks that the process of a watched task is still alive. */
const lookAgainMs = 1_000;
const workerIsGone =
  'the server that ran this task has ended: the task may or may not have taken effect; its result is lost';

const cappings: Readonly<Record<keyof TaskCaps, { readonly whose: string; readonly limit: string }>> = {
  maxTasks: { whose: 'this server keeps', limit: 'maxTasks' },
  maxTasksPerOwner: { whose: 'a client has', limit: 'maxTasksPerOwner' },
  maxTasksPerClient: { whose: 'a client has', limit: 'maxTasks, of which a client has clientSharePercent' },
};

export class TaskRegistry {
  readonly #options: TaskRegistryOptions;
  /** Functions that end the calls running in this process, by task. */
  readonly #running = new Map<string, { readonly owner: string; readonly end: (reason: string) => void }>();

  /** Writes that no caller waits for. */
  readonly writes: RepeatedWrites;

  constructor(options: TaskRegistryOptions) {
    this.#options = options;
    const { clock, reportFault, limits } = options;
    this.writes = new RepeatedWrites({ clock, report: reportFault, maxWaiting: limits.maxTasks });
  }

  get clock(): Clock {
    return this.#options.clock;
  }

  get runningCount(): number {
    return this.#running.size;
  }

  /** @throws McpError `internal-error` when a cap is reached */
  async create(
    { owner, client, producer }: TaskMaker,
    { ttlMs, pollIntervalMs, statusMessage }: TaskTerms,
  ): Promise<Task> {
    const { store, limits, clock, workers } = this.#options;
    const createdAtMs = clock.now();
    const task: Task = {
      taskId: globalThis.crypto.randomUUID(),
      owner,
      ...(client ? { client: client.key } : {}),
      ...(workers ? { worker: workers.own } : {}),
      ...(producer ? { producer } : {}),
      status: 'working',
      ...(statusMessage === undefined ? {} : { statusMessage }),
      createdAtMs,
      lastUpdatedAtMs: createdAtMs,
      ttlMs: wholeWithin(ttlMs ?? limits.taskTtlMs, limits.maxTaskTtlMs),
      pollIntervalMs: wholeWithin(pollIntervalMs ?? limits.taskPollIntervalMs, limits.maxTaskTtlMs),
      inputRequests: {},
      inputResponses: {},
      version: 1,
    };
    const { maxTasks, maxTasksPerOwner } = limits;
    const caps = { maxTasks, maxTasksPerOwner, maxTasksPerClient: client?.maxTasksOf(maxTasks) ?? maxTasks };
    const cap = await store.create(task, caps);
    if (cap === undefined) return task;
    const { whose, limit } = cappings[cap];
    throw new McpError('internal-error', `${whose} at most ${caps[cap]} tasks (limit ${limit}); try again later`);
  }

  /** @returns the tool that runs the task; `undefined` for an unknown task */
  async findProducer(taskId: string): Promise<ProducingTool | undefined> {
    return (await this.#options.store.get(taskId))?.producer;
  }

  /** Another owner's task counts as missing. A task whose process is gone has failed. */
  async find(taskId: string, owner: string): Promise<Task | undefined> {
    const task = await this.#options.store.get(taskId);
    if (task?.owner !== owner) return undefined;
    return (await this.#isAbandoned(task)) ? this.#failAbandoned(taskId) : task;
  }

  /**
   * Calls back periodically while a task is watched, because its process may end without notice. @returns a function that stops
   * this
   */
  lookAgain(look: () => void): () => void {
    if (!this.#options.workers) return () => undefined;
    let stop = (): void => undefined;
    const wait = (): void => {
      stop = this.clock.after(lookAgainMs, () => {
        look();
        wait();
      });
    };
    wait();
    return () => stop();
  }

  /** @throws McpError `invalid-params` when this owner has no such task, or no longer has it */
  async require(taskId: JsonValue | undefined, owner: string): Promise<Task> {
    if (typeof taskId !== 'string') throw new McpError('invalid-params', '"taskId" must be the id of a task');
    const task = await this.find(taskId, owner);
    if (!task) throw new McpError('invalid-params', 'there is no task with this id, or no longer');
    return task;
  }

  list(owner: string, after: TaskPlace | undefined, most: number): Promise<readonly Task[]> {
    return this.#options.store.list(owner, after, most);
  }

  /**
   * Changes the task unless it has ended.
   *
   * @param changeOf returns the change, called again after a concurrent update; `undefined` for none
   * @returns the resulting task; `undefined` when it is gone
   */
  async change(taskId: string, changeOf: (task: Task) => TaskChange | undefined): Promise<Task | undefined> {
    const { store, clock } = this.#options;
    for (;;) {
      const task = await store.get(taskId);
      const change = task && !isTerminal(task.status) ? changeOf(task) : undefined;
      if (!task || !change) return task;
      const next = { ...task, ...change, lastUpdatedAtMs: clock.now(), version: task.version + 1 };
      if (await store.update(next, task.version)) return next;
    }
  }

  /** Cancels the task, wherever it runs; a task that has ended stays as it is. */
  cancel(taskId: string, statusMessage: string): Promise<Task | undefined> {
    return this.change(taskId, () => ({ status: 'cancelled', statusMessage, inputRequests: {}, inputResponses: {} }));
  }

  async forget(taskId: string): Promise<void> {
    await this.#options.store.delete(taskId);
  }

  /** Calls back when the task may have changed. @returns a function that unsubscribes */
  onChange(taskId: string, listener: () => void): () => void {
    return this.#options.store.onChange((changed) => {
      if (changed === taskId || changed === undefined) listener();
    });
  }

  /** Registers a function that ends the task's call in this process. @returns a function that removes it */
  noteRunning({ taskId, owner }: Task, end: (reason: string) => void): () => void {
    this.#running.set(taskId, { owner, end });
    return () => void this.#running.delete(taskId);
  }

  /** Ends and forgets all tasks of an owner that is gone for good. */
  forgetOwner(owner: string): void {
    for (const run of [...this.#running.values()]) if (run.owner === owner) run.end('its session ended');
    void this.writes.write(`owner ${owner}`, 'forgetting tasks', () => this.#deleteAll(owner));
  }

  /** Ends the calls running in this process, and repeats no write any more. */
  close(): void {
    for (const run of [...this.#running.values()]) run.end('the server is closing');
    this.writes.close();
  }

  reportFault(during: string, error: unknown): void {
    this.#options.reportFault(during, error);
  }

  async #isAbandoned({ worker, status }: Task): Promise<boolean> {
    const { workers } = this.#options;
    if (!workers || worker === undefined || worker === workers.own || isTerminal(status)) return false;
    return !(await workers.isThere(worker));
  }

  #failAbandoned(taskId: string): Promise<Task | undefined> {
    const outcome: Task['outcome'] = { kind: 'error', problem: 'internal-error', message: workerIsGone };
    const ended = { status: 'failed', statusMessage: workerIsGone, outcome } as const;
    return this.change(taskId, () => ({ ...ended, inputRequests: {}, inputResponses: {} }));
  }

  async #deleteAll(owner: string): Promise<void> {
    const { store, limits } = this.#options;
    for (const { taskId } of await store.list(owner, undefined, limits.maxTasksPerOwner)) await store.delete(taskId);
  }
}

function wholeWithin(wanted: number, most: number): number {
  return Math.min(Math.max(1, Math.floor(Number.isNaN(wanted) ? 1 : wanted)), most);
}
