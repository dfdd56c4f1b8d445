/**
 * `tools/call`: runs one tool. What its author's code does wrong is a result the model can read, not a protocol error.
 *
 * Spec: 2025-11-25 server/tools#calling-tools, server/tools#error-handling
 */
import type { BadArguments, PublishedTool, ToolResult } from '../catalog/catalog.js';
import { suggestNames } from '../catalog/nearest-names.js';
import { McpError } from '../errors/mcp-error.js';
import { tameThrown } from '../errors/thrown.js';
import { isToolError } from '../errors/tool-error.js';
import type { ContentBlock } from '../model/content.js';
import { isJsonObject, type JsonObject } from '../model/json.js';
import { isPromise, type MaybePromise } from '../model/maybe-promise.js';
import type { Revision } from '../revisions/revision.js';
import { needsWrapping, wrapStructured } from '../revisions/wrap-structured.js';
import { writeContent } from '../revisions/write-fields.js';
import { isProtocolOutcome } from '../calls/run-or-fail.js';
import { describeProblems } from '../calls/describe-problems.js';
import { checkMirroredArguments } from '../calls/check-mirrored-arguments.js';
import { enterComponent } from '../calls/enter-component.js';
import type { OperationResult, ResultMembers } from '../calls/call.js';
import type { OperationCall } from '../tasks/operation-call.js';
import { cutResult } from '../calls/cut-result.js';
import { describeFault, describeForCaller } from '../calls/describe-fault.js';
import { findBrokenCap, findCapOf, textLengthOf, type ResultCap } from '../calls/result-length.js';
import { runLimited } from '../calls/run-limited.js';
import { runPerhapsAsTask, type CallOutcome } from '../tasks/become-task.js';
import { planTask } from '../tasks/plan-task.js';

export function toolsCall(call: OperationCall): MaybePromise<OperationResult> {
  const { catalog, params } = call;
  const name = params['name'];
  if (typeof name !== 'string') throw new McpError('invalid-params', '"name" must be the name of a tool');
  const tool = catalog.findTool(name);
  if (!tool) throw unknownTool(call, name);

  const input = params['arguments'] ?? {};
  if (!isJsonObject(input)) throw new McpError('invalid-params', `tool "${name}": "arguments" must be an object`);
  if (catalog.hasMirroredArguments) checkMirroredArguments(call, tool.definition, input);
  const begins = planTask(call, tool.definition);
  if (begins) {
    call.hold?.(tool);
    return runPerhapsAsTask(begins, async () => answerTool(call, tool, input));
  }
  const outcome = answerTool(call, tool, input);
  if (!isPromise(outcome)) return outcome.members;
  // Only what takes its time could be swapped meanwhile.
  call.hold?.(tool);
  return outcome.then(({ members }) => members);
}

function answerTool(call: OperationCall, tool: PublishedTool, input: JsonObject): MaybePromise<CallOutcome> {
  const result = runTool(call, tool, input);
  if (isPromise(result)) return result.then((settled) => writeShort(call, tool, settled));
  return writeShort(call, tool, result);
}

/** Writes a result, or what is said in place of one that is too long or cannot be written. */
function writeShort(call: OperationCall, tool: PublishedTool, result: ToolResult): MaybePromise<CallOutcome> {
  try {
    // What is too long already is not written only to be thrown away.
    const excess = findCapOf(call, tool.limits, textLengthOf(result.content));
    if (excess) return cutLong(call, tool, { result, cap: excess });
    const written = writeToolResult(result, tool, call);
    const cap = findBrokenCap(call, tool.limits, written.members);
    return cap ? cutLong(call, tool, { result, cap }) : written;
  } catch (error) {
    return writeUnsayable(call, tool, error);
  }
}

/** Content that JSON cannot say is the author's mistake like any other. */
function writeUnsayable(call: OperationCall, tool: PublishedTool, thrown: unknown): CallOutcome {
  const error = tameThrown(thrown);
  if (isProtocolOutcome(error)) throw error;
  const fault = describeFault(call, `tool "${tool.definition.name}"`, error);
  return writeToolResult(failedResult(fault), tool, call);
}

interface TooLong {
  readonly result: ToolResult;
  readonly cap: ResultCap;
}

function cutLong(call: OperationCall, tool: PublishedTool, tooLong: TooLong): Promise<CallOutcome> {
  return answerTooLong(call, tool, tooLong).catch((error: unknown) => writeUnsayable(call, tool, error));
}

