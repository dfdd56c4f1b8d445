/**
 * Reads the result of a method: text, content blocks, nothing, or JSON with a type.
 */
import type { ts } from 'ts-morph';
import type { ContentForm, ReturnedKind, StreamKeeping } from '@sigil/core/building';
import type { ReturnModel, ToolModel } from '../model/plugin-model.js';
import { isConstrainedText, resolveNode, type SchemaNode } from '../model/schema-node.js';
import { applyDocs } from './docs/apply-docs.js';
import type { DiagnosticCode } from '../diagnostics/diagnostic-codes.js';
import { compiler } from './program/compiler.js';
import type { TypedSchema } from './author-schemas.js';
import { isResultOfSchema } from './schema-parameters.js';
import { placeOf } from './program/problems.js';
import { formsOf, formsOfPairs, isNarrow } from './content-forms.js';
import { isBeside, isBytes, isContent, isNull, isString, readReference, readTuple } from './content-types.js';
import type { PublishedMethod } from './published-method.js';
import { isIncludingNothing, isStream, readReturned, type Returned } from './returned-type.js';
import { acceptsUndefined, isAlwaysAbsent, presentMembers } from './types/absence.js';
import { isBlock } from './types/content-blocks.js';
import { writtenElements } from './types/read-array.js';
import { noteLostResult } from './types/inferred-result.js';
import { patternOf } from './types/template-pattern.js';
import { joinBranches } from './types/join-branches.js';
import type { OrderedMember } from './types/source-order.js';
import { describeSite, membersOf, type TypeSite } from './types/type-site.js';

const contentsNames = new Set(['TextResourceContents', 'BlobResourceContents']);
const streamedByteNames = new Set(['Uint8Array', 'Buffer']);
const messageNames = new Set(['PromptMessage']);

/** The final result of a tool, and the yielded values if it is a generator. */
export type ToolResult = Pick<ToolModel, 'returns' | 'stream'>;

/** Reads the result of a tool, which may have a schema of its own. */
export function readToolResult(method: PublishedMethod, schema?: TypedSchema): ToolResult | undefined {
  const returned = readReturned(method);
  noteLostResult(method.reading, method.declaration, method.owner);
  const { members, values, isReturned } = returned;
  if (members.some(({ type }) => isStream(method, type))) return refuseStream(method, returned);
  const returns = schema ? readBySchema(method, returned, schema) : readReturns(method, returned);
  if (!returns || !values) return returns && { returns };
  const node = readValues(method, returned, values);
  if (!node) return undefined;
  const keeps = isReturned ? keptValues(method, values, returns) : undefined;
  const allowsUndefined = values.some(({ type }) => acceptsUndefined(type));
  const stream = { node, ...(allowsUndefined && { allowsUndefined }), isResult: !isReturned, ...(keeps && { keeps }) };
  return { returns, stream };
}

/** Checks the type of the result against its schema, which replaces it. */
function readBySchema(method: PublishedMethod, returned: Returned, schema: TypedSchema): ReturnModel | undefined {
  if (!returned.isReturned) {
    const fix = 'Return the result at the end of the generator, or leave `output` out.';
    return refuse(method, returned, ['SIGIL122', 'is yielded in parts, and `output` describes one value', fix]);
  }
  if (membersOf(returned.type).some(isIncludingNothing))
    return refuse(method, returned, ['SIGIL062', 'may be undefined']);
  if (!isResultOfSchema(method, returned.type, schema)) return undefined;
  return { kind: 'structured', node: { kind: 'any' } };
}

/** Returns which yielded values stay beside the method's own result: content, and text beside data, which people read. */
function keptValues(
  method: PublishedMethod,
  values: readonly OrderedMember[],
  returns: ReturnModel,
): StreamKeeping | undefined {
  const members = values.flatMap(({ type }) => membersOf(type));
  if (returns.kind === 'structured' && members.some(isString)) return 'text-and-content';
  return members.some((member) => isContent(method, member)) ? 'content' : undefined;
}

