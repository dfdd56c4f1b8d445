/**
 * `tools/call`: finds a tool, runs it, and writes its result for the revision, cut if it exceeds the limit. A fault of its
 * author's code is a result that the model can read, not a protocol error.
 *
 * Spec: 2025-11-25 server/tools#calling-tools, server/tools#error-handling
 */
import { structuredJsonOf, type PublishedTool, type ToolResult, type WireMembers } from '../catalog/catalog.js';
import { explainMissingTool } from '../catalog/explain-missing.js';
import { suggestNames } from '../catalog/nearest-names.js';
import type { Call } from '../calls/call.js';
import type { CallOutcome, OperationResult, ResultMembers } from '../calls/operation-result.js';
import { checkMirroredArguments } from '../calls/check-mirrored-arguments.js';
import { cutResult } from '../calls/cut-result.js';
import { describeFault } from '../calls/describe-fault.js';
import { readClient } from '../calls/discovery-client.js';
import { isDiscoveryTool, searchToolName } from '../calls/discovery-tools.js';
import { failedResult } from '../calls/failed-result.js';
import { requireScopes } from '../calls/require-scopes.js';
import { findRepeatedTexts } from '../calls/repeated-texts.js';
import { findBrokenCap, findCapBrokenByLength, textLengthOf, type ResultCap } from '../calls/result-length.js';
import { isProtocolOutcome, runTool } from '../calls/run-method.js';
import type { ToolDiscovery } from '../calls/tool-discovery.js';
import { carriesAllContent, writeWireMembers, type RewrittenMembers } from '../calls/write-wire-result.js';
import { McpError } from '../errors/mcp-error.js';
import { tameThrown } from '../errors/thrown-value.js';
import type { ContentBlock } from '../model/content.js';
import { isJsonObject, type JsonObject } from '../model/json.js';
import { cutText } from '../model/cut-text.js';
import type { Revision } from '../revisions/revision.js';
import { needsWrapping, wrapStructured } from '../revisions/wrap-structured.js';
import { writeContent } from '../revisions/write-fields.js';
import { runPerhapsAsTask } from '../tasks/become-task.js';
import type { OperationCall } from '../tasks/operation-call.js';
import { planTask } from '../tasks/plan-task.js';
import { bindSearch } from './search-tools.js';

export async function toolsCall(call: OperationCall): Promise<OperationResult> {
  const tool = requireTool(call);
  if (tool.scopes ?? tool.permits) requireScopes(call.principal, tool);
  const input = readArguments(call, tool);
  const mayBeTask = tool.definition.task !== undefined || call.params['task'] !== undefined;
  const begins = mayBeTask ? planTask(call, tool) : undefined;
  call.hold(tool);
  return begins ? runPerhapsAsTask(begins, () => answerTool(call, tool, input)) : answerTool(call, tool, input);
}

/** @throws McpError that names the nearest tools, or what became of the tool */
function requireTool(call: OperationCall): PublishedTool {
  const { catalog, params } = call;
  const name = params['name'];
  if (typeof name !== 'string') throw new McpError('invalid-params', '"name" must be the name of a tool');
  const tool = catalog.findTool(name);
  if (tool) return call.server.discovery ? discoverTool(call, tool, call.server.discovery) : tool;
  const names = catalog.tools.map(({ definition }) => definition.name);
  const why = explainMissingTool(catalog, name);
  throw new McpError('invalid-params', `no tool named "${cutText(name, 128)}"${why}${suggestNames(name, names)}`);
}

/** Lets the search answer for this call's client, and notifies it of the calls of other tools. */
function discoverTool(call: OperationCall, tool: PublishedTool, discovery: ToolDiscovery): PublishedTool {
  const { name } = tool.definition;
  if (name === searchToolName) return bindSearch(tool, call, discovery);
  if (!isDiscoveryTool(name)) discovery.called?.(readClient(call), name);
  return tool;
}

function readArguments(call: OperationCall, { definition }: PublishedTool): JsonObject {
  const { name, arguments: given } = call.params;
  const input = given ?? {};
  if (!isJsonObject(input)) throw new McpError('invalid-params', `tool "${name}": "arguments" must be an object`);
  if (call.catalog.hasMirroredArguments) checkMirroredArguments(call, definition, input);
  return input;
}

async function answerTool(call: OperationCall, tool: PublishedTool, input: JsonObject): Promise<CallOutcome> {
  const result = await runTool(call, tool, input);
  // Many calls may settle at once, and their long results together would block the event loop, so each of these waits for its turn.
  const { loop } = call.server;
  if (textLengthOf(result.content) >= longText) while (loop.isDue) await loop.take();
  try {
    const written = writeToolResult(call, tool, result);
    return 'limit' in written ? await answerTooLong(call, tool, result, written) : written;
  } catch (error) {
    return writeUnsayable(call, tool, error);
  }
}

