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
import { isJsonObject, writeWhole, type JsonValue } from '../model/json.js';
import { kindOf } from '../model/kind-of.js';
import { mediaTypeOfBytes, unknownBytes } from '../model/media-types.js';
import type { Context } from '../model/context.js';
import { quotePath } from '../model/quote-path.js';
import type { PromptResult, ResourceResult, ToolResult } from './catalog.js';
import type { Stream, StreamCarrier } from './stream-carrier.js';

const blockTypes: ReadonlySet<unknown> = new Set(['text', 'image', 'audio', 'resource', 'resource_link']);

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

/** The parts of a method's code that read its return value. */
export type ReturnCode = Pick<ComponentCode, 'encode' | 'returns' | 'hasContent'>;

/** @throws Error with a message that a peer may read, when the value is not what the method's type says */
export function readToolReturn(value: unknown, { name, hasOutputSchema }: ReadTool, code: ReturnCode): ToolResult {
  const { encode } = code;
  if (code.hasContent) return readPair(value, name, code);
  const written = encode ? encodeReturn(value, encode) : takeReturned(value, code.returns);
  if (hasOutputSchema) return readToolJson(serialise(written));
  return { kind: 'result', content: readContent(written, name), isError: false };
}

/** Reads `[data, ...content]`. The data's text comes first, where clients without structured results look for it. */
function readPair(value: unknown, name: string, { encode }: ReturnCode): ToolResult {
  if (!Array.isArray(value)) throw new Error(describeMisfit('an array of data and content', value));
  const [data, ...others]: unknown[] = value;
  const result = readToolJson(serialise(encode ? encodeReturn(data, encode) : data));
  const parts = partsOf(others);
  if (!parts) throw new Error(`${notOfItsType}: after the data it must have only content`);
  return { ...result, content: [...result.content, ...writeParts(parts, name)] };
}

/**
 * Returns the value if the method's type allows it, and `undefined` for a method that returns nothing.
 *
 * @param kinds absent in builds that do not say
 * @throws Error with a message that a peer may read
 */
function takeReturned(value: unknown, kinds: readonly ReturnedKind[] | undefined): unknown {
  if (kinds === undefined) return value;
  if (kinds.length === 0) return undefined;
  const kind = returnedKind(value);
  if (kind !== 'other' && kinds.includes(kind)) return value;
  throw new Error(describeMisfit([...new Set(kinds.map((kind) => kindWords[kind]))].join(' or '), value));
}

const kindWords: Readonly<Record<ReturnedKind, string>> = {
  text: 'a string',
  bytes: 'bytes',
  block: 'a content block',
  list: 'a list of content',
  contents: 'the contents of a resource',
  null: 'null',
  undefined: 'nothing',
};

function returnedKind(value: unknown): ReturnedKind | 'other' {
  if (typeof value === 'string') return 'text';
  if (value === undefined) return 'undefined';
  if (value === null) return 'null';
  if (isBytes(value)) return 'bytes';
  if (isContentBlock(value)) return 'block';
  if (Array.isArray(value)) return partsOf(value) ? 'list' : 'other';
  return isResourceContents(value) ? 'contents' : 'other';
}

const notOfItsType = 'the result is not what its type says';

function describeMisfit(expected: string, value: unknown): string {
  return `${notOfItsType}: it must be ${expected}, got ${kindOf(value)}`;
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
  { uri, mimeType }: { readonly uri: string; readonly mimeType: string | undefined },
  code: ReturnCode,
): ResourceResult {
  const value = code.encode ? encodeReturn(returned, code.encode) : takeReturned(returned, code.returns);
  if (code.encode) return readDataReturn(value, uri, mimeType);
  return { kind: 'result', contents: [readContents(value, uri, mimeType)] };
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

function writeAs(what: string, value: unknown, encode: Encoder): JsonValue {
  const problems: ArgumentProblem[] = [];
  const written = encode(value, problems);
  if (problems.length === 0) return written;
  const lines = problems.map(
    ({ path, expected, received }) => `${path === '' ? 'it' : quotePath(path)} must be ${expected}, got ${received}`,
  );
  throw new Error(`${what} is not what its type says: ${lines.join('; ')}`);
}

/** Reads a prompt; a string or a content block becomes one user message. */
export function readPromptReturn(value: unknown): PromptResult {
  return { kind: 'result', messages: Array.isArray(value) ? value.map(readPromptMessage) : [readPromptMessage(value)] };
}

/**
 * Reads text, a block, bytes or a list of them; anything else becomes JSON.
 *
 * @param name of the tool, used to name files made from bytes
 */
export function readContent(value: unknown, name: string): readonly ContentBlock[] {
  if (value === undefined || value === null) return [];
  if (typeof value === 'string') return [{ type: 'text', text: value }];
  if (isContentBlock(value)) return [value];
  const parts = partsOf(value);
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
  if (isResourceContents(value)) return value;
  return { uri, mimeType: mimeType ?? 'application/json', text: serialise(value) };
}

/** Reads bytes; their media type is the resource's own, else the one they show. */
function readBytes(bytes: Uint8Array, uri: string, mimeType: string | undefined): ResourceContents {
  return { uri, mimeType: mimeType ?? mediaTypeOfBytes(bytes) ?? unknownBytes, blob: writeBase64(bytes) };
}

function readPromptMessage(value: unknown): PromptMessage {
  if (typeof value === 'string') return { role: 'user', content: { type: 'text', text: value } };
  if (isPromptMessage(value)) return value;
  if (isContentBlock(value)) return { role: 'user', content: value };
  throw new Error(describeMisfit('a string, a content block or a prompt message', value));
}

function serialise(value: unknown): string {
  const json = JSON.stringify(value);
  if (json === undefined) throw new Error('the method returned nothing that JSON can say');
  return writeWhole(json);
}

// The three guards below check only the members that distinguish the shapes; the build has checked the rest.
function isContentBlock(value: unknown): value is ContentBlock {
  return isJsonObject(value) && blockTypes.has(value['type']);
}

function isResourceContents(value: unknown): value is ResourceContents {
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