function readReturns(method: PublishedMethod, returned: Returned): ReturnModel | undefined {
  const members = returned.members.flatMap(({ type }) => membersOf(type));
  if (members.every(isAlwaysAbsent)) return { kind: 'nothing' };
  if (!returned.isYielded && members.some((member) => isPair(method, member))) return readPairs(method, returned);

  const content = members.filter((member) => isContent(method, member));
  const data = members.filter(
    (member) =>
      !isIncludingNothing(member) &&
      !isString(member) &&
      !content.includes(member) &&
      !(content.length > 0 && isNull(member)),
  );
  if (data.length === 0) return content.length > 0 ? readContent(method, members) : readText(method, returned);
  if (content.length > 0) return refuse(method, returned, ['SIGIL063', 'is sometimes content and sometimes data']);
  if (members.some(isIncludingNothing)) return refuse(method, returned, ['SIGIL062', 'may be undefined']);
  if (!returned.isYielded && data.some((member) => isMixingBytes(method, member)))
    return refuse(method, returned, ['SIGIL065', 'has bytes among data', mixedBytesFix]);

  const site = siteOfResult(method, returned);
  const read = readJoined(method, returned.members, site);
  if (!read) return undefined;
  const node: SchemaNode = returned.isYielded ? { kind: 'array', items: read } : read;
  return { kind: 'structured', node: describeResult(method, node, site) };
}

function readContent(method: PublishedMethod, members: readonly ts.Type[]): ReturnModel {
  const forms = formsOf(method, members);
  return { kind: 'content', takes: kindsOf(method, members), ...(isNarrow(forms) && { forms }) };
}

/** Returns whether the type is `[data, ...content]`: data, and after it at least one element of content. */
function isPair(method: PublishedMethod, type: ts.Type): boolean {
  const { checker } = method.reading;
  if (!checker.isTupleType(type) || isContent(method, type)) return false;
  const [data, ...others] = checker.getTypeArguments(readReference(type));
  const isFirstThere = ((readTuple(type).elementFlags[0] ?? 0) & compiler.ElementFlags.Required) !== 0;
  const elements = others.flatMap(membersOf);
  const isFine = (item: ts.Type): boolean => isBeside(item) || isContent(method, item);
  const hasContent = elements.some((item) => isContent(method, item));
  return data !== undefined && isFirstThere && hasContent && elements.every(isFine) && !isContent(method, data);
}

const mixedBytesFix =
  'Declare the type [Data, Uint8Array] for bytes beside the data; name bytes that are data: { thumbnail: Uint8Array }.';

/** Returns whether the type is a list of bytes and data, of which TypeScript infers `(Data | Uint8Array)[]` for a pair. */
function isMixingBytes(method: PublishedMethod, type: ts.Type): boolean {
  const { checker } = method.reading;
  if (!checker.isArrayType(type) && !checker.isTupleType(type)) return false;
  return checker
    .getTypeArguments(readReference(type))
    .flatMap(membersOf)
    .some((item) => isBytes(method, item));
}

/** Reads data with content beside it. Every value must be such a pair, so that clients can rely on the data. */
function readPairs(method: PublishedMethod, returned: Returned): ReturnModel | undefined {
  const members = returned.members.flatMap(({ type }) => membersOf(type));
  if (members.some(isIncludingNothing)) return refuse(method, returned, ['SIGIL062', 'may be undefined']);
  if (!members.every((member) => isPair(method, member)))
    return refuse(method, returned, [
      'SIGIL063',
      'is sometimes data with content and sometimes not',
      'Return the same form in every case, such as [Data, ImageContent?].',
    ]);
  const { reading } = method;
  const whole = members.length === 1 ? writtenElements(reading, returned.written)[0] : undefined;
  const site = { ...siteOfResult(method, returned), path: '[0]', written: whole };
  const data = members.flatMap((member) => {
    const [type] = reading.checker.getTypeArguments(readReference(member));
    return type ? [{ type, written: whole }] : [];
  });
  if (data.some(({ type }) => membersOf(type).some(isIncludingNothing)))
    return refuse(method, returned, ['SIGIL062', 'has data that may be undefined']);
  const node = readJoined(method, data, site);
  if (!node) return undefined;
  return { kind: 'structured', node: describeResult(method, node, site), beside: formsOfPairs(method, members) };
}

/**
 * Reads text; literals, a template, a format, a pattern or a length are checked as for data, and the result stays text. Yielded
 * texts are joined: their own type is checked as they are yielded, and only the constraints of `@returns` apply to the whole.
 */
function readText(method: PublishedMethod, returned: Returned): ReturnModel {
  const members = returned.members.flatMap(({ type }) => membersOf(type));
  const takes = kindsOf(method, members);
  const site = siteOfResult(method, returned);
  const node = returned.isReturned
    ? readConstrained(method, returned)
    : whereConstrained(describeResult(method, { kind: 'string' }, site));
  return { kind: 'text', ...(node && { node }), takes };
}