async function answerTooLong(call: OperationCall, tool: PublishedTool, { result, cap }: TooLong): Promise<CallOutcome> {
  const canBeCut = writeStructured(result, tool, call) === '';
  return writeToolResult(await cutResult(call, { tool, result, cap, canBeCut }), tool, call);
}

function unknownTool({ catalog }: OperationCall, name: string): McpError {
  const names = catalog.tools.map((tool) => tool.definition.name);
  const why = catalog.explainMissingTool?.(name);
  const became = why === undefined ? '' : `: ${why}`;
  return new McpError('invalid-params', `no tool named "${name.slice(0, 128)}"${became}${suggestNames(name, names)}`);
}

/**
 * Runs a tool; what its author's code does wrong is a result.
 *
 * @throws McpError for what the caller did wrong, where its revision says so; CallCancelled when it does not want it any more
 */
export function runTool(call: OperationCall, tool: PublishedTool, input: JsonObject): MaybePromise<ToolResult> {
  try {
    enterComponent(call, tool);
    const outcome = runLimited(call, tool, () => tool.run(input, call.context));
    if (isPromise(outcome)) return settleTool(call, tool, { input, running: outcome });
    if (outcome.kind !== 'bad-arguments') return outcome;
    if (tool.reconsider) return settleTool(call, tool, { input, running: Promise.resolve(outcome) });
    return answerBadArguments(call, tool, outcome);
  } catch (error) {
    return readFailure(call, tool, error);
  }
}

/** A call whose tool takes its time. */
interface UnsettledTool {
  readonly input: JsonObject;
  readonly running: Promise<ToolResult | BadArguments>;
}

async function settleTool(
  call: OperationCall,
  tool: PublishedTool,
  { input, running }: UnsettledTool,
): Promise<ToolResult> {
  try {
    let outcome = await running;
    if (outcome.kind === 'bad-arguments' && tool.reconsider) outcome = await reconsider(call, tool, { input, outcome });
    return outcome.kind === 'bad-arguments' ? answerBadArguments(call, tool, outcome) : outcome;
  } catch (error) {
    return readFailure(call, tool, error);
  }
}

function readFailure(call: OperationCall, tool: PublishedTool, error: unknown): ToolResult {
  if (isProtocolOutcome(error)) throw error;
  if (isToolError(error)) return failedResult(describeForCaller(error));
  return failedResult(describeFault(call, `tool "${tool.definition.name}"`, error));
}

/** Clients call what they have listed before a swap. */
async function reconsider(
  call: OperationCall,
  tool: PublishedTool,
  { input, outcome }: { readonly input: JsonObject; readonly outcome: BadArguments },
): Promise<ToolResult | BadArguments> {
  return runLimited(call, tool, async () => (await tool.reconsider?.(input, outcome, call.context)) ?? outcome);
}

function answerBadArguments(
  { revision }: OperationCall,
  { definition }: PublishedTool,
  { problems, advice }: BadArguments,
): ToolResult {
  const advised = advice === undefined ? '' : `\n${advice}`;
  const message = `tool "${definition.name}": ${describeProblems(problems)}${advised}`;
  if (revision.badArguments === 'protocol-error') throw new McpError('invalid-params', message);
  return failedResult(message);
}

function failedResult(message: string): ToolResult {
  return { kind: 'result', content: [{ type: 'text', text: message }], isError: true };
}

function writeToolResult(result: ToolResult, tool: PublishedTool, call: OperationCall): CallOutcome {
  const content = writeBlocks(result.content, call.revision);
  const structured = writeStructured(result, tool, call);
  return { members: `"content":${content}${structured},"isError":${result.isError}`, isError: result.isError };
}

/** A text alone, which most results are, is the same in every revision. */
function writeBlocks(blocks: readonly ContentBlock[], revision: Revision): string {
  const [first] = blocks;
  if (blocks.length === 1 && first?.type === 'text' && Object.keys(first).length === 2) {
    return `[{"type":"text","text":${JSON.stringify(first.text)}}]`;
  }
  return JSON.stringify(blocks.map((block) => writeContent(block, revision)));
}

function writeStructured(
  { structuredJson }: ToolResult,
  tool: PublishedTool,
  { revision }: OperationCall,
): ResultMembers {
  const { outputSchema } = tool.definition;
  if (structuredJson === undefined || !outputSchema || revision.structuredContent === 'none') return '';
  const value = needsWrapping(outputSchema, revision) ? wrapStructured(structuredJson) : structuredJson;
  return `,"structuredContent":${value}`;
}
