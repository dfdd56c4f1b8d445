/**
 * Creates task tools that a test controls, and tracks the state of their tasks.
 */
import { isJsonObject, type Context, type JsonObject, type TaskSupport } from '@sigil/core';
import type { PublishedTool } from '@sigil/core/catalog';
import type { Peer } from './peer.test-support.js';
import { gate, settled, textResult, toolOf, type Run } from './server.test-support.js';

/** A tool that waits until the test releases it, and its number of aborts. */
export interface Job {
  readonly tool: PublishedTool;
  readonly began: Promise<Context>;
  finish(): void;
}

export function jobOf(name: string, after: Run = async () => textResult('done'), task: TaskSupport = 'required'): Job {
  const released = gate();
  let tellBegan: (context: Context) => void = () => undefined;
  const began = new Promise<Context>((resolve) => (tellBegan = resolve));
  const run: Run = async (input, context) => {
    tellBegan(context);
    await released.opened;
    return after(input, context);
  };
  return { tool: toolOf(name, run, { task }), began, finish: released.open };
}

/** Finds the task in a result: the result itself, or one of its members. */
export function taskOf(result: JsonObject): JsonObject {
  return isJsonObject(result['task']) ? result['task'] : result;
}

/** Waits until the task has the status. @returns the answer of `tasks/get` then */
export async function taskIn(peer: Peer, taskId: string, status: string): Promise<JsonObject> {
  for (let look = 0; look < 200; look++) {
    const task = await peer.result('tasks/get', { taskId });
    if (task['status'] === status) return task;
    await settled();
  }
  throw new Error(`the task never was ${status}`);
}
