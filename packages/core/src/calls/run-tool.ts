/**
 * Runs one tool within its limits. A fault of its author's code is a result that the model can read, not a protocol error.
 */
import type { BadArguments, PublishedTool, ToolResult } from '../catalog/catalog.js';
import { McpError } from '../errors/mcp-error.js';
import { isToolError } from '../errors/tool-error.js';
import type { JsonObject } from '../model/json.js';
import { isPromise, type MaybePromise } from '../model/later.js';
import type { Call } from './call.js';
import { describeFault, describeForCaller } from './describe-fault.js';
import { describeProblems } from './describe-problems.js';
import { failedResult } from './failed-result.js';
import { runLimited } from './run-guarded.js';
import { isProtocolOutcome } from './run-or-fail.js';

/**
 * Runs a tool; a fault of its author's code is a result.
 *
 * @throws McpError for what the caller did wrong, where its revision says so; CallCancelled when it does not want it any more
 */
export function runTool(call: Call, tool: PublishedTool, input: JsonObject): MaybePromise<ToolResult> {
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
  if (isToolError(error)) return failedResult(describeForCaller(error));
  return failedResult(describeFault(call, `tool "${tool.definition.name}"`, error));
}

/** Clients call what they have listed before a swap. */
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
