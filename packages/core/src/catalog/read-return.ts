/**
 * Reads an author's return value into the neutral model, and distinguishes streams from values.
 *
 * The build has checked the types; this inspects the value where the type leaves a choice, and serialises once.
 */
import type { ContentBlock, PromptMessage, ResourceContents } from '../model/content.js';
import type {
  ArgumentProblem,
  ComponentCode,
  Encoder,
  ReturnedKind,
  StreamKeeping,
} from '../manifest/plugin-module.js';
import { writeBase64 } from '../model/base64.js';
import { asBytes, blockOfBytes, isBytes, type Bytes } from '../model/content-helpers.js';
import { isJsonObject, writeWithoutHalves, type JsonObject, type JsonValue } from '../model/json.js';
import { mediaTypeOfBytes, unknownBytes } from '../model/media-types.js';
import type { Context } from '../model/context.js';
import { quotePath } from '../model/quote-path.js';
import type { PromptResult, ResourceResult, ToolResult } from './catalog.js';
import { findBlockProblem, findContentsProblem, hasBlockType } from './check-blocks.js';
import { contentKindOf, describeForms, findContentMisfit } from './match-content.js';
import type { Stream, StreamCarrier } from './stream-carrier.js';

/** Returns whether a method returned a stream; arrays, maps and sets are values. */
export function isStream(value: unknown): value is Stream {
  if (typeof value !== 'object' || value === null) return false;
  if (Symbol.asyncIterator in value) return typeof value[Symbol.asyncIterator] === 'function';
  return Symbol.iterator in value && 'next' in value && typeof value.next === 'function';
}

/** Returns the context as a carrier, if it is one. */
export function carrierOf(context: Context): StreamCarrier | undefined {
  return isCarrier(context) ? context : undefined;
}

function isCarrier(context: Context): context is StreamCarrier {
  return 'emit' in context && 'delivery' in context && context.delivery !== undefined;
}

/** The properties of a tool that determine how its results are read. */
export interface ReadTool {
  readonly name: string;
  readonly hasOutputSchema: boolean;
}

type ReturnCode = Pick<ComponentCode, 'encode' | 'returns' | 'hasContent' | 'content'>;

/** @throws Error with a message that a peer may read, when the value is not what the method's type says */
export function readToolReturn(value: unknown, { name, hasOutputSchema }: ReadTool, code: ReturnCode): ToolResult {
  if (code.hasContent) return readPair(value, name, code);
  const written = writeReturned(value, code);
  if (hasOutputSchema) return readToolJson(serialise(written));
  return { kind: 'result', content: readContent(written, name), isError: false };
}

/** Encodes data and constrained text; takes other values as they are. */
function writeReturned(value: unknown, code: ReturnCode): unknown {
  if (!code.encode) return takeReturned(value, code);
  return value === undefined && code.returns?.includes('undefined') ? undefined : encodeReturn(value, code.encode);
}

/** Reads `[data, ...content]`. The data's text comes first, where clients without structured results look for it. */
function readPair(value: unknown, name: string, { encode, content }: ReturnCode): ToolResult {
  if (!Array.isArray(value)) throw new Error(describeMisfit('an array of data and content', value));
  const [data, ...others]: unknown[] = value;
  const result = readToolJson(serialise(encode ? encodeReturn(data, encode) : data));
  const misfit = content && findContentMisfit(value, content, '');
  if (misfit) throw refuse('the result', [misfit]);
  const parts = partsOf(others);
  if (!parts) throw new Error(`${notOfItsType}: after the data it must have only content`);
  for (const [index, other] of others.entries()) checkBlocks(other, `[${index + 1}]`);
  return { ...result, content: [...result.content, ...writeParts(parts, name)] };
}

/**
 * Returns the value if the method's type allows it, and `undefined` for a method that returns nothing.
 *
 * @throws Error with a message that a peer may read
 */
function takeReturned(value: unknown, { returns: kinds, content }: ReturnCode): unknown {
  if (content) {
    const misfit = findContentMisfit(value, content, '');
    if (misfit) throw refuse('the result', [misfit]);
    return value;
  }
  // Absent in builds that do not say.
  if (kinds === undefined) return value;
  if (kinds.length === 0) return undefined;
  const kind = returnedKind(value);
  // No contents are a list like any other.
  const isEmpty = Array.isArray(value) && value.length === 0 && kinds.includes('contents-list');
  if (isEmpty || (kind !== 'other' && kinds.includes(kind))) return value;
  throw new Error(describeMisfit(describeForms(kinds), value));
}

