/**
 * Reads arrays and tuples. Knows nothing of unions and objects.
 */
import type { ts } from 'ts-morph';
import type { ArrayNode, SchemaNode, TupleNode } from '../../model/schema-node.js';
import { applyDocs } from '../docs/apply-docs.js';
import { compiler } from '../program/compiler.js';
import { foreignFix } from '../program/problems.js';
import type { Reading } from '../program/reading.js';
import { acceptsUndefined, mayBeUndefined, readGaps } from './absence.js';
import { findDocs } from './find-docs.js';
import { followSelected } from './follow-type.js';
import { areItemsLeftOut } from './foreign-parts.js';
import { isForeignSite } from './foreign-site.js';
import { joinBranches } from './join-branches.js';
import { refuseType } from './refuse-type.js';
import { describeSite, siteOfMember, type PartReader, type TypeSite } from './type-site.js';
import { bindArguments, findReferenced, typeArgumentsOf, type WrittenType } from './written-type.js';

/** Reads `T[]`, `readonly T[]`, `Array<T>` and `ReadonlyArray<T>`. */
export function readArray(reader: PartReader, type: ts.Type, site: TypeSite): ListNode | undefined {
  const [item] = reader.reading.checker.getTypeArguments(readReference(type));
  return item && readListOf(reader, item, { site, written: writtenItem(reader.reading, site.written) });
}

/** Reads a type that amounts to an array with such items. */
export function readItems(reader: PartReader, item: ts.Type, site: TypeSite): ListNode | undefined {
  return readListOf(reader, item, { site, written: writtenItemOfBase(reader.reading, site.written) });
}

/** The node of a list; one whose items no argument can have is an empty tuple. */
type ListNode = ArrayNode | TupleNode;

function readListOf(
  reader: PartReader,
  item: ts.Type,
  { site, written }: Pick<TypeSite, 'written'> & { readonly site: TypeSite },
): ListNode | undefined {
  if (isForeignSite(reader.reading, site) && areItemsLeftOut(reader, item, site))
    return { kind: 'tuple', items: [], required: 0 };
  const items = reader.readPresent(item, siteOfMember(site, { step: '[]', written }));
  return items && { kind: 'array', items, ...readGaps(item, site) };
}

/** Reads a type that amounts to a tuple with such elements. */
export function readElements(reader: PartReader, elements: readonly ts.Type[], site: TypeSite): TupleNode | undefined {
  const read = elements.map((one, index) =>
    reader.readPresent(one, siteOfMember(site, { step: `[${index}]`, written: undefined })),
  );
  const items = read.filter((node) => node !== undefined);
  if (items.length !== read.length) return undefined;
  return readAbsences({ kind: 'tuple', items, required: items.length }, elements, site);
}

/** Reads a tuple. In the plugin's own files only the last element may be a rest, so that the schema describes all of it. */
export function readTuple(reader: PartReader, type: ts.Type, site: TypeSite): TupleNode | undefined {
  const { checker } = reader.reading;
  const { elementFlags, minLength, labeledElementDeclarations: labels = [] } = readTupleTarget(type);
  const isRest = elementFlags.map((flags) => (flags & compiler.ElementFlags.Variable) !== 0);
  const restAt = isRest.indexOf(true);
  const hasTail = restAt !== -1 && restAt < elementFlags.length - 1;
  if (hasTail && !isForeignSite(reader.reading, site, compiler.isTupleTypeNode))
    return refuseType(reader.reading, site, { type, code: 'SIGIL050', says: restNotLast });

  const written = writtenElements(reader.reading, site.written);
  const elements = checker.getTypeArguments(readReference(type));
  const read = elements.map((element, index) => {
    const member = siteOfMember(site, { step: `[${index}]`, written: written[index] });
    const node = reader.readPresent(element, member);
    return node && describeElement(reader, node, { label: labels[index], isRest: isRest[index] === true, member });
  });
  const nodes = read.filter((node) => node !== undefined);
  if (nodes.length !== read.length) return undefined;

  const items = restAt === -1 ? nodes : nodes.slice(0, restAt);
  const rest: SchemaNode | undefined = restAt === -1 ? undefined : nodes[restAt];
  if (hasTail && site.role === 'parameter') noteTail(reader, type, site);
  const tail = hasTail ? { tail: nodes.slice(restAt + 1) } : {};
  const tuple: TupleNode = { kind: 'tuple', items, required: minLength, ...(rest && { rest }), ...tail };
  const gaps = restAt === -1 ? {} : readGaps(elements[restAt], site);
  return { ...readAbsences(tuple, elements, site), ...gaps };
}

