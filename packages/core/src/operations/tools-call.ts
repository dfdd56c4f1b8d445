/**
 * `tools/call`: runs one tool. A fault of its author's code is a result the model can read, not a protocol error.
 *
 * Spec: 2025-11-25 server/tools#calling-tools, server/tools#error-handling
 */
import type { PublishedTool } from '../catalog/catalog.js';
import { suggestNames } from '../catalog/nearest-names.js';
import type { CallOutcome, OperationResult } from '../calls/call.js';
import { checkMirroredArguments } from '../calls/check-mirrored-arguments.js';
import { requireScopes } from '../calls/require-scopes.js';
import { runTool } from '../calls/run-method.js';
import { writeSettledResult, writeToolResult } from '../calls/write-tool-result.js';
import { McpError } from '../errors/mcp-error.js';
import { isJsonObject, type JsonObject } from '../model/json.js';
import { isPromise, type MaybePromise } from '../model/later.js';
import { runPerhapsAsTask } from '../tasks/become-task.js';
import type { OperationCall } from '../tasks/operation-call.js';
import { planTask } from '../tasks/plan-task.js';

export function toolsCall(call: OperationCall): MaybePromise<OperationResult> {
  const tool = requireTool(call);
  if (tool.scopes ?? tool.permits) requireScopes(call.principal, tool);
  const input = readArguments(call, tool);
  const mayBeTask = tool.definition.task !== undefined || call.params['task'] !== undefined;
  const begins = mayBeTask ? planTask(call, tool.definition) : undefined;
  if (begins) {
    call.hold(tool);
    return runPerhapsAsTask(begins, async () => answerTool(call, tool, input));
  }
  const outcome = answerTool(call, tool, input);
  if (!isPromise(outcome)) return resultOf(outcome);
  // Only what takes its time could be swapped meanwhile.
  call.hold(tool);
  return outcome.then(resultOf);
}

function resultOf({ members, meta }: CallOutcome): OperationResult {
  return meta ? { members, meta } : members;
}

/** @throws McpError in words that name what is nearest, or what became of the tool */
function requireTool({ catalog, params }: OperationCall): PublishedTool {
  const name = params['name'];
  if (typeof name !== 'string') throw new McpError('invalid-params', '"name" must be the name of a tool');
  const tool = catalog.findTool(name);
  if (tool) return tool;
  const names = catalog.tools.map(({ definition }) => definition.name);
  const why = catalog.explainMissingTool?.(name);
  const became = why === undefined ? '' : `: ${why}`;
  throw new McpError('invalid-params', `no tool named "${name.slice(0, 128)}"${became}${suggestNames(name, names)}`);
}

function readArguments(call: OperationCall, { definition }: PublishedTool): JsonObject {
  const { name, arguments: given } = call.params;
  const input = given ?? {};
  if (!isJsonObject(input)) throw new McpError('invalid-params', `tool "${name}": "arguments" must be an object`);
  if (call.catalog.hasMirroredArguments) checkMirroredArguments(call, definition, input);
  return input;
}

function answerTool(call: OperationCall, tool: PublishedTool, input: JsonObject): MaybePromise<CallOutcome> {
  const result = runTool(call, tool, input);
  if (isPromise(result)) return result.then((settled) => writeSettledResult(call, tool, settled));
  return writeToolResult(call, tool, result);
}