function returnedKind(value: unknown): ReturnedKind | 'other' {
  if (typeof value === 'string') return 'text';
  if (value === undefined) return 'undefined';
  if (value === null) return 'null';
  if (isBytes(value)) return 'bytes';
  if (isContentBlock(value)) return 'block';
  if (Array.isArray(value)) return listKind(value);
  return isResourceContents(value) ? 'contents' : 'other';
}

function listKind(values: readonly unknown[]): ReturnedKind | 'other' {
  if (values.length > 0 && values.every(isResourceContents)) return 'contents-list';
  return partsOf(values) ? 'list' : 'other';
}

const notOfItsType = 'the result is not what its type says';

function describeMisfit(expected: string, value: unknown): string {
  return `${notOfItsType}: it must be ${expected}, got ${contentKindOf(value)}`;
}

/** Reads a structured result that is already serialised. */
export function readToolJson(structuredJson: string): ToolResult {
  return { kind: 'result', content: [{ type: 'text', text: structuredJson }], structuredJson, isError: false };
}

/**
 * @param mimeType from the component's definition
 * @throws Error with a message that a peer may read, when the value is not what the method's type says
 */
export function readResourceReturn(
  returned: unknown,
  uri: string,
  mimeType: string | undefined,
  code: ReturnCode,
): ResourceResult {
  const value = code.encode ? encodeReturn(returned, code.encode) : takeReturned(returned, code);
  if (code.encode) return readDataReturn(value, uri, mimeType);
  if (!code.returns?.includes('contents-list') || !Array.isArray(value))
    return { kind: 'result', contents: [readContents(value, uri, mimeType)] };
  return { kind: 'result', contents: value.map((one) => readContents(one, uri, mimeType)) };
}

/** Reads data whose type is known, so that nothing is inferred from its members. */
function readDataReturn(value: unknown, uri: string, mimeType: string | undefined): ResourceResult {
  if (typeof value === 'string') return { kind: 'result', contents: [readContents(value, uri, mimeType)] };
  return { kind: 'result', contents: [{ uri, mimeType: mimeType ?? 'application/json', text: serialise(value) }] };
}

/**
 * Encodes a method's return value by its declared type.
 *
 * @throws Error with a message that a peer may read, when the value does not have that type
 */
function encodeReturn(value: unknown, encode: Encoder): JsonValue {
  return writeAs('the result', value, encode);
}

/** Returns whether a yielded value stays in the result: blocks, bytes, lists with them, and texts where they are kept. */
export function isKept(value: unknown, keeps: StreamKeeping): boolean {
  if (typeof value === 'string') return keeps === 'text-and-content';
  const parts = partsOf(value);
  return parts !== undefined && parts.some((part) => typeof part !== 'string');
}

/** Encodes one yielded value; throws as `encodeReturn` does. */
export function encodeYield(value: unknown, encode: Encoder): JsonValue {
  return writeAs('a yielded value', value, encode);
}

/**
 * Checks one text or bytes that a resource yields.
 *
 * @throws Error with a message that a peer may read, when the value is not what the method's type says
 */
export function checkPart(value: unknown, { returns, stream }: Pick<ComponentCode, 'returns' | 'stream'>): void {
  if (stream?.encode) encodeYield(value, stream.encode);
  const kind = returnedKind(value);
  if (!returns || returns.some((allowed) => allowed === kind)) return;
  throw refuse('a yielded value', [{ path: '', expected: describeForms(returns), received: contentKindOf(value) }]);
}

function writeAs(what: string, value: unknown, encode: Encoder): JsonValue {
  const problems: ArgumentProblem[] = [];
  const written = encode(value, problems);
  if (problems.length === 0) return written;
  throw refuse(what, problems);
}

function refuse(what: string, problems: readonly ArgumentProblem[]): Error {
  const lines = problems.map(
    ({ path, expected, received }) => `${path === '' ? 'it' : quotePath(path)} must be ${expected}, got ${received}`,
  );
  return new Error(`${what} is not what its type says: ${lines.join('; ')}`);
}

/**
 * Checks the blocks of a value, and of lists of them at any depth.
 *
 * @throws Error with a message that a peer may read, when a block lacks a member of its kind
 */
export function checkBlocks(value: unknown, path = '', what = 'the result'): void {
  if (Array.isArray(value)) {
    for (const [index, part] of (value as unknown[]).entries()) checkBlocks(part, `${path}[${index}]`, what);
    return;
  }
  const problem = hasBlockType(value) && findBlockProblem(value, path);
  if (problem) throw refuse(what, [problem]);
}

