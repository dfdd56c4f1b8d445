/**
 * Runs a call that may become a task: answers with the task as soon as there is one, and lets the call continue.
 *
 * Spec: 2025-11-25 basic/utilities/tasks#creating-tasks, ext-tasks draft/tasks#task-creation
 */
import { McpError } from '../errors/mcp-error.js';
import type { TaskTerms } from '../model/context.js';
import type { Revision } from '../revisions/revision.js';
import { CallCancelled } from '../calls/abort-reasons.js';
import { reportIncident } from '../calls/describe-fault.js';
import type { ProducingTool } from '../calls/producer.js';
import type { CallOutcome, OperationResult } from '../calls/operation-result.js';
import type { OperationCall } from './operation-call.js';
import type { CallerTasks } from './caller-tasks.js';
import type { TaskRegistry } from './task-registry.js';
import { TaskBeginning, type BegunTask } from './task-beginning.js';
import type { ResumableCall, TaskOutcome } from './task.js';
import { writeCreatedTask } from './write-task.js';

/** The time at which a call becomes a task: before it runs, or while it runs, when its method says so or it takes long. */
export type TaskPlan = 'while-running' | { readonly atOnce: TaskTerms };

/** A call that may become a task, and its sender's tasks. */
export interface CallToBegin {
  readonly call: OperationCall;
  readonly registry: TaskRegistry;
  readonly tasks: CallerTasks;
  readonly producer: ProducingTool;
  /** Present where another process may begin the call again. */
  readonly resumable?: ResumableCall | undefined;
  readonly plan: TaskPlan;
}

/** @throws McpError when the limit on kept tasks is reached; whatever `work` threw when the call did not become a task */
export async function runPerhapsAsTask(
  { call, registry, tasks, producer, resumable, plan }: CallToBegin,
  work: () => Promise<CallOutcome>,
): Promise<OperationResult> {
  const { revision, server } = call;
  const beginning = new TaskBeginning(call, registry, tasks, { producer, call: resumable });
  call.taskBeginner = beginning;
  if (plan !== 'while-running') {
    const begun = await beginning.requireBegun(plan.atOnce);
    void settle(begun, call, work());
    return writeCreatedTask(begun.task, revision);
  }

  const working = work();
  const beginByItself = (): void => {
    call.beginTask().catch((error: unknown) => server.reportFault('making a task of a long call', error));
  };
  const stopWaiting = server.clock.after(server.limits.taskAfterMs, beginByItself);
  await Promise.race([beginning.untilBegun, settled(working)]);
  stopWaiting();
  const begun = beginning.close();
  if (!begun) return working;
  void settle(begun, call, working);
  return writeCreatedTask(begun.task, revision);
}

/** Stores the call's outcome in its task. */
async function settle({ run }: BegunTask, call: OperationCall, working: Promise<CallOutcome>): Promise<void> {
  try {
    const outcome = await outcomeOf(working, call.server);
    if (outcome) await run.keep(outcome, statusAfter(outcome, call.revision));
  } catch (error) {
    call.server.reportFault(`keeping the outcome of task "${run.taskId}"`, error);
  } finally {
    call.finish();
    run.close();
  }
}

/** @returns `undefined` for a call that was stopped because its task had ended */
async function outcomeOf(
  working: Promise<CallOutcome>,
  server: OperationCall['server'],
): Promise<TaskOutcome | undefined> {
  try {
    const { members: membersJson, isError, meta } = await working;
    if (!meta) return { kind: 'result', membersJson, isError };
    // Written here, so that a value JSON cannot express fails the task, and no store keeps an object that its author still holds.
    return { kind: 'result', membersJson, metaJson: JSON.stringify(meta), isError };
  } catch (error) {
    if (error instanceof CallCancelled) return undefined;
    if (!(error instanceof McpError)) {
      const message = reportIncident(server, { during: 'running a task', error });
      return { kind: 'error', problem: 'internal-error', message };
    }
    const { kind: problem, message, data } = error;
    return { kind: 'error', problem, message, ...(data === undefined ? {} : { data }) };
  }
}

function statusAfter(outcome: TaskOutcome, { tasks }: Revision): 'completed' | 'failed' {
  if (outcome.kind === 'error') return 'failed';
  return outcome.isError ? tasks.toolErrors : 'completed';
}

/** Resolves when the promise has settled, even by a rejection. */
async function settled(promise: Promise<unknown>): Promise<void> {
  try {
    await promise;
  } catch {
    // Code that needs the error awaits the promise itself.
  }
}
