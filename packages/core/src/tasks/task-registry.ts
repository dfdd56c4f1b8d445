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
import type { ProducingTool } from '../calls/producer.js';
import { WriteRetries } from '../stores/write-retries.js';
import { isTerminal, type ResumableCall, type Task } from './task.js';
import type { TaskCaps, TaskPlace, TaskStore } from './task-store.js';

/** The members of a task that may change. */
export type TaskChange = Partial<
  Pick<Task, 'status' | 'statusMessage' | 'inputRequests' | 'inputResponses' | 'outcome' | 'worker' | 'losses'>
>;

/** The processes that share a store of tasks. */
export interface TaskWorkers {
  /** Identifies this process. */
  readonly own: string;
  /** Returns whether a process is still alive. */
  isThere(worker: string): Promise<boolean>;
  /** Notifies the other processes of a task that was handed over, on a best-effort basis. Never rejects. */
  offer(taskId: string): Promise<void>;
  /** Calls back with each task that another process hands over. @returns a function that unsubscribes */
  onOffer(listener: (taskId: string) => void): () => void;
  /** Calls back after a time in which changes of tasks may have been missed. @returns a function that unsubscribes */
  onGap(listener: () => void): () => void;
}

interface TaskRegistryOptions {
  readonly store: TaskStore;
  readonly limits: TaskLimits;
  readonly clock: Clock;
  readonly reportFault: (during: string, error: unknown) => void;
  /** Absent where only this process runs tasks. */
  readonly workers?: TaskWorkers | undefined;
  /** Begins the call of a task again, which now belongs to this process. */
  readonly beginAgain?: (task: Task, call: ResumableCall) => void;
}

/** How the tasks of a process that stops end. */
export interface TaskEnding {
  /** How long they may continue. */
  readonly graceMs: number;
  /** True where no other process can send clients the outcome: then waits briefly until they have read it. */
  readonly isLast: boolean;
}

/** A call of this process that runs as a task. */
export interface RunningTask {
  /** Ends the call and its task. */
  cancel(reason: string): void;
  /** Hands the task over if it is resumable, or else ends it as failed; ends the call. Never rejects. */
  stop(): Promise<void>;
  /** Applies changes that others made to the task. */
  follow(): Promise<void>;
}

/** The creator of a task. */
export interface TaskMaker {
  /** The owner, the only one who may read the task. */
  readonly owner: string;
  /** The client whose share counts the task; `undefined` where clients are not distinguished. */
  readonly client: Client | undefined;
  /** The tool that runs. */
  readonly producer?: ProducingTool;
  /** Present where another process may begin the call again. */
  readonly call?: ResumableCall | undefined;
}

