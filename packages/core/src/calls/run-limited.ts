/**
 * Runs a tool within its own limits, where it has any: in its turn, and with its own deadline.
 */
import type { PublishedTool } from '../catalog/catalog.js';
import type { MaybePromise } from '../model/maybe-promise.js';
import type { Call } from './call.js';
import { runGuarded } from './run-guarded.js';

/** @throws ToolError when the tool was too busy for too long; else as `runGuarded` */
export function runLimited<Result>(
  call: Call,
  { definition, limits }: PublishedTool,
  work: () => MaybePromise<Result>,
): MaybePromise<Result> {
  if (!limits) return runGuarded(call, work);
  const { timeoutMs, maxConcurrentCalls } = limits;
  if (maxConcurrentCalls === undefined) return runGuarded(call, work, timeoutMs);
  return runInTurn(call, { name: definition.name, maxConcurrentCalls }, () => runGuarded(call, work, timeoutMs));
}

async function runInTurn<Result>(
  { context, server }: Call,
  tool: { readonly name: string; readonly maxConcurrentCalls: number },
  work: () => MaybePromise<Result>,
): Promise<Result> {
  if (context.abortReason) throw context.abortReason;
  const turn = server.turns.take(tool);
  try {
    await Promise.race([turn.begun, context.untilAborted()]);
    return await work();
  } finally {
    turn.end();
  }
}