/** Returns the tuple without undefined at its mandatory places: an item at the end may be missing, another one is null. */
function readAbsences(tuple: TupleNode, elements: readonly ts.Type[], site: TypeSite): TupleNode {
  const { items, required, rest } = tuple;
  const acceptsAbsence = (index: number): boolean => {
    const element = elements[index];
    return element !== undefined && acceptsUndefined(element);
  };
  const lastNeeded = items.findLastIndex((_, index) => !acceptsAbsence(index));
  const least = rest ? required : Math.min(required, lastNeeded + 1);
  const shortened: TupleNode = least < required ? { ...tuple, required: least, leastLength: required } : tuple;
  if (site.role !== 'result') return shortened;
  const nullable = items.flatMap((_, index) => {
    const element = elements[index];
    return index < least && element && mayBeUndefined(element) ? index : [];
  });
  if (nullable.length === 0) return shortened;
  const isNullable = (index: number): boolean => nullable.includes(index);
  return { ...shortened, items: items.map((item, index) => (isNullable(index) ? orNull(item) : item)), nullable };
}

function orNull({ documentation, ...item }: SchemaNode): SchemaNode {
  const joined = item.kind === 'any' ? item : (joinBranches([item, { kind: 'null' }]) ?? item);
  return documentation ? { ...joined, documentation } : joined;
}

const restNotLast = 'has a rest element that is not last';

function noteTail({ reading }: PartReader, type: ts.Type, site: TypeSite): void {
  const text = reading.checker.typeToString(type);
  const message = `${describeSite(site)}: ${text} ${restNotLast}; calls are checked for it, and the schema takes more`;
  reading.problems.add({ code: 'SIGIL050', severity: 'note', at: site.at, message, fix: foreignFix });
}

/** An element of a tuple. */
export interface Element {
  readonly label: ts.NamedTupleMember | ts.ParameterDeclaration | undefined;
  readonly isRest: boolean;
  readonly member: TypeSite;
}

/** Describes an element; its label becomes the title if it has none, and the label of a rest describes the rest as a whole. */
export function describeElement(reader: PartReader, node: SchemaNode, { label, isRest, member }: Element): SchemaNode {
  if (!label) return node;
  const docs = findDocs(reader.reading, label, member);
  const described = docs
    ? applyDocs(reader.reading, node, { block: docs.comment, docs, subject: describeSite(member) })
    : node;
  if (isRest || described.documentation?.title !== undefined || !compiler.isIdentifier(label.name)) return described;
  return { ...described, documentation: { title: label.name.text, ...described.documentation } };
}

function writtenItem(reading: Reading, written: WrittenType | undefined): WrittenType | undefined {
  const unwrapped = followSelected(reading, written);
  if (!unwrapped) return undefined;
  const { node, bindings } = unwrapped;
  const item = compiler.isArrayTypeNode(node) ? node.elementType : typeArgumentsOf(node)[0];
  return item && { node: item, bindings };
}

/** Returns the syntax of the items of an interface that extends an array: `T` in `interface List<T> extends Array<T>`. */
function writtenItemOfBase(reading: Reading, written: WrittenType | undefined): WrittenType | undefined {
  const followed = followSelected(reading, written);
  const declaration = findReferenced(reading, followed)?.declarations?.find(compiler.isInterfaceDeclaration);
  const [base, ...others] = declaration?.heritageClauses?.flatMap(({ types }) => [...types]) ?? [];
  if (!followed || !declaration || !base || others.length > 0) return undefined;
  const inherited = { node: base, bindings: bindArguments(followed, declaration, reading) };
  const symbol = findReferenced(reading, inherited);
  return symbol && reading.origins.isBuiltIn(symbol) ? writtenItem(reading, inherited) : undefined;
}

/** Returns the syntax of each element of a tuple, as far as it is written as one. */
export function writtenElements(reading: Reading, written: WrittenType | undefined): (WrittenType | undefined)[] {
  const unwrapped = followSelected(reading, written);
  if (!unwrapped || !compiler.isTupleTypeNode(unwrapped.node)) return [];
  const { bindings } = unwrapped;
  return unwrapped.node.elements.map((element) => {
    const type = compiler.isNamedTupleMember(element) ? element.type : element;
    const isRest = compiler.isRestTypeNode(element) || (compiler.isNamedTupleMember(element) && element.dotDotDotToken);
    const array = compiler.isRestTypeNode(type) ? type.type : type;
    return isRest ? writtenItem(reading, { node: array, bindings }) : { node: type, bindings };
  });
}

function readReference(type: ts.Type): ts.TypeReference {
  // Sound because the caller checked that the type is an array or a tuple; both are references.
  return type as ts.TypeReference;
}

function readTupleTarget(type: ts.Type): ts.TupleType {
  // Sound because the caller checked that the type is a tuple, whose target says which elements are optional or rest.
  return (type as ts.TupleTypeReference).target;
}
