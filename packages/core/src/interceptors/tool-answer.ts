/**
 * The result of a tool as interceptors see it, and back: all revisions, tasks and streams then write the changed one.
 */
import { structuredJsonOf, type ToolResult, type WireMembers } from '../catalog/catalog.js';
import { findBlockProblem, hasBlockType } from '../catalog/check-blocks.js';
import type { ContentBlock } from '../model/content.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.js';

/** Copies the members of a result: an author's code may still hold the original. */
export function readToolAnswer(result: ToolResult): JsonObject {
  const { content, isError, meta, wire } = result;
  if (wire) return { ...parseMembers(wire), isError };
  const structured = structuredJsonOf(result);
  return {
    content: copy(content as unknown as JsonValue), // blocks are JSON by their types
    ...(structured === undefined ? {} : { structuredContent: JSON.parse(structured) as JsonValue }),
    isError,
    ...(meta ? { _meta: copy(meta) } : {}),
  };
}

/**
 * @param before the tool's own result, if it ran; one from another server keeps members that no revision knows
 * @throws TypeError when the members are not those of a result
 */
export function writeToolAnswer(value: JsonObject, before: ToolResult | undefined): ToolResult {
  const { content, structuredContent, isError = false, _meta: meta } = value;
  if (!Array.isArray(content)) throw new TypeError('"content" of a tool result must be a list of blocks');
  if (typeof isError !== 'boolean') throw new TypeError('"isError" of a tool result must be true or false');
  const blocks = content.filter((block: JsonValue) => isBlock(block)) as unknown as ContentBlock[];
  // Another server may use kinds of content that are newer than this one.
  if (before?.wire) return { kind: 'result', content: blocks, isError, wire: wireOf(value) };
  if (blocks.length < content.length) throw new TypeError('"content" of a tool result has a block that is not valid');
  return {
    kind: 'result',
    content: blocks,
    isError,
    ...(structuredContent === undefined ? {} : { structuredJson: JSON.stringify(structuredContent) }),
    ...(isJsonObject(meta) ? { meta } : {}),
  };
}

function isBlock(block: JsonValue): boolean {
  return hasBlockType(block) && findBlockProblem(block, '') === undefined;
}

function parseMembers(wire: WireMembers): JsonObject {
  return Object.fromEntries([...wire].map(([name, json]) => [name, JSON.parse(json) as JsonValue]));
}

function wireOf(value: JsonObject): WireMembers {
  return new Map(Object.entries(value).map(([name, member]) => [name, JSON.stringify(member)]));
}

function copy<Value extends JsonValue>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value; // the same JSON
}
