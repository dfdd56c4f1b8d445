/**
 * The transition of a call to a task: first the task is stored, then the call is detached from its request.
 */
import type { TaskTerms } from '../model/context.js';
import type { Call } from '../calls/call.js';
import type { TaskBeginner } from '../calls/task-beginner.js';
import type { CallerTasks } from './caller-tasks.js';
import type { TaskMaker, TaskRegistry } from './task-registry.js';
import { TaskRun } from './task-run.js';
import type { Task } from './task.js';

/** A task that a call has become. */
export interface BegunTask {
  readonly task: Task;
  readonly run: TaskRun;
}

export class TaskBeginning implements TaskBeginner {
  /** Resolves when the call becomes a task, if it ever does. */
  readonly untilBegun: Promise<void>;
  #isClosed = false;
  #begun: BegunTask | undefined;
  #beginning: Promise<boolean> | undefined;
  readonly #waiting: (() => void)[] = [];
  #settleBegun: () => void = () => undefined;

  constructor(
    private readonly call: Call,
    private readonly registry: TaskRegistry,
    private readonly tasks: CallerTasks,
    private readonly made: Pick<TaskMaker, 'producer' | 'call'>,
  ) {
    this.untilBegun = new Promise((resolve) => (this.#settleBegun = resolve));
  }

  get beginning(): Promise<boolean> | undefined {
    return this.#begun ? undefined : this.#beginning;
  }

  begin(terms: TaskTerms): Promise<boolean> {
    if (this.#begun && terms.statusMessage !== undefined) void this.#begun.run.describe(terms.statusMessage);
    if (this.#begun) return Promise.resolve(true);
    if (this.#isClosed) return Promise.resolve(false);
    // A question with an answer from an earlier round closes soon; one without ends the call, which is then run again.
    if (this.call.isAsking) return new Promise((resolve) => this.#waiting.push(() => resolve(this.begin(terms))));
    this.#beginning ??= this.#begin(terms);
    return this.#beginning;
  }

  /** Begins before the method continues with the last answer, so that its next question goes to the task. */
  questionsClosed(): void {
    for (const begin of this.#waiting.splice(0)) begin();
  }

  /** @throws McpError when the limit on kept tasks is reached; the abort reason when the call was aborted meanwhile */
  async requireBegun(terms: TaskTerms): Promise<BegunTask> {
    await this.begin(terms);
    if (this.#begun) return this.#begun;
    throw this.call.abortReason ?? new Error('the call was over before it became a task');
  }

  /** Prevents the call from becoming a task from now on. @returns the task it has become, if any */
  close(): BegunTask | undefined {
    this.#isClosed = true;
    return this.#begun;
  }

  async #begin(terms: TaskTerms): Promise<boolean> {
    const { registry } = this;
    const { owner, client, taken } = this.tasks;
    const task = taken ?? (await registry.create({ owner, client, ...this.made }, terms));
    if (this.#isClosed || this.call.abortReason) {
      if (!taken) await registry.forget(task.taskId);
      return false;
    }
    this.#begun = this.#letGo(task);
    this.#settleBegun();
    return true;
  }

  #letGo(task: Task): BegunTask {
    let abort: (reason: Error) => void = () => undefined;
    const run = new TaskRun({
      registry: this.registry,
      task,
      abort: (reason) => abort(reason),
      onStatus: (changed) => peer.reportStatus?.(changed),
    });
    const peer = this.tasks.openPeer(run, this.call);
    const onProgress = (message: string): void => void run.describe(message);
    abort = this.call.detach({ ...peer, onProgress, ended: run.ended });
    return { task, run };
  }
}
