/**
 * Runs an author's method with a deadline, an abort that ends the wait at once, and no late rejection. A tool's fault is a result
 * that the model can read; resources and prompts have no error results, so their faults are protocol errors.
 */
import type { BadArguments, PublishedTool, ToolResult } from '../catalog/catalog.js';
import { McpError } from '../errors/mcp-error.js';
import { isToolError, type ToolError } from '../errors/tool-error.js';
import { describeIssues, readIssuesIn } from '../errors/read-issues.js';
import { RelayedError } from '../errors/relayed-error.js';
import { textForCallers } from '../errors/text-for-callers.js';
import type { JsonObject } from '../model/json.js';
import { isPromise, type MaybePromise, beginOnceWaiting, Later } from '../model/later.js';
import type { Call } from './call.js';
import type { DeadlineLimits } from './deadline.js';
import { dataForCaller, describeFault, describeForCaller } from './describe-fault.js';
import { describeProblems } from './describe-problems.js';
import { failedResult, resultOfError } from './failed-result.js';
import { errorKinds } from '../errors/error-kinds.js';
import { tameThrown, UnreadableError } from '../errors/thrown.js';
import type { CallContext } from './call-context.js';
import { InputRequired } from '../asking/round-trips.js';
import { CallCancelled } from './abort-reasons.js';
import { untilAborted } from './call-abort.js';

/**
 * Runs a tool; a fault of its author's code becomes a result.
 *
 * @throws McpError for the caller's mistakes, where its revision says so; CallCancelled when the caller cancelled
 */
export function runTool(call: Call, tool: PublishedTool, input: JsonObject): MaybePromise<ToolResult> {
  const { interceptors } = call.server;
  if (!interceptors) return runUncovered(call, tool, input);
  return interceptors.aroundTool({ call, tool, input }, (changed) => runUncovered(call, tool, changed));
}

function runUncovered(call: Call, tool: PublishedTool, input: JsonObject): MaybePromise<ToolResult> {
  try {
    call.enter(tool);
    const outcome = runLimited(call, tool, () => tool.run(input, call.context));
    if (isPromise(outcome)) {
      return outcome.then(
        (settled) => readOutcome(call, tool, { input, outcome: settled }),
        (error: unknown) => readFailure(call, tool, error),
      );
    }
    return readOutcome(call, tool, { input, outcome });
  } catch (error) {
    return readFailure(call, tool, error);
  }
}

interface ToolOutcome {
  readonly input: JsonObject;
  readonly outcome: ToolResult | BadArguments;
}

function readOutcome(call: Call, tool: PublishedTool, { input, outcome }: ToolOutcome): MaybePromise<ToolResult> {
  if (outcome.kind !== 'bad-arguments') return outcome;
  return tool.reconsider ? reconsider(call, tool, { input, outcome }) : answerBadArguments(call, tool, outcome);
}

function readFailure(call: Call, tool: PublishedTool, error: unknown): ToolResult {
  if (isProtocolOutcome(error)) throw error;
  const message = isToolError(error) ? describeForCaller(error) : undefined;
  if (isToolError(error) && message !== undefined) return resultOfError(error, message);
  return failedResult(describeFault(call, `tool "${tool.definition.name}"`, error));
}

/** Calls the tool's `reconsider`: clients may still call the definition that they listed before a swap. */
async function reconsider(
  call: Call,
  tool: PublishedTool,
  { input, outcome }: { readonly input: JsonObject; readonly outcome: BadArguments },
): Promise<ToolResult> {
  try {
    const again = async () => (await tool.reconsider?.(input, outcome, call.context)) ?? outcome;
    const reconsidered = await runLimited(call, tool, again);
    return reconsidered.kind === 'bad-arguments' ? answerBadArguments(call, tool, reconsidered) : reconsidered;
  } catch (error) {
    return readFailure(call, tool, error);
  }
}

function answerBadArguments(
  { revision }: Call,
  { definition }: PublishedTool,
  { problems, advice }: BadArguments,
): ToolResult {
  const advised = advice === undefined ? '' : `\n${advice}`;
  const message = `tool "${definition.name}": ${describeProblems(problems)}${advised}`;
  if (revision.badArguments === 'protocol-error') throw new McpError('invalid-params', message);
  return failedResult(message);
}

/**
 * Runs `work` until it settles, the peer cancels or the deadline passes. Anything that `work` does after that has no effect.
 *
 * @param timeoutMs replaces the limit `callTimeoutMs`
 * @throws whatever `work` threw, or the reason for ending the call
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
  // Nothing can end a call before its method waits, so the deadline starts then.
  beginOnceWaiting(guarded, () => context.startDeadline(withOwnTimeout(server.limits, timeoutMs)));
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

function withOwnTimeout(limits: DeadlineLimits, timeoutMs: number | undefined): DeadlineLimits {
  const { callTimeoutMs, maxCallMs } = limits;
  return timeoutMs === undefined ? limits : { callTimeoutMs, maxCallMs, timeoutMs };
}

/**
 * Runs a tool's method within the tool's own limits, if any: in its turn, and with its own deadline.
 *
 * @throws ToolError when the tool stayed busy for too long; else as `runGuarded`
 */
function runLimited<Result>(
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
    await Promise.race([turn.begun, untilAborted(context)]);
    return await work();
  } finally {
    turn.end();
  }
}

/** Returns the thrown value, or a replacement error if the value cannot be read or sent. */
function readAuthorsError(thrown: unknown): unknown {
  const error = tameThrown(thrown);
  // A relayed error has the text of another server, not of an author.
  if (!(error instanceof McpError) || error instanceof RelayedError) return error;
  return isSayable(error) ? withTextForCallers(error) : new UnreadableError('an McpError that cannot be sent');
}

/** Reads the message as those of other errors: the issues of a validator, and no paths of this machine. */
function withTextForCallers(error: McpError): McpError {
  const { kind, message, data } = error;
  const issues = readIssuesIn(message);
  const text = textForCallers(issues ? describeIssues(issues) : message) ?? '';
  return text === message ? error : Object.assign(new McpError(kind, text, data), { cause: error });
}

/** Returns whether the error has the members that its type declares. */
function isSayable({ kind, message, data }: McpError): boolean {
  try {
    return errorKinds.includes(kind) && typeof message === 'string' && JSON.stringify(data) !== '';
  } catch {
    // Its data cannot be written as JSON.
    return false;
  }
}

/**
 * Runs `work`; an abort takes precedence over its outcome. A method may abort its own call by asking a question that needs
 * another round.
 */
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

/** Returns whether an error is an outcome of the protocol rather than of the author's method. */
export function isProtocolOutcome(error: unknown): boolean {
  return error instanceof McpError || error instanceof CallCancelled || error instanceof InputRequired;
}

/** @throws McpError `internal-error` with a message that a peer may read, or the protocol outcome that ended the work */
export async function runOrFail<Result>(call: Call, during: string, work: () => MaybePromise<Result>): Promise<Result> {
  try {
    return await runGuarded(call, work);
  } catch (error) {
    if (isProtocolOutcome(error)) throw error;
    const message = isToolError(error) ? describeForCaller(error) : undefined;
    if (isToolError(error) && message !== undefined) throw new McpError('internal-error', message, errorData(error));
    throw new McpError('internal-error', describeFault(call, during, error));
  }
}

function errorData(error: ToolError): JsonObject | undefined {
  const data = dataForCaller(error);
  return data.suggestions.length === 0 ? undefined : { ...data };
}
