/**
 * Makes tools that run as tasks under a test's hand, and follows what their tasks become.
 */
import { isJsonObject, type Context, type JsonObject, type TaskSupport } from '@sigil/core';
import type { PublishedTool } from '@sigil/core/catalog';
import type { Peer } from './peer.test-support.js';
import { gate, settled, textResult, toolOf, type Run } from './server.test-support.js';

/** A tool that waits to be let go, and how often it was aborted. */
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

/** The task in a result: by itself, or among the members. */
export function taskOf(result: JsonObject): JsonObject {
  return isJsonObject(result['task']) ? result['task'] : result;
}

/** Waits until the task has the status. @returns what `tasks/get` says of it then */
export async function taskIn(peer: Peer, taskId: string, status: string): Promise<JsonObject> {
  for (let look = 0; look < 200; look++) {
    const task = await peer.result('tasks/get', { taskId });
    if (task['status'] === status) return task;
    await settled();
  }
  throw new Error(`the task never was ${status}`);
}
