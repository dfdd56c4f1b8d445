/**
 * Reads what a method returns: text, content blocks, nothing, or JSON with a type.
 */
import type { ts } from 'ts-morph';
import type { ReturnModel } from '../model/plugin-model.js';
import { applyDocs } from './apply-docs.js';
import type { DiagnosticCode } from '../diagnostics/diagnostic-codes.js';
import { compiler } from './load-compiler.js';
import { placeOf } from './problems.js';
import type { PublishedMethod } from './published-method.js';
import { describeSite, membersOf, type TypeSite } from './types/type-site.js';
import { findReferenced, typeArgumentsOf, type WrittenType, writtenType } from './types/written-type.js';

const contentNames = new Set(['TextContent', 'ImageContent', 'AudioContent', 'ResourceLink', 'EmbeddedResource']);
const contentsNames = new Set(['TextResourceContents', 'BlobResourceContents']);
const messageNames = new Set(['PromptMessage']);
const streamNames = new Set(
  ['Generator', 'Iterable', 'IterableIterator', 'Iterator', 'IteratorObject'].flatMap((name) => [name, `Async${name}`]),
).add('ReadableStream');

/** What a tool returns. */
export function readToolResult(method: PublishedMethod): ReturnModel | undefined {
  const type = resultOf(method);
  if (isRefusedAsStream(method, type)) return undefined;

  const members = membersOf(type);
  if (members.every((member) => isNothing(member) || member.flags & compiler.TypeFlags.Never))
    return { kind: 'nothing' };

  const content = members.filter((member) => isListOf(method, member, contentNames));
  const data = members.filter((member) => !isNothing(member) && !isString(member) && !content.includes(member));
  if (data.length === 0) return { kind: content.length > 0 ? 'content' : 'text' };
  if (content.length > 0) return refuse(method, 'SIGIL063', 'is sometimes content blocks and sometimes data');
  if (members.some(isNothing)) return refuse(method, 'SIGIL062', 'may be undefined');

  const site = siteOfResult(method);
  const node = method.reader.read(type, site);
  const block = method.docs?.comment.returns;
  if (!node || !block || !method.docs) return node && { kind: 'structured', node };
  const header = block.tags.find((tag) => tag.name === 'header');
  if (header) {
    const message = `${method.owner}, result: only inputs are sent as headers`;
    method.reading.problems.add({ code: 'SIGIL074', at: method.docs.placeOfTag(header), message });
  }
  const described = applyDocs(method.reading, node, { block, docs: method.docs, subject: describeSite(site) });
  return { kind: 'structured', node: described };
}

/** The MIME type of what a resource returns when the author names none. */
export function readResourceResult(method: PublishedMethod): string | undefined {
  const type = resultOf(method);
  if (isRefusedAsStream(method, type)) return undefined;

  const members = membersOf(type);
  if (members.some(isNothing)) return refuse(method, 'SIGIL062', 'may be undefined');
  if (members.every(isString)) return 'text/plain';

  const contents = members.filter((member) => isDeclaredInCore(method, member, contentsNames));
  if (contents.length === members.length) return 'application/octet-stream';
  if (contents.length > 0) return refuse(method, 'SIGIL063', 'is sometimes resource contents and sometimes data');
  return method.reader.read(type, siteOfResult(method)) && 'application/json';
}

/** Whether a prompt can return this: a string or prompt messages. */
export function hasPromptResult(method: PublishedMethod): boolean {
  const type = resultOf(method);
  if (isRefusedAsStream(method, type)) return false;

  const fits = membersOf(type).every((member) => isString(member) || isListOf(method, member, messageNames));
  if (!fits) refuse(method, 'SIGIL061', 'is nothing that a prompt can return');
  return fits;
}

function resultOf(method: PublishedMethod): ts.Type {
  const { checker } = method.reading;
  const type = checker.getReturnTypeOfSignature(method.signature);
  return checker.getAwaitedType(type) ?? type;
}

/** At the written type, or at the method's name when the type is inferred. */
function siteOfResult(method: PublishedMethod): TypeSite {
  const { declaration, owner } = method;
  const at = placeOf(declaration.type ?? declaration.name);
  return { at, owner, role: 'result', path: '', written: writtenResult(method), around: [] };
}

function writtenResult(method: PublishedMethod): WrittenType | undefined {
  const written = writtenType(method.declaration.type, method.bindings);
  const symbol = findReferenced(method.reading, written);
  const isPromise = symbol?.name === 'Promise' && method.reading.origins.isBuiltIn(symbol);
  return written && isPromise ? writtenType(typeArgumentsOf(written.node)[0], method.bindings) : written;
}

function isRefusedAsStream(method: PublishedMethod, type: ts.Type): boolean {
  const isStream = membersOf(type).some((member) => {
    const symbol = member.getSymbol();
    return symbol !== undefined && streamNames.has(symbol.name) && method.reading.origins.isBuiltIn(symbol);
  });
  if (isStream) refuse(method, 'SIGIL060', 'is a stream; streams are not supported yet by this version');
  return isStream;
}

function refuse(method: PublishedMethod, code: DiagnosticCode, says: string): undefined {
  const { reading } = method;
  const text = reading.checker.typeToString(resultOf(method));
  reading.problems.add({ code, at: siteOfResult(method).at, message: `${method.owner}, result: ${text} ${says}` });
  return undefined;
}

function isNothing(type: ts.Type): boolean {
  return (type.flags & (compiler.TypeFlags.Undefined | compiler.TypeFlags.Void)) !== 0;
}

/** Strings of every kind are text: branded ones, literals, and template literals too. */
function isString(type: ts.Type): boolean {
  if (type.isIntersection()) return type.types.some(isString);
  return (type.flags & compiler.TypeFlags.StringLike) !== 0;
}

/** The type itself or an array of such, as @sigil/core declares them. */
function isListOf(method: PublishedMethod, type: ts.Type, names: ReadonlySet<string>): boolean {
  const { checker } = method.reading;
  const [item] = checker.isArrayType(type) ? checker.getTypeArguments(readReference(type)) : [];
  return membersOf(item ?? type).every((member) => isDeclaredInCore(method, member, names));
}

function isDeclaredInCore(method: PublishedMethod, type: ts.Type, names: ReadonlySet<string>): boolean {
  const symbol = type.getSymbol();
  return symbol !== undefined && names.has(symbol.name) && method.reading.origins.isFromCore(symbol);
}

function readReference(type: ts.Type): ts.TypeReference {
  // Sound because the caller saw that the type is an array, which is always a reference.
  return type as ts.TypeReference;
}
