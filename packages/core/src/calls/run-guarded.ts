/**
 * The one wrapper around every author's method: a deadline, an abort that ends the wait at once, and no late rejection.
 */
import type { PublishedTool } from '../catalog/catalog.js';
import { errorKinds } from '../errors/error-kinds.js';
import { McpError } from '../errors/mcp-error.js';
import { tameThrown, UnreadableError } from '../errors/thrown.js';
import { beginOnceWaiting, isPromise, Later, type MaybePromise } from '../model/later.js';
import type { CallContext } from './call-context.js';
import type { Call } from './call.js';

/**
 * Runs `work` until it settles, the peer cancels or the deadline passes. Anything that `work` does after that has no effect.
 *
 * @param timeoutMs instead of the limit `callTimeoutMs`
 * @throws whatever `work` threw, or the reason that the call was ended with
 */
export function runGuarded<Result>(
  call: Call,
  work: () => MaybePromise<Result>,
  timeoutMs?: number,
): MaybePromise<Result> {
  const { context, server } = call;
  const result = workUnlessAborted(context, work);
  if (!isPromise(result)) return result;
  const guarded = new Later<Result>();
  // Nothing can end a call before its method waits, so the deadline begins then.
  beginOnceWaiting(guarded, () =>
    context.startDeadline(timeoutMs === undefined ? server.limits : { ...server.limits, timeoutMs }),
  );
  const fail = (reason: unknown): void => {
    context.stopDeadline();
    guarded.reject(reason);
  };
  context.onAbort(fail);
  result.then(
    (value) => {
      context.stopDeadline();
      guarded.resolve(value);
    },
    (thrown: unknown) => fail(readAuthorsError(thrown)),
  );
  return guarded;
}

/**
 * Runs a tool's method within the tool's own limits, where it has any: in its turn, and with its own deadline.
 *
 * @throws ToolError when the tool was too busy for too long; else as `runGuarded`
 */
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

/** Returns the thrown value, or an error in its place where the value cannot be read or sent. */
function readAuthorsError(thrown: unknown): unknown {
  const error = tameThrown(thrown);
  return !(error instanceof McpError) || isSayable(error)
    ? error
    : new UnreadableError('an McpError that cannot be sent');
}

/** Returns whether the error really has the members that its type names. */
function isSayable({ kind, message, data }: McpError): boolean {
  try {
    return errorKinds.includes(kind) && typeof message === 'string' && JSON.stringify(data) !== '';
  } catch {
    // Its data is nothing that JSON can say.
    return false;
  }
}

/** A method may abort its own call, by asking what has to be asked in another round. */
function workUnlessAborted<Result>(context: CallContext, work: () => MaybePromise<Result>): MaybePromise<Result> {
  if (context.abortReason) throw context.abortReason;
  try {
    const result = work();
    if (!context.abortReason || isPromise(result)) return result;
  } catch (error) {
    throw context.abortReason ?? readAuthorsError(error);
  }
  throw context.abortReason;
}