/**
 * Reads a prompt; a string or a content block becomes one user message.
 *
 * @throws Error with a message that a peer may read, when the value is not what the method's type says
 */
export function readPromptReturn(
  returned: unknown,
  { encode, content }: Pick<ReturnCode, 'encode' | 'content'> = {},
): PromptResult {
  const misfit = content && findContentMisfit(returned, content, '');
  if (misfit) throw refuse('the result', [misfit]);
  const value = encode ? encodeReturn(returned, encode) : returned;
  if (!Array.isArray(value)) return { kind: 'result', messages: [readPromptMessage(value, '')] };
  return { kind: 'result', messages: value.map((message, index) => readPromptMessage(message, `[${index}]`)) };
}

/**
 * Reads text, a block, bytes or a list of them; anything else becomes JSON.
 *
 * @param name of the tool, used to name files made from bytes
 */
export function readContent(value: unknown, name: string): readonly ContentBlock[] {
  if (value === undefined || value === null) return [];
  if (typeof value === 'string') return [{ type: 'text', text: value }];
  const parts = partsOf(value);
  if (parts) checkBlocks(value);
  return parts ? writeParts(parts, name) : [{ type: 'text', text: serialise(value) }];
}

function writeParts(parts: readonly ContentPart[], name: string): readonly ContentBlock[] {
  let bytesSeen = 0;
  return parts.map((part): ContentBlock => {
    if (typeof part === 'string') return { type: 'text', text: part };
    if (!isBytes(part)) return part;
    bytesSeen++;
    return blockOfBytes(part, bytesSeen === 1 ? name : `${name}-${bytesSeen}`);
  });
}

type ContentPart = ContentBlock | Bytes | string;

/** Returns bytes, or lists of content at any depth, as parts; `undefined` for data. */
function partsOf(value: unknown): readonly ContentPart[] | undefined {
  const parts = Array.isArray(value) ? (value as unknown[]).flat(Number.POSITIVE_INFINITY) : [value];
  const present = parts.filter((part) => part !== undefined && part !== null);
  return present.every(isContentPart) ? present : undefined;
}

function isContentPart(value: unknown): value is ContentPart {
  return typeof value === 'string' || isBytes(value) || isContentBlock(value);
}

function readContents(value: unknown, uri: string, mimeType: string | undefined): ResourceContents {
  if (typeof value === 'string') return { uri, mimeType: mimeType ?? 'text/plain', text: value };
  if (isBytes(value)) return readBytes(asBytes(value), uri, mimeType);
  if (isResourceContents(value)) {
    const problem = findContentsProblem(value, '');
    if (problem) throw refuse('the result', [problem]);
    return value;
  }
  return { uri, mimeType: mimeType ?? 'application/json', text: serialise(value) };
}

/** Reads bytes; their media type is the resource's own, else the one they show. */
function readBytes(bytes: Uint8Array, uri: string, mimeType: string | undefined): ResourceContents {
  return { uri, mimeType: mimeType ?? mediaTypeOfBytes(bytes) ?? unknownBytes, blob: writeBase64(bytes) };
}

function readPromptMessage(value: unknown, path: string): PromptMessage {
  if (typeof value === 'string') return { role: 'user', content: { type: 'text', text: value } };
  if (isPromptMessage(value)) {
    checkBlocks(value.content, path === '' ? 'content' : `${path}.content`);
    return value;
  }
  if (isContentBlock(value)) {
    checkBlocks(value, path);
    return { role: 'user', content: value };
  }
  throw new Error(describeMisfit('a string, a content block or a prompt message', value));
}

function serialise(value: unknown): string {
  const json = JSON.stringify(value);
  if (json === undefined) throw new Error('the method returned nothing that JSON can say');
  return writeWithoutHalves(json);
}

// The three guards below check only the members that distinguish the shapes; `checkBlocks` and `findContentsProblem` check the rest.
function isContentBlock(value: unknown): value is ContentBlock {
  return hasBlockType(value);
}

function isResourceContents(value: unknown): value is ResourceContents & JsonObject {
  if (!isJsonObject(value) || typeof value['uri'] !== 'string') return false;
  return typeof value['text'] === 'string' || typeof value['blob'] === 'string';
}

function isPromptMessage(value: unknown): value is PromptMessage {
  return (
    isJsonObject(value) &&
    (value['role'] === 'user' || value['role'] === 'assistant') &&
    isContentBlock(value['content'])
  );
}
