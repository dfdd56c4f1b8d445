/**
 * The result of a tool as interceptors see it, and back: all revisions, tasks and streams then write the changed one.
 */
import { structuredJsonOf, type ToolResult, type WireMembers } from '../catalog/catalog.js';
import { findBlockProblem, hasBlockType } from '../catalog/check-blocks.js';
import type { ContentBlock } from '../model/content.js';
import { copyJson } from '../model/copy-json.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.js';

/** Copies the members of a result: an author's code may still hold the original. */
export function readToolAnswer(result: ToolResult): JsonObject {
  const { content, isError, meta, wire } = result;
  if (wire) return { ...parseMembers(wire), isError };
  const structured = structuredJsonOf(result);
  return {
    content: copyJson(content)!, // a list
    ...(structured === undefined ? {} : { structuredContent: JSON.parse(structured) as JsonValue }),
    isError,
    ...(meta ? { _meta: copyJson(meta)! } : {}),
  };
}

/**
 * @param before the tool's own result, if it ran; one from another server keeps members that no revision knows
 * @throws TypeError when the members are not those of a result
 */
export function writeToolAnswer(value: object, before: ToolResult | undefined): ToolResult {
  if (before?.wire) return writeRelayed(copyJson(value) as JsonObject); // an object stays one
  // The structured result becomes a text anyway, so only the other members are copied.
  const { content, structuredContent, isError, _meta } = value as Readonly<Record<string, unknown>>;
  const structuredJson = JSON.stringify(structuredContent) as string | undefined; // its type leaves out what it cannot express
  const meta = copyJson(_meta);
  const { blocks, isWhole } = readBlocks(copyJson(content));
  if (!isWhole) throw new TypeError('"content" of a tool result has a block that is not valid');
  return {
    kind: 'result',
    content: blocks,
    isError: readFlag(isError),
    ...(structuredJson === undefined ? {} : { structuredJson }),
    ...(isJsonObject(meta) ? { meta } : {}),
  };
}

/** Another server may use kinds of content that are newer than this one, and members that no revision knows. */
function writeRelayed(value: JsonObject): ToolResult {
  const { content, isError } = value;
  return { kind: 'result', content: readBlocks(content).blocks, isError: readFlag(isError), wire: wireOf(value) };
}

/** Returns the valid blocks, and whether there were no others. */
function readBlocks(content: JsonValue | undefined): { blocks: readonly ContentBlock[]; isWhole: boolean } {
  if (!Array.isArray(content)) throw new TypeError('"content" of a tool result must be a list of blocks');
  const isWhole = content.every(isBlock);
  const blocks = (isWhole ? content : content.filter(isBlock)) as unknown as ContentBlock[]; // each is one
  return { blocks, isWhole };
}

function readFlag(isError: unknown): boolean {
  if (isError === undefined) return false;
  if (typeof isError !== 'boolean') throw new TypeError('"isError" of a tool result must be true or false');
  return isError;
}

function isBlock(block: JsonValue): boolean {
  return hasBlockType(block) && findBlockProblem(block, '') === undefined;
}

function parseMembers(wire: WireMembers): JsonObject {
  return Object.fromEntries([...wire].map(([name, json]) => [name, JSON.parse(json) as JsonValue]));
}

function wireOf(value: JsonObject): WireMembers {
  const { resultType: _type, ...members } = value; // written with each result
  return new Map(Object.entries(members).map(([name, member]) => [name, JSON.stringify(member)]));
}
