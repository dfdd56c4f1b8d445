/**
 * Runs one tool for the native view: sends its events one by one, and its return value as the last event.
 *
 * A fault in the author's code is an error event; wrong arguments are refused before any event if the tool reports them within
 * `acceptAfterMs`.
 */
import { structuredJsonOf, type Catalog, type PublishedTool, type ToolResult } from '../catalog/catalog.js';
import { explainMissingTool } from '../catalog/explain-missing.js';
import { suggestNames } from '../catalog/nearest-names.js';
import { McpError } from '../errors/mcp-error.js';
import type { StopWaiting } from '../model/clock.js';
import { cutText } from '../model/cut-text.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.js';
import { toolFailedCode } from '../revisions/native-facts.js';
import type { EventSequence } from '../calls/event-sequence.js';
import type { OperationCall } from '../tasks/operation-call.js';
import { describeExcess, findBrokenCap, findCapBrokenByLength, textLengthOf } from '../calls/result-length.js';
import { requireScopes } from '../calls/require-scopes.js';
import { runTool } from '../calls/run-method.js';

/** A method of the native view (the tool's name) and its arguments, by name or by position. */
export interface StreamRequest {
  readonly method: string;
  readonly params: JsonObject | readonly JsonValue[];
}

/** The time in which a call may refuse its arguments; after it, the call counts as started. */
const acceptAfterMs = 100;

/** @throws McpError for the caller's mistakes; CallCancelled when the caller cancelled */
export async function streamTool(call: OperationCall, request: StreamRequest, events: EventSequence): Promise<void> {
  let stopWaiting: StopWaiting | undefined;
  try {
    const tool = requireTool(call.catalog, request.method);
    requireScopes(call.principal, tool);
    call.hold(tool);
    const input = nameArguments(tool, request.params);
    stopWaiting = call.server.clock.after(acceptAfterMs, () => void events.begin());
    await answer(call, events, tool, await runTool(call, tool, input));
  } finally {
    stopWaiting?.();
  }
}

async function answer(
  call: OperationCall,
  events: EventSequence,
  tool: PublishedTool,
  result: ToolResult,
): Promise<void> {
  const during = `tool "${tool.definition.name}"`;
  if (result.isError) call.noteToolFailure(result.content);
  const structuredJson = structuredJsonOf(result);
  // Of a structured result only the structure is sent.
  const length = structuredJson?.length ?? textLengthOf(result.content);
  const excess = findCapBrokenByLength(call, tool.limits, length);
  if (excess) return fail(events, describeExcess(during, excess));
  const json = structuredJson ?? JSON.stringify(plainValue(result));
  // The first block of a structured result is its JSON again; the others are content beside it.
  const beside = result.structuredJson === undefined ? [] : result.content.slice(1);
  const cap = findBrokenCap(call, tool.limits, beside.length === 0 ? json : json + JSON.stringify(beside));
  if (cap) return fail(events, describeExcess(during, cap));
  if (result.isError) return fail(events, textOf(result));

  const value = structuredJson === undefined ? plainValue(result) : (JSON.parse(json) as JsonValue);
  if (!tool.streamSchema && !events.hasContent) await events.emit({ type: 'content', content: value });
  // Blocks are JSON by their types.
  for (const content of JSON.parse(JSON.stringify(beside)) as JsonValue[])
    await events.emit({ type: 'content', content });
  await events.end({ type: 'complete', result: value });
}

function fail(events: EventSequence, message: string): Promise<void> {
  return events.end({ type: 'error', error: { code: toolFailedCode, message } });
}

/** Returns text for a single text block, `null` for no blocks, else the blocks. */
function plainValue({ content }: ToolResult): JsonValue {
  const [first, ...others] = content;
  if (!first) return null;
  if (first.type === 'text' && others.length === 0) return first.text;
  return JSON.parse(JSON.stringify(content)) as JsonValue; // blocks are JSON by their types
}

function textOf({ content }: ToolResult): string {
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}

function requireTool(catalog: Catalog, method: string): PublishedTool {
  const tool = catalog.findTool(method);
  if (tool) return tool;
  const names = catalog.tools.map((tool) => tool.definition.name);
  const why = explainMissingTool(catalog, method);
  throw new McpError('method-not-found', `no method "${cutText(method, 128)}"${why}${suggestNames(method, names)}`);
}

/** Matches positions to the input's properties in declaration order. Positions cannot be `undefined`; omit trailing ones. */
function nameArguments({ definition }: PublishedTool, params: StreamRequest['params']): JsonObject {
  if (!Array.isArray(params)) return params as JsonObject; // it is one of the two
  const { name, inputSchema } = definition;
  const properties = inputSchema['properties'];
  const names = isJsonObject(properties) ? Object.keys(properties) : [];
  if (params.length > names.length) {
    const most = names.length === 1 ? '1 argument' : `${names.length} arguments`;
    throw new McpError('invalid-params', `method "${name}" takes at most ${most}, got ${params.length}`);
  }
  return Object.fromEntries(params.map((value: JsonValue, index) => [names[index], value]));
}
