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
import type { Context } from '../model/context.js';
import type { JsonObject } from '../model/json.js';
import { Call } from './call.js';
import type { InterceptedTool, InterceptingServer } from './interception.js';
import type { DeadlineLimits } from './deadline.js';
import { dataForCaller, describeFault, describeForCaller } from './describe-fault.js';
import { describeProblems } from './describe-problems.js';
import { failedResult, resultOfError } from './failed-result.js';
import { errorKinds } from '../errors/error-kinds.js';
import { tameThrown, UnreadableError } from '../errors/thrown-value.js';
import { InputRequired } from '../asking/round-trips.js';
import { CallCancelled } from './abort-reasons.js';
import { untilAborted } from './call-abort.js';

/**
 * Runs a tool; a fault of its author's code becomes a result.
 *
 * @throws McpError for the caller's mistakes, where its revision says so; CallCancelled when the caller cancelled
 */
export function runTool(call: Call<InterceptingServer>, tool: PublishedTool, input: JsonObject): Promise<ToolResult> {
  const { interceptors } = call.server;
  if (!interceptors) return runUncovered(call, tool, input);
  return interceptors.aroundTool({ call, tool, input }, (changed) => runUncovered(call, tool, changed));
}

/**
 * Runs a tool for a resource that has its answer, inside the interceptors of tool calls: a rule about a tool holds however it is reached.
 *
 * @param context that of the read
 * @param run runs the tool with these arguments
 */
export function runForResource(
  context: Context,
  { tool, input }: Pick<InterceptedTool, 'tool' | 'input'>,
  run: (input: JsonObject) => Promise<ToolResult>,
): Promise<ToolResult> {
  if (!isIntercepted(context) || !context.server.interceptors) return run(input);
  return context.server.interceptors.aroundTool({ call: context, tool, input }, run);
}

function isIntercepted(context: Context): context is Call<InterceptingServer> {
  return context instanceof Call && 'interceptors' in context.server;
}

async function runUncovered(call: Call, tool: PublishedTool, input: JsonObject): Promise<ToolResult> {
  try {
    call.enter(tool);
    const outcome = await runLimited(call, tool, () => tool.run(input, call));
    if (outcome.kind !== 'bad-arguments') return outcome;
    const reconsidered = await reconsider(call, tool, input, outcome);
    return reconsidered.kind === 'bad-arguments' ? answerBadArguments(call, tool, reconsidered) : reconsidered;
  } catch (error) {
    return readFailure(call, tool, error);
  }
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
  input: JsonObject,
  refused: BadArguments,
): Promise<ToolResult | BadArguments> {
  if (!tool.reconsider) return refused;
  return runLimited(call, tool, async () => (await tool.reconsider?.(input, refused, call)) ?? refused);
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
export async function runGuarded<Result>(call: Call, work: () => Promise<Result>, timeoutMs?: number): Promise<Result> {
  if (call.abortReason) throw call.abortReason;
  call.startDeadline(withOwnTimeout(call.server.limits, timeoutMs));
  try {
    const result = await untilDone(call, work());
    // An abort takes precedence: a method may abort its own call and return.
    if (call.abortReason) throw call.abortReason;
    return result;
  } catch (error) {
    throw call.abortReason ?? readAuthorsError(error);
  } finally {
    call.stopDeadline();
  }
}

/** Waits for work, or for the abort of its call. Costs less than a race of two promises. */
function untilDone<Result>(call: Call, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    call.onAbort(reject);
    work.then(resolve, reject);
  });
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
  work: () => Promise<Result>,
): Promise<Result> {
  if (!limits) return runGuarded(call, work);
  const { timeoutMs, maxConcurrentCalls } = limits;
  if (maxConcurrentCalls === undefined) return runGuarded(call, work, timeoutMs);
  return runInTurn(call, definition.name, maxConcurrentCalls, () => runGuarded(call, work, timeoutMs));
}

async function runInTurn<Result>(
  call: Call,
  tool: string,
  maxConcurrentCalls: number,
  work: () => Promise<Result>,
): Promise<Result> {
  if (call.abortReason) throw call.abortReason;
  const turn = call.server.turns.take(tool, maxConcurrentCalls);
  try {
    await Promise.race([turn.begun, untilAborted(call)]);
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

/** Returns whether an error is an outcome of the protocol rather than of the author's method. */
export function isProtocolOutcome(error: unknown): boolean {
  return error instanceof McpError || error instanceof CallCancelled || error instanceof InputRequired;
}

/** @throws McpError `internal-error` with a message that a peer may read, or the protocol outcome that ended the work */
export async function runOrFail<Result>(call: Call, during: string, work: () => Promise<Result>): Promise<Result> {
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
