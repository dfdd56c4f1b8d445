/**
 * Reads the result of a method: text, content blocks, nothing, or JSON with a type.
 */
import type { ts } from 'ts-morph';
import type { ReturnModel, ToolModel } from '../model/plugin-model.js';
import { type PlainNode, resolveNode, type SchemaNode } from '../model/schema-node.js';
import { applyDocs } from './docs/apply-docs.js';
import type { DiagnosticCode } from '../diagnostics/diagnostic-codes.js';
import { compiler } from './program/compiler.js';
import { placeOf } from './program/problems.js';
import type { PublishedMethod } from './published-method.js';
import { isIncludingNothing, isStream, readReturned, type Returned } from './returned-type.js';
import { acceptsUndefined, isAlwaysAbsent, presentMembers } from './types/absence.js';
import { joinBranches } from './types/join-branches.js';
import type { OrderedMember } from './types/source-order.js';
import { describeSite, membersOf, type TypeSite } from './types/type-site.js';

const contentNames = new Set(['TextContent', 'ImageContent', 'AudioContent', 'ResourceLink', 'EmbeddedResource']);
const contentsNames = new Set(['TextResourceContents', 'BlobResourceContents']);
const byteNames = new Set(['Uint8Array', 'Buffer', 'ArrayBuffer']);
const streamedByteNames = new Set(['Uint8Array', 'Buffer']);
const messageNames = new Set(['PromptMessage', ...contentNames]);

/** The final result of a tool, and the yielded values if it is a generator. */
export type ToolResult = Pick<ToolModel, 'returns' | 'stream'>;

/** Reads the result of a tool. */
export function readToolResult(method: PublishedMethod): ToolResult | undefined {
  const returned = readReturned(method);
  const { members, values, isReturned } = returned;
  if (members.some(({ type }) => isStream(method, type))) return refuseStream(method, returned);
  const returns = readReturns(method, returned);
  if (!returns || !values) return returns && { returns };
  const node = readValues(method, returned, values);
  return node && { returns, stream: { node, isResult: !isReturned } };
}

function readReturns(method: PublishedMethod, returned: Returned): ReturnModel | undefined {
  const members = returned.members.flatMap(({ type }) => membersOf(type));
  if (members.every(isAlwaysAbsent)) return { kind: 'nothing' };

  const content = members.filter((member) => isContent(method, member));
  const data = members.filter(
    (member) =>
      !isIncludingNothing(member) &&
      !isString(member) &&
      !content.includes(member) &&
      !(content.length > 0 && isNull(member)),
  );
  if (data.length === 0) return content.length > 0 ? { kind: 'content' } : readText(method, returned);
  if (content.length > 0) return refuse(method, returned, ['SIGIL063', 'is sometimes content and sometimes data']);
  if (members.some(isIncludingNothing)) return refuse(method, returned, ['SIGIL062', 'may be undefined']);

  const site = siteOfResult(method, returned);
  const read = readJoined(method, returned.members, site);
  if (!read) return undefined;
  const node: SchemaNode = returned.isYielded ? { kind: 'array', items: read } : read;
  return { kind: 'structured', node: describeResult(method, node, site) };
}

/** Reads text; a format, a pattern or a length is checked as for data, and the result stays text. */
function readText(method: PublishedMethod, returned: Returned): ReturnModel {
  const isOneText = returned.members.every(({ type }) => (type.flags & compiler.TypeFlags.String) !== 0);
  if (!isOneText || returned.isYielded) return { kind: 'text' };
  const site = siteOfResult(method, returned);
  const read = readJoined(method, returned.members, site);
  const node = read && describeResult(method, read, site);
  return node && isConstrained(resolveNode(node)) ? { kind: 'text', node } : { kind: 'text' };
}

function isConstrained(node: PlainNode): boolean {
  if (node.kind !== 'string') return false;
  return [node.format, node.pattern, node.minLength, node.maxLength].some((constraint) => constraint !== undefined);
}

/** Reads one yielded value; a missing type means nothing. */
function readValues(
  method: PublishedMethod,
  returned: Returned,
  values: readonly OrderedMember[],
): SchemaNode | undefined {
  const present = values.flatMap(({ type, written }) => {
    const types = acceptsUndefined(type) ? presentMembers(type) : [type];
    return types.filter((one) => !isAlwaysAbsent(one)).map((one) => ({ type: one, written }));
  });
  if (present.length === 0) return { kind: 'never' };
  return readJoined(method, present, siteOfResult(method, { ...returned, isYielded: true }));
}

function readJoined(
  method: PublishedMethod,
  members: readonly OrderedMember[],
  site: TypeSite,
): SchemaNode | undefined {
  const nodes = members.flatMap(({ type, written }) => method.reader.read(type, { ...site, written }) ?? []);
  if (nodes.length < members.length) return undefined;
  const booleans = members.filter(({ type }) => type.flags & compiler.TypeFlags.BooleanLiteral);
  return nodes.length === 1 ? nodes[0] : joinBranches(nodes, booleans.length === 2);
}

function describeResult(method: PublishedMethod, node: SchemaNode, site: TypeSite): SchemaNode {
  const { docs, reading, owner } = method;
  const block = docs?.comment.returns;
  if (!block) return node;
  const header = block.tags.find((tag) => tag.name === 'header');
  if (header) {
    const message = `${owner}, result: only inputs are sent as headers`;
    reading.problems.add({ code: 'SIGIL074', at: docs.placeOfTag(header), message });
  }
  return applyDocs(reading, node, { block, docs, subject: describeSite(site) });
}

/**
 * The result of a resource: `data` when it is neither text, bytes nor contents; `mimeType` applies when the author names none,
 * and bytes show their own.
 */
export interface ResourceResult {
  readonly mimeType?: string;
  readonly data?: SchemaNode;
}