/** A call that ended this many processes before it had ended is not begun again: it may be the cause. */
const mostLosses = 3;
/** Longest time in which clients may read the outcome of a task that ended with the server. */
const longestReadMs = 5_000;
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
  readonly #running = new Map<string, { readonly task: Task; readonly run: RunningTask }>();
  readonly #stops: readonly (() => void)[];
  /** The tasks whose outcome clients have not read; undefined unless that matters. */
  #unread: Map<string, Task> | undefined;
  #onProgress: () => void = () => undefined;
  #isStopping = false;

  /** Writes that no caller waits for. */
  readonly writes: WriteRetries;

  constructor(options: TaskRegistryOptions) {
    this.#options = options;
    const { clock, reportFault, limits, workers } = options;
    this.writes = new WriteRetries({ clock, report: reportFault, maxWaiting: limits.maxTasks });
    this.#stops = workers
      ? [workers.onOffer((taskId) => void this.#takeOffered(taskId)), workers.onGap(() => void this.#followAll())]
      : [];
  }

  get clock(): Clock {
    return this.#options.clock;
  }

  get runningCount(): number {
    return this.#running.size;
  }

  /** @throws McpError `internal-error` when a cap is reached, or the store does not answer */
  async create(
    { owner, client, producer, call }: TaskMaker,
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
      ...(call && workers ? { call } : {}),
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
    const cap = await this.#reach(store.create(task, caps));
    if (cap === undefined) return task;
    const { whose, limit } = cappings[cap];
    throw new McpError('internal-error', `${whose} at most ${caps[cap]} tasks (limit ${limit}); try again later`);
  }

  /** @returns the tool that runs the task; `undefined` for an unknown task */
  async findProducer(taskId: string): Promise<ProducingTool | undefined> {
    return (await this.#options.store.get(taskId))?.producer;
  }

  /**
   * Finds a task for a client. Another owner's task counts as missing. A task whose process is gone is begun again here if it is resumable,
   * or else has failed.
   */
  async find(taskId: string, owner: string): Promise<Task | undefined> {
    const task = await this.look(taskId, owner);
    if (task && isTerminal(task.status) && this.#unread?.delete(taskId)) this.#onProgress();
    return task;
  }

  /** Finds a task as `find` does, for readers that send it to no client. */
  async look(taskId: string, owner: string): Promise<Task | undefined> {
    const task = await this.#options.store.get(taskId);
    if (task?.owner !== owner) return undefined;
    return (await this.#isAbandoned(task)) ? this.#takeOver(task) : task;
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

  /** @throws McpError `invalid-params` when this owner has no such task, or no longer has it; `internal-error` as `create` */
  async require(taskId: JsonValue | undefined, owner: string): Promise<Task> {
    if (typeof taskId !== 'string') throw new McpError('invalid-params', '"taskId" must be the id of a task');
    const task = await this.#reach(this.find(taskId, owner));
    if (!task) throw new McpError('invalid-params', 'there is no task with this id, or no longer');
    return task;
  }

  /** @throws McpError `internal-error` when the store does not answer */
  async list(owner: string, after: TaskPlace | undefined, most: number): Promise<readonly Task[]> {
    const tasks = await this.#reach(this.#options.store.list(owner, after, most));
    const current = tasks.map(async (task) => ((await this.#isAbandoned(task)) ? this.#takeOver(task) : task));
    return (await this.#reach(Promise.all(current))).filter((task) => task !== undefined);
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

  /** Registers a call that runs in this process. @returns a function that removes it */
  noteRunning(task: Task, run: RunningTask): () => void {
    const { taskId } = task;
    this.#running.set(taskId, { task, run });
    this.#unread?.set(taskId, task);
    return () => {
      this.#running.delete(taskId);
      this.#onProgress();
    };
  }

  /** The process that may change the tasks running here; `undefined` where there is only one process. */
  get worker(): string | undefined {
    return this.#options.workers?.own;
  }

  /** Gives a task of this process to any other. @returns false where no other process could run it */
  async handOver({ taskId, call }: Task): Promise<boolean> {
    const { workers } = this.#options;
    if (!workers || !call) return false;
    const isOwn = ({ worker }: Task): boolean => worker === workers.own;
    const released = { worker: '', status: 'working', inputRequests: {}, inputResponses: {} } as const;
    const after = await this.change(taskId, (task) => (isOwn(task) ? released : undefined));
    if (after?.worker === '') await workers.offer(taskId);
    return true;
  }

  /** Lets the calls that run here end for a while, and ends the rest: see `RunningTask.stop`. Never rejects. */
  async finish({ graceMs, isLast }: TaskEnding): Promise<void> {
    this.#isStopping = true;
    if (isLast) this.#unread = new Map([...this.#running].map(([taskId, { task }]) => [taskId, task]));
    await this.#until(() => this.#running.size === 0, graceMs);
    await Promise.all([...this.#running.values()].map(({ run }) => run.stop()));
    const unread = this.#unread;
    if (!unread || unread.size === 0) return;
    const pollMs = Math.max(...[...unread.values()].map(({ pollIntervalMs }) => pollIntervalMs));
    await this.#until(() => unread.size === 0, Math.min(2 * pollMs, longestReadMs));
  }

  /** Ends and forgets all tasks of an owner that is gone for good. */
  forgetOwner(owner: string): void {
    for (const { task, run } of [...this.#running.values()]) if (task.owner === owner) run.cancel('its session ended');
    void this.writes.write(`owner ${owner}`, 'forgetting tasks', () => this.#deleteAll(owner));
  }

  /** Stops the calls running in this process, and repeats no write any more. */
  close(): void {
    this.#isStopping = true;
    for (const stop of this.#stops) stop();
    for (const { run } of [...this.#running.values()]) void run.stop();
    this.writes.close();
  }

  reportFault(during: string, error: unknown): void {
    this.#options.reportFault(during, error);
  }

  /** Waits for the store. A client can repeat its request after an outage, and its operator reads the reason. */
  async #reach<Result>(work: Promise<Result>): Promise<Result> {
    try {
      return await work;
    } catch (error) {
      this.reportFault('reaching the store of tasks', error);
      throw new McpError('internal-error', 'the store of tasks does not answer right now: try again soon');
    }
  }

  async #isAbandoned({ worker, status }: Task): Promise<boolean> {
    const { workers } = this.#options;
    if (!workers || worker === undefined || worker === workers.own || isTerminal(status)) return false;
    return !(await workers.isThere(worker));
  }

  /** Makes an abandoned task one of this process, or ends it. Of several processes, one takes it. */
  async #takeOver(abandoned: Task): Promise<Task | undefined> {
    const { workers, beginAgain } = this.#options;
    const { taskId, worker } = abandoned;
    const isStill = (task: Task): boolean => task.worker === worker;
    const { call, losses = 0 } = abandoned;
    const lost = worker === '' ? losses : losses + 1;
    if (!call || !workers || !beginAgain || lost >= mostLosses)
      return this.change(taskId, (task) => (isStill(task) ? failureOf(workerIsGone) : undefined));
    // Another process may run it: this one would have to give it away at once.
    if (this.#isStopping) return abandoned;
    let isTaken = false;
    const taken = {
      worker: workers.own,
      losses: lost,
      status: 'working',
      inputRequests: {},
      inputResponses: {},
    } as const;
    const after = await this.change(taskId, (task) => {
      isTaken = isStill(task);
      return isTaken ? taken : undefined;
    });
    if (isTaken && after && !isTerminal(after.status)) beginAgain(after, call);
    return after;
  }

  async #takeOffered(taskId: string): Promise<void> {
    try {
      const task = await this.#options.store.get(taskId);
      if (task?.worker === '' && !isTerminal(task.status)) await this.#takeOver(task);
    } catch (error) {
      this.reportFault(`taking over task "${taskId}"`, error);
    }
  }

  async #followAll(): Promise<void> {
    for (const { run } of [...this.#running.values()]) await run.follow();
  }

  /** Waits until something is true after a task ended or was read, or for a limited time. */
  #until(isTrue: () => boolean, ms: number): Promise<void> {
    if (isTrue()) return Promise.resolve();
    return new Promise((resolve) => {
      const stop = this.clock.after(ms, resolve);
      this.#onProgress = () => {
        if (!isTrue()) return;
        stop();
        resolve();
      };
    });
  }

  async #deleteAll(owner: string): Promise<void> {
    const { store, limits } = this.#options;
    for (const { taskId } of await store.list(owner, undefined, limits.maxTasksPerOwner)) await store.delete(taskId);
  }
}

/** The change that ends a task whose call cannot go on. */
export function failureOf(message: string): TaskChange {
  const outcome: Task['outcome'] = { kind: 'error', problem: 'internal-error', message };
  return { status: 'failed', statusMessage: message, outcome, inputRequests: {}, inputResponses: {} };
}

function wholeWithin(wanted: number, most: number): number {
  return Math.min(Math.max(1, Math.floor(Number.isNaN(wanted) ? 1 : wanted)), most);
}
