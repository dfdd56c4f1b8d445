/**
 * The cap on the length of one call's answer.
 */
import type { ToolLimits } from '../catalog/catalog.js';
import { McpError } from '../errors/mcp-error.js';
import type { ContentBlock } from '../model/content.js';
import type { Call } from './call.js';
import type { ResultMembers, ResultWithMeta } from './operation-result.js';
import { utf8Length } from './utf8.js';

/** A limit on results, in characters or bytes of JSON text. */
export interface ResultCap {
  readonly most: number;
  readonly unit: 'characters' | 'bytes';
  readonly limit: 'maxResultLength' | 'maxResultBytes';
}

/**
 * Returns the cap that a tool's result exceeds, if any.
 *
 * @param uncounted texts in the members that count nothing
 */
export function findBrokenCap(
  { server }: Call,
  limits: ToolLimits | undefined,
  members: ResultMembers,
  uncounted: readonly string[] = noTexts,
): ResultCap | undefined {
  const { maxResultLength } = server.limits;
  const { maxResultBytes } = limits ?? {};
  if (maxResultBytes !== undefined && maxResultBytes <= maxResultLength) {
    const bytes = lengthOf(uncounted, utf8Length);
    if (isLonger(members, maxResultBytes + bytes)) return capOfTool(maxResultBytes);
  }
  if (members.length <= maxResultLength + lengthOf(uncounted, (json) => json.length)) return undefined;
  return capOfServer(maxResultLength);
}

function capOfTool(maxResultBytes: number): ResultCap {
  return { most: maxResultBytes, unit: 'bytes', limit: 'maxResultBytes' };
}

function capOfServer(maxResultLength: number): ResultCap {
  return { most: maxResultLength, unit: 'characters', limit: 'maxResultLength' };
}

const noTexts: readonly string[] = [];

function lengthOf(texts: readonly string[], measure: (json: string) => number): number {
  return texts.reduce((total, text) => total + measure(JSON.stringify(text)), 0);
}

/**
 * Returns the cap that a result of at least this many characters exceeds, if it is certain: each character is at least one byte,
 * and JSON encoding never shortens text.
 */
export function findCapBrokenByLength(
  { server }: Call,
  limits: ToolLimits | undefined,
  length: number,
): ResultCap | undefined {
  const { maxResultLength } = server.limits;
  const { maxResultBytes } = limits ?? {};
  if (maxResultBytes !== undefined && maxResultBytes <= maxResultLength && length > maxResultBytes)
    return capOfTool(maxResultBytes);
  return length > maxResultLength ? capOfServer(maxResultLength) : undefined;
}

/** Counts the characters of all text blocks without reading them. */
export function textLengthOf(content: readonly ContentBlock[]): number {
  let length = 0;
  for (const block of content) if (block.type === 'text') length += block.text.length;
  return length;
}

/** Describes the error of a result that exceeds the cap. */
export function describeExcess(during: string, { most, unit, limit }: ResultCap): string {
  return `${during}: the result is longer than ${most} ${unit} (limit ${limit})`;
}

/** @throws McpError `internal-error` when the result is too long: resources and prompts have no error results */
export function requireShort<Written extends ResultMembers | ResultWithMeta>(
  call: Call,
  during: string,
  written: Written,
): Written {
  const broken = findBrokenCap(call, undefined, typeof written === 'string' ? written : written.members);
  if (!broken) return written;
  call.server.observer?.limitHit?.(broken.limit);
  throw new McpError('internal-error', describeExcess(during, broken));
}

// A character takes one to three bytes, so most results need no exact count.
function isLonger(text: string, maxBytes: number): boolean {
  if (text.length > maxBytes) return true;
  return text.length * 3 > maxBytes && utf8Length(text) > maxBytes;
}