/** Reads the type and the `@returns` of a text, beside which nothing else is returned; `undefined` where they allow every text. */
function readConstrained(method: PublishedMethod, returned: Returned): SchemaNode | undefined {
  const read = readTexts(method, returned.members, siteOfResult(method, returned));
  const isPlain = read !== undefined && resolveNode(read).kind === 'string';
  return whereConstrained(isPlain ? describeResult(method, read, siteOfResult(method, returned)) : read);
}

/** Reads types that allow only texts, or nothing beside them; `undefined` for others, and for texts that no node describes. */
function readTexts(method: PublishedMethod, members: readonly OrderedMember[], site: TypeSite): SchemaNode | undefined {
  const present = presentOf(members);
  const types = present.flatMap(({ type }) => membersOf(type));
  if (types.length === 0 || !types.every((type) => isString(type) && isExpressible(type))) return undefined;
  return readJoined(method, present, site);
}

/** Returns whether the type is no template that no pattern expresses; such a text is not checked. */
function isExpressible(type: ts.Type): boolean {
  const { TemplateLiteral, StringMapping } = compiler.TypeFlags;
  return (type.flags & (TemplateLiteral | StringMapping)) === 0 || patternOf(type) !== undefined;
}

function whereConstrained(node: SchemaNode | undefined): SchemaNode | undefined {
  return node && isConstrainedText(node) ? node : undefined;
}

const returnedKinds: readonly ReturnedKind[] = [
  'text',
  'bytes',
  'block',
  'list',
  'contents',
  'contents-list',
  'null',
  'undefined',
];

/** Lists the values that a type of text or content allows, always in the same order: that of a union is not the source's. */
function kindsOf(method: PublishedMethod, members: readonly ts.Type[]): readonly ReturnedKind[] {
  const kinds = new Set(members.map((member) => kindOf(method, member)));
  return returnedKinds.filter((kind) => kinds.has(kind));
}

function kindOf(method: PublishedMethod, type: ts.Type): ReturnedKind {
  if (isString(type)) return 'text';
  if (isBytes(method, type)) return 'bytes';
  if (isNull(type)) return 'null';
  if (isIncludingNothing(type)) return 'undefined';
  if (isDeclaredInCore(method, type, contentsNames)) return 'contents';
  if (isContentsList(method, type)) return 'contents-list';
  return isBlock(method.reading, type) ? 'block' : 'list';
}

/** Reads one yielded value; a missing type means nothing. */
function readValues(
  method: PublishedMethod,
  returned: Returned,
  values: readonly OrderedMember[],
): SchemaNode | undefined {
  const present = presentOf(values);
  if (present.length === 0) return { kind: 'never' };
  const mayBeContent = present.flatMap(({ type }) => membersOf(type)).some((member) => isContent(method, member));
  return readJoined(method, present, { ...siteOfResult(method, { ...returned, isYielded: true }), mayBeContent });
}

/** Returns the members that have values. */
function presentOf(members: readonly OrderedMember[]): readonly OrderedMember[] {
  return members.flatMap(({ type, written }) => {
    const types = acceptsUndefined(type) ? presentMembers(type) : [type];
    return types.filter((one) => !isAlwaysAbsent(one)).map((one) => ({ type: one, written }));
  });
}

