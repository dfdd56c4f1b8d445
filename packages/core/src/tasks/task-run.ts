/**
 * One call that continues as a task: follows changes to its record, and writes progress and outcome to it.
 *
 * Every change goes through the store, so a cancellation or an answer may have reached another replica.
 */
import type { JsonObject, JsonValue } from '../model/json.js';
import { CallCancelled } from '../calls/abort-reasons.js';
import type { OpenTask } from './caller-tasks.js';
import { failureOf, type RunningTask, type TaskChange, type TaskRegistry } from './task-registry.js';
import type { Task, TaskOutcome } from './task.js';

interface TaskRunOptions {
  readonly registry: TaskRegistry;
  readonly task: Task;
  /** Stops the call. */
  readonly abort: (reason: Error) => void;
  /** Called with each new status. */
  readonly onStatus: (task: Task) => void;
}

const wasStopped =
  'the server that ran this task was stopped: the task may or may not have taken effect; its result is lost';

/** The longest delay of a timer. */
const longestTimerMs = 2 ** 31 - 1;

export class TaskRun implements OpenTask, RunningTask {
  readonly taskId: string;
  readonly ended: Promise<void>;
  #settleEnded: () => void = () => undefined;
  readonly #options: TaskRunOptions;
  readonly #waiting = new Map<string, (response: JsonValue) => void>();
  readonly #usedKeys = new Set<string>();
  readonly #stopFollowing: () => void;
  #askingCount = 0;
  #statusMessage: string | undefined;
  #isDescribing = false;

  constructor(options: TaskRunOptions) {
    const { registry, task } = options;
    this.#options = options;
    this.taskId = task.taskId;
    this.ended = new Promise((resolve) => (this.#settleEnded = resolve));
    const stopListening = registry.onChange(task.taskId, () => void this.follow());
    const stopNoting = registry.noteRunning(task, this);
    const stopWaiting = registry.clock.after(Math.min(task.ttlMs, longestTimerMs), () => this.#expire());
    this.#stopFollowing = () => {
      stopListening();
      stopNoting();
      stopWaiting();
    };
  }

  async whileAsking<Answer>(asking: () => Promise<Answer>): Promise<Answer> {
    this.#askingCount++;
    await this.#change(() => ({ status: 'input_required' }));
    try {
      return await asking();
    } finally {
      this.#askingCount--;
      await this.#change(() => ({ status: this.#askingCount > 0 ? 'input_required' : 'working' }));
    }
  }

  async putQuestion(wantedKey: string, request: JsonObject): Promise<JsonValue> {
    const key = this.#freeKey(wantedKey);
    const answered = new Promise<JsonValue>((resolve) => this.#waiting.set(key, resolve));
    await this.#change(({ inputRequests }) => ({
      status: 'input_required',
      inputRequests: { ...inputRequests, [key]: request },
    }));
    return answered;
  }

  /** Sets the status message; if messages arrive faster than they can be stored, only the newest is. */
  async describe(statusMessage: string): Promise<void> {
    this.#statusMessage = statusMessage;
    if (this.#isDescribing) return;
    this.#isDescribing = true;
    try {
      while (this.#statusMessage !== undefined) {
        const message = this.#statusMessage;
        this.#statusMessage = undefined;
        await this.#change((task) => (task.statusMessage === message ? undefined : { statusMessage: message }));
      }
    } catch (error) {
      // This message may be lost: the next one, or the outcome, replaces it.
      this.#reportFault(error);
    } finally {
      this.#isDescribing = false;
    }
  }

  /**
   * Stores the call's outcome, and its last pending message, unless the task has already ended. If the store refuses, this is repeated: the
   * call has taken effect, so its outcome must not be lost.
   */
  async keep(outcome: TaskOutcome, status: 'completed' | 'failed'): Promise<void> {
    const message = outcome.kind === 'error' ? outcome.message : this.#statusMessage;
    const statusMessage = message === undefined ? {} : { statusMessage: message };
    const end: TaskChange = { status, outcome, ...statusMessage, inputRequests: {}, inputResponses: {} };
    await this.#write('outcome', `keeping the outcome of task "${this.taskId}"`, () => this.#change(() => end));
  }

  cancel(reason: string): void {
    const { abort, registry } = this.#options;
    abort(new CallCancelled(reason));
    void this.#write('outcome', `ending task "${this.taskId}"`, () => registry.cancel(this.taskId, reason));
  }

  async stop(): Promise<void> {
    const { abort, registry, task } = this.#options;
    try {
      if (!(await registry.handOver(task))) await this.#change(() => failureOf(wasStopped));
    } catch (error) {
      this.#reportFault(error);
    }
    abort(new CallCancelled('the server is closing'));
  }

  /** Stops following the record: the call is over. */
  close(): void {
    this.#stopFollowing();
    this.#settleEnded();
  }

  #freeKey(wanted: string): string {
    let key = wanted;
    for (let count = 2; this.#usedKeys.has(key); count++) key = `${wanted}-${count}`;
    this.#usedKeys.add(key);
    return key;
  }

  /** Applies changes that others made to the record. Never rejects. */
  async follow(): Promise<void> {
    try {
      const { registry, task, abort, onStatus } = this.#options;
      const now = await registry.look(task.taskId, task.owner);
      if (now?.status === 'cancelled') onStatus(now);
      if (!now || now.status === 'cancelled') return abort(new CallCancelled('the task was cancelled'));
      // This process was taken for gone, and another one runs the task or has ended it.
      if (!this.#isOwn(now)) return abort(new CallCancelled('another server runs the task'));
      const answered = Object.entries(now.inputResponses).filter(([key]) => this.#waiting.has(key));
      if (answered.length > 0) await this.#take(answered);
    } catch (error) {
      this.#reportFault(error);
    }
  }

  async #take(answered: readonly (readonly [string, JsonValue])[]): Promise<void> {
    const taken = answered.map(([key, response]) => {
      const resolve = this.#waiting.get(key);
      this.#waiting.delete(key);
      return () => resolve?.(response);
    });
    const keys = new Set(answered.map(([key]) => key));
    await this.#write(`taken ${[...keys].join(' ')}`, `taking answers for task "${this.taskId}"`, () =>
      this.#change(({ inputResponses }) => ({
        inputResponses: Object.fromEntries(Object.entries(inputResponses).filter(([key]) => !keys.has(key))),
      })),
    );
    for (const resolve of taken) resolve();
  }

  async #change(changeOf: (task: Task) => TaskChange | undefined): Promise<void> {
    const { registry, onStatus } = this.#options;
    let before: Task | undefined;
    const after = await registry.change(this.taskId, (task) =>
      this.#isOwn(task) ? changeOf((before = task)) : undefined,
    );
    if (after && before && (after.status !== before.status || after.statusMessage !== before.statusMessage))
      onStatus(after);
  }

  #isOwn({ worker }: Task): boolean {
    return worker === this.#options.registry.worker;
  }

  #expire(): void {
    const { abort, registry } = this.#options;
    abort(new CallCancelled('the task has expired'));
    void this.#write('outcome', `forgetting task "${this.taskId}"`, () => registry.forget(this.taskId));
  }

  /** Writes to the task's record, again and again if necessary. @param what distinguishes writes that do not replace each other */
  async #write(what: string, during: string, write: () => Promise<unknown>): Promise<void> {
    await this.#options.registry.writes.write(`${what} ${this.taskId}`, during, write);
  }

  #reportFault(error: unknown): void {
    this.#options.registry.reportFault(`task "${this.taskId}"`, error);
  }
}