/** Reads the result of a resource. */
export function readResourceResult(method: PublishedMethod): ResourceResult | undefined {
  const returned = readReturned(method);
  const { type } = returned;
  if (returned.isGenerated) return readStreamedResource(method, returned);
  if (isStream(method, type)) return refuseStream(method, returned);

  const members = membersOf(type);
  if (members.some(isIncludingNothing)) return refuse(method, returned, ['SIGIL062', 'may be undefined']);
  if (members.every(isString)) return { mimeType: 'text/plain' };

  const contents = members.filter((member) => isDeclaredInCore(method, member, contentsNames));
  if (contents.length === members.length) return { mimeType: 'application/octet-stream' };
  if (contents.length > 0)
    return refuse(method, returned, ['SIGIL063', 'is sometimes resource contents and sometimes data']);

  if (members.some((member) => isContent(method, member))) return readBytes(method, returned, members);
  const data = method.reader.read(type, siteOfResult(method, returned));
  return data && { mimeType: 'application/json', data };
}

/** Reads bytes, and text beside them; content blocks are for tools, which have no URI. */
function readBytes(
  method: PublishedMethod,
  returned: Returned,
  members: readonly ts.Type[],
): ResourceResult | undefined {
  if (members.every((member) => isString(member) || isBytes(method, member))) return {};
  return refuse(method, returned, ['SIGIL064', 'is content that a resource does not return']);
}

/** Reads text or bytes in parts. */
function readStreamedResource(method: PublishedMethod, returned: Returned): ResourceResult | undefined {
  const members = returned.members.flatMap(({ type }) => membersOf(type));
  if (returned.isReturned || members.length === 0) return refuseStream(method, returned);
  if (members.every(isString)) return { mimeType: 'text/plain' };
  const isBinary = members.every((member) => isBytes(method, member, streamedByteNames));
  return isBinary ? {} : refuseStream(method, returned);
}

/** Returns whether a prompt can return this: a string, content blocks or prompt messages. */
export function hasPromptResult(method: PublishedMethod): boolean {
  const returned = readReturned(method);
  const { type } = returned;
  if (returned.isGenerated || isStream(method, type)) {
    refuseStream(method, returned);
    return false;
  }
  const fits = membersOf(type).every((member) => isString(member) || isListOf(method, member, messageNames));
  if (!fits) refuse(method, returned, ['SIGIL061', 'is nothing that a prompt can return']);
  return fits;
}

/** Returns the site of the written type, or of the method's name when the type is inferred. */
function siteOfResult(method: PublishedMethod, { written, isYielded }: Returned): TypeSite {
  const { declaration, owner } = method;
  const at = placeOf(declaration.type ?? declaration.name);
  return { at, owner, role: 'result', path: isYielded ? '[]' : '', written };
}

function refuseStream(method: PublishedMethod, returned: Returned): undefined {
  return refuse(method, returned, ['SIGIL060', 'is a stream that cannot be read to its end here']);
}

function refuse(
  method: PublishedMethod,
  returned: Returned,
  [code, says, fix]: readonly [DiagnosticCode, string, string?],
): undefined {
  const { reading, owner } = method;
  const text = reading.checker.typeToString(returned.type);
  const message = `${owner}, result: ${text} ${says}`;
  const { at } = siteOfResult(method, returned);
  reading.problems.add({ code, at, message, ...(fix !== undefined && { fix }) });
  return undefined;
}

/** Lists of content nested deeper than this are data. */
const maxListDepth = 3;

/** Returns whether the type is a block, bytes, or a list with any of them, possibly beside text or nothing. */
function isContent(method: PublishedMethod, type: ts.Type, depth = 0): boolean {
  if (isDeclaredInCore(method, type, contentNames) || isBytes(method, type)) return true;
  const { checker } = method.reading;
  // A type may be a list of itself.
  if (depth > maxListDepth || (!checker.isArrayType(type) && !checker.isTupleType(type))) return false;
  const items = checker.getTypeArguments(readReference(type)).flatMap(membersOf);
  const isBeside = (item: ts.Type): boolean => isString(item) || isNull(item) || isIncludingNothing(item);
  const isFine = (item: ts.Type): boolean => isBeside(item) || isContent(method, item, depth + 1);
  return items.every(isFine) && !items.every(isBeside);
}

function isBytes(method: PublishedMethod, { symbol }: ts.Type, names: ReadonlySet<string> = byteNames): boolean {
  return symbol !== undefined && names.has(symbol.name) && method.reading.origins.isBuiltIn(symbol);
}

function isNull(type: ts.Type): boolean {
  return (type.flags & compiler.TypeFlags.Null) !== 0;
}

/** Returns whether the type is a string of any kind, including branded ones, literals, and template literals. */
function isString(type: ts.Type): boolean {
  if (type.isIntersection()) return type.types.some(isString);
  return (type.flags & compiler.TypeFlags.StringLike) !== 0;
}

/** Returns whether it is the type itself or an array of it, as @sigil/core declares them. */
function isListOf(method: PublishedMethod, type: ts.Type, names: ReadonlySet<string>): boolean {
  const { checker } = method.reading;
  const [item] = checker.isArrayType(type) ? checker.getTypeArguments(readReference(type)) : [];
  return membersOf(item ?? type).every((member) => isDeclaredInCore(method, member, names));
}

function isDeclaredInCore(method: PublishedMethod, type: ts.Type, names: ReadonlySet<string>): boolean {
  const { symbol } = type;
  return symbol !== undefined && names.has(symbol.name) && method.reading.origins.isFromCore(symbol);
}

function readReference(type: ts.Type): ts.TypeReference {
  // Sound because the caller checked that the type is an array, which is always a reference.
  return type as ts.TypeReference;
}