/** @returns the written result, or the limit that it exceeds */
function writeToolResult(call: Call, tool: PublishedTool, result: ToolResult): CallOutcome | ResultCap {
  // A result that is certainly too long is not written in vain.
  const excess = findCapBrokenByLength(call, tool.limits, textLengthOf(result.content));
  if (excess && sentStructure(call, tool, result) === undefined) return excess;
  const written = writeMembers(call, tool, result);
  if (!findBrokenCap(call, tool.limits, written.members)) return written;
  return findBrokenCap(call, tool.limits, written.members, repeatedTexts(call, tool, result)) ?? written;
}

/** Returns the texts that repeat the structured result for older clients, where the client gets both. */
function repeatedTexts(call: Call, tool: PublishedTool, result: ToolResult): readonly string[] {
  const json = sentStructure(call, tool, result);
  return json === undefined ? [] : findRepeatedTexts(result.content, json);
}

function sentStructure(call: Call, tool: PublishedTool, result: ToolResult): string | undefined {
  if (call.revision.structuredContent === 'none') return undefined;
  return result.wire || tool.definition.outputSchema ? structuredJsonOf(result) : undefined;
}

/** Characters of text that take about a millisecond to write. */
const longText = 256 * 1024;

/** Reports content that JSON cannot express as a fault of the author's code. */
function writeUnsayable(call: Call, tool: PublishedTool, thrown: unknown): CallOutcome {
  const error = tameThrown(thrown);
  if (isProtocolOutcome(error)) throw error;
  const fault = describeFault(call, `tool "${tool.definition.name}"`, error);
  return writeMembers(call, tool, failedResult(fault));
}

async function answerTooLong(
  call: Call,
  tool: PublishedTool,
  result: ToolResult,
  cap: ResultCap,
): Promise<CallOutcome> {
  call.server.observer?.limitHit?.(cap.limit);
  const canBeCut = writeStructured(call, tool, structuredJsonOf(result)) === '';
  return writeMembers(call, tool, await cutResult(call, { tool, result, cap, canBeCut }));
}

function writeMembers(call: Call, tool: PublishedTool, result: ToolResult): CallOutcome {
  const { wire, isError, meta } = result;
  if (isError) call.noteToolFailure(result.content);
  if (wire) return writeRelayed(call, tool, result, wire);
  const content = writeBlocks(result.content, call.revision);
  const structured = writeStructured(call, tool, result.structuredJson);
  const members = `"content":${content}${structured},"isError":${isError}`;
  return meta ? { members, isError, meta } : { members, isError };
}

/** Rewrites only the members of another server's result that the client's revision cannot carry. */
function writeRelayed(
  { revision }: Call,
  tool: PublishedTool,
  { content, isError }: ToolResult,
  wire: WireMembers,
): CallOutcome {
  const structured = rewriteStructured(revision, tool, wire);
  const isSaid = carriesAllContent(revision);
  const written = writeWireMembers(
    wire,
    isSaid ? structured : { ...structured, content: writeBlocks(content, revision) },
  );
  return typeof written === 'string' ? { members: written, isError } : { ...written, isError };
}

/**
 * Rewrites the structured result for older revisions, which allow only objects, in step with the schema shown to their clients.
 */
function rewriteStructured(revision: Revision, { definition }: PublishedTool, wire: WireMembers): RewrittenMembers {
  if (revision.structuredContent === 'any-json') return nothing;
  if (revision.structuredContent === 'none') return { structuredContent: undefined };
  const { outputSchema } = definition;
  if (outputSchema && !needsWrapping(outputSchema, revision)) return nothing;
  const value = wire.get('structuredContent');
  if (value === undefined || (!outputSchema && value.startsWith('{'))) return nothing;
  return { structuredContent: wrapStructured(value) };
}

const nothing: RewrittenMembers = Object.freeze({});

/** Writes blocks; a single text, the most common result, is the same in every revision. */
function writeBlocks(blocks: readonly ContentBlock[], revision: Revision): string {
  const [first] = blocks;
  if (blocks.length === 1 && first?.type === 'text' && Object.keys(first).length === 2) {
    return `[{"type":"text","text":${JSON.stringify(first.text)}}]`;
  }
  return JSON.stringify(blocks.map((block) => writeContent(block, revision)));
}

function writeStructured({ revision }: Call, tool: PublishedTool, structuredJson: string | undefined): ResultMembers {
  const { outputSchema } = tool.definition;
  if (structuredJson === undefined || !outputSchema || revision.structuredContent === 'none') return '';
  const isWrapped = revision.structuredContent !== 'any-json' && needsWrapping(outputSchema, revision);
  const value = isWrapped ? wrapStructured(structuredJson) : structuredJson;
  return `,"structuredContent":${value}`;
}