function readJoined(
  method: PublishedMethod,
  members: readonly OrderedMember[],
  site: TypeSite,
): SchemaNode | undefined {
  const nodes = members.flatMap(({ type, written }) => method.reader.read(type, { ...site, written }) ?? []);
  if (nodes.length < members.length) return undefined;
  const booleans = members.filter(({ type }) => type.flags & compiler.TypeFlags.BooleanLiteral);
  return nodes.length === 1 ? nodes[0] : joinBranches(nodes, { hasBoolean: booleans.length === 2 });
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
 * The result of a resource: `data` when it is neither bytes nor contents, which `takes` distinguishes, nor any text; `mimeType` applies
 * when the author names none, and bytes show their own.
 */
export interface ResourceResult {
  readonly takes?: readonly ReturnedKind[];
  readonly mimeType?: string;
  readonly data?: SchemaNode;
  /** One yielded text, where its type allows only some. */
  readonly part?: SchemaNode;
}

/** Reads the result of a resource. */
export function readResourceResult(method: PublishedMethod): ResourceResult | undefined {
  const returned = readReturned(method);
  const { type } = returned;
  if (returned.isGenerated) return readStreamedResource(method, returned);
  if (isStream(method, type)) return refuseStream(method, returned);

  const members = membersOf(type);
  if (members.some(isIncludingNothing)) return refuse(method, returned, ['SIGIL062', 'may be undefined']);
  const takes = kindsOf(method, members);
  if (members.every(isString)) {
    const data = readConstrained(method, returned);
    return { mimeType: 'text/plain', takes, ...(data && { data }) };
  }

  const contents = members.filter(
    (member) => isDeclaredInCore(method, member, contentsNames) || isContentsList(method, member),
  );
  if (contents.length === members.length) return { mimeType: 'application/octet-stream', takes };
  if (contents.length > 0)
    return refuse(method, returned, ['SIGIL063', 'is sometimes resource contents and sometimes data']);

  if (members.some((member) => isContent(method, member))) return readBytes(method, returned, members);
  const data = method.reader.read(type, siteOfResult(method, returned));
  return data && { mimeType: 'application/json', data };
}

/** Returns whether the type is a list of contents only: the result of a resource may consist of several. */
function isContentsList(method: PublishedMethod, type: ts.Type): boolean {
  const { checker } = method.reading;
  if (!checker.isArrayType(type) && !checker.isTupleType(type)) return false;
  const items = checker.getTypeArguments(readReference(type)).flatMap(membersOf);
  return items.length > 0 && items.every((item) => isDeclaredInCore(method, item, contentsNames));
}

/** Reads bytes, and text beside them; content blocks are for tools, which have no URI. */
function readBytes(
  method: PublishedMethod,
  returned: Returned,
  members: readonly ts.Type[],
): ResourceResult | undefined {
  if (members.every((member) => isString(member) || isBytes(method, member)))
    return { takes: kindsOf(method, members) };
  return refuse(method, returned, ['SIGIL064', 'is content that a resource does not return']);
}

/** Reads text or bytes in parts. */
function readStreamedResource(method: PublishedMethod, returned: Returned): ResourceResult | undefined {
  const members = returned.members.flatMap(({ type }) => membersOf(type));
  if (returned.isReturned || members.length === 0) return refuseStream(method, returned);
  const takes = kindsOf(method, members);
  if (members.every(isString)) {
    const part = whereConstrained(readTexts(method, returned.members, siteOfResult(method, returned)));
    return { mimeType: 'text/plain', takes, ...(part && { part }) };
  }
  const isBinary = members.every((member) => isBytes(method, member, streamedByteNames));
  return isBinary ? { takes } : refuseStream(method, returned);
}

/** The result of a prompt: `text` where its type allows only some texts, `forms` where it allows messages or blocks. */
export interface PromptResult {
  readonly text?: SchemaNode;
  readonly forms?: readonly ContentForm[];
}

/** Reads the result of a prompt: a string, content blocks or prompt messages. */
export function readPromptResult(method: PublishedMethod): PromptResult | undefined {
  const returned = readReturned(method);
  const { type } = returned;
  if (returned.isGenerated || isStream(method, type)) return refuseStream(method, returned);
  const fits = membersOf(type).every((member) => isString(member) || isListOf(method, member, messageNames));
  if (!fits) return refuse(method, returned, ['SIGIL061', 'is nothing that a prompt can return']);
  const text = readConstrained(method, returned);
  if (text) return { text };
  const forms = formsOf(method, membersOf(type));
  return forms.some((form) => form !== 'text') ? { forms } : {};
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

/** Returns whether it is the type itself or an array of it, as @sigil/core declares them. */
function isListOf(method: PublishedMethod, type: ts.Type, names: ReadonlySet<string>): boolean {
  const { checker } = method.reading;
  const [item] = checker.isArrayType(type) ? checker.getTypeArguments(readReference(type)) : [];
  const { reading } = method;
  return membersOf(item ?? type).every((one) => isDeclaredInCore(method, one, names) || isBlock(reading, one));
}

function isDeclaredInCore(method: PublishedMethod, type: ts.Type, names: ReadonlySet<string>): boolean {
  const { symbol } = type;
  return symbol !== undefined && names.has(symbol.name) && method.reading.origins.isFromCore(symbol);
}
