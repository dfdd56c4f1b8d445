/**
 * Writes a shape as a TypeScript type, with the doc tags that the place of the type must carry.
 */
import { followRef, type ShapeReading } from '../schemas/shape-reading.js';
import {
  type ArrayShape,
  type IntersectionShape,
  type LiteralValue,
  type Member,
  type ObjectShape,
  type Shape,
  type TupleShape,
  type UnionShape,
} from '../schemas/shape.js';
import type { TypeSite, Use } from './type-site.js';
import { describe, exampleOf, tagsOfDocs, tagsOfNumber, tagsOfString } from './write-docs.js';
import { lineWidth, propertyName, quote, writeComment } from './source-text.js';

/** The text of a type, and the tags that belong into the comment of its place. */
export interface WrittenType {
  readonly text: string;
  readonly tags: readonly string[];
  /** How tightly the text binds: a union or an intersection needs parentheses in a list. */
  readonly binds: 'tight' | 'intersection' | 'union';
  /** The members of a union, which stand on lines of their own where the text is too long for one. */
  readonly alternatives?: readonly string[];
  /** Whether the text is a list of the alternatives. */
  readonly isList?: boolean;
}

const tight = (text: string, tags: readonly string[] = []): WrittenType => ({ text, tags, binds: 'tight' });

/** Writes a type. */
export function writeType(shape: Shape, site: TypeSite): WrittenType {
  noteAssumed(shape, site);
  switch (shape.kind) {
    case 'unknown':
      return tight('unknown');
    case 'never':
      return tight('never');
    case 'boolean':
    case 'null':
      return tight(shape.kind);
    case 'ref':
      return tight(site.names.use(shape.place, site));
    case 'string':
      return writeString(shape, site);
    case 'number':
      return tight('number', tagsOfNumber(shape));
    case 'literals':
      return writeUnion(shape.values.map(writeLiteral));
    case 'array':
      return writeArray(shape, site);
    case 'tuple':
      return writeTuple(shape, site);
    case 'object':
      return writeObject(shape, site);
    case 'union':
      return writeAlternatives(shape, site);
    case 'intersection':
      return writeIntersection(shape, site);
  }
}

/** Writes the members of an object, each with its comment; members of the other use are left out. */
function writeMembers(members: readonly Member[], site: TypeSite): string[] {
  return members.filter((member) => isUsed(member, site.use)).map((member) => writeMember(member, site));
}

/** Returns whether the member belongs to arguments, or to answers. */
export function isUsed(member: Member, use: Use): boolean {
  return use === 'input' ? !member.isReadOnly : !member.isWriteOnly;
}

/** Notes that arguments are read as a type that the document does not name. */
export function noteAssumed({ assumedAt }: Shape, { reading, use }: Pick<TypeSite, 'reading' | 'use'>): void {
  if (assumedAt && use === 'input')
    reading.notices.add('assumed-type', assumedAt, 'the schema has no type; that of its keywords is taken');
}

function writeString(shape: Extract<Shape, { kind: 'string' }>, { reading, place, hasBytes }: TypeSite): WrittenType {
  if (!shape.isBytes) return tight('string', tagsOfString(shape));
  if (hasBytes) return tight('Uint8Array');
  reading.notices.add('bytes-as-text', place, 'bytes inside of data are sent as text');
  return tight('string', tagsOfString(shape));
}

function writeLiteral(value: LiteralValue): string {
  return typeof value === 'string' ? quote(value) : String(value);
}

function writeUnion(texts: readonly string[]): WrittenType {
  const [only = 'never'] = texts;
  if (texts.length === 1) return tight(only);
  return { text: texts.join(' | '), tags: [], binds: 'union', alternatives: texts };
}

/** Writes a type after the head of its line: a union that does not fit stands on several lines. */
export function placeType(
  { head, tail }: { readonly head: string; readonly tail: string },
  { text, alternatives, isList }: WrittenType,
  indent: string,
): string {
  const line = `${head} ${text}${tail}`;
  const [first = ''] = text.split('\n');
  if (!alternatives || head.length + 1 + first.length + tail.length <= lineWidth) return line;
  if (isList) {
    const inner = alternatives.join(' | ');
    const fits = indent.length + 2 + inner.length <= lineWidth;
    const body = fits ? `\n${indent}  ${inner}` : alternatives.map((one) => `\n${indent}  | ${one}`).join('');
    return `${head} (${body}\n${indent})[]${tail}`;
  }
  if (indent.length + 2 + text.length + tail.length <= lineWidth && !text.includes('\n'))
    return `${head}\n${indent}  ${text}${tail}`;
  return `${head}${alternatives.map((one) => `\n${indent}  | ${one}`).join('')}${tail}`;
}

function writeArray(shape: ArrayShape, site: TypeSite): WrittenType {
  const tags = [
    ...(shape.minItems === undefined ? [] : [`@minItems ${shape.minItems}`]),
    ...(shape.maxItems === undefined ? [] : [`@maxItems ${shape.maxItems}`]),
    ...(shape.uniqueItems ? ['@uniqueItems'] : []),
  ];
  if (shape.items.kind === 'never') return tight('[]');
  const items = writePart(shape.items, site, 'Item');
  if (items.binds === 'tight') return tight(`${items.text}[]`, tags);
  const { alternatives } = items;
  return { text: `(${items.text})[]`, tags, binds: 'tight', ...(alternatives && { alternatives, isList: true }) };
}

function writeTuple({ items, required, rest }: TupleShape, site: TypeSite): WrittenType {
  const written = items.map((item, index) => {
    const { text, binds } = writePart(item, site, `Item${index + 1}`);
    const inner = binds === 'tight' ? text : `(${text})`;
    return index < required ? text : `${inner}?`;
  });
  if (rest && rest.kind !== 'never') {
    const { text, binds } = writePart(rest, site, 'Item');
    written.push(`...${binds === 'tight' ? text : `(${text})`}[]`);
  }
  return tight(`[${written.join(', ')}]`);
}

/** Writes a part whose constraints no comment of this place can carry: they get a name. */
function writePart(shape: Shape, site: TypeSite, suffix: string): WrittenType {
  const part = { ...site, hint: `${site.hint}${suffix}` };
  const written = writeType(shape, part);
  return written.tags.length === 0 ? written : tight(declareNamed(shape, part));
}

/** Declares a type of the module for a part that needs a name, and returns the name. */
export function declareNamed(shape: Shape, site: TypeSite): string {
  const name = takeName(site);
  return declareWritten(name, shape, writeType(shape, { ...site, hint: name, indent: '' }), site);
}

/** Declares a type that was written at the start of a line, and returns its name. */
export function declareLong(shape: Shape, written: WrittenType, site: TypeSite): string {
  return declareWritten(takeName(site), shape, written, site);
}

function takeName({ module, names, hint }: TypeSite): string {
  return module.names.take([names.takeLocal(hint)]);
}

function declareWritten(name: string, shape: Shape, written: WrittenType, site: TypeSite): string {
  const comment = writeComment([
    ...describe(shape.docs?.description, site.reading.notices, site.place),
    ...written.tags,
  ]);
  site.module.declarations.push(`${comment}${writeDeclaration(name, written, shape.kind === 'object')}`);
  return name;
}

/** Writes `interface` for a plain object, and `type` for everything else. */
export function writeDeclaration(name: string, written: WrittenType, isObject: boolean): string {
  const { text, alternatives } = written;
  if (isObject && written.binds === 'tight' && text.startsWith('{\n')) return `export interface ${name} ${text}\n`;
  const head = `export type ${name} =`;
  if (alternatives) return `${placeType({ head, tail: ';' }, written, '')}\n`;
  const line = `${head} ${text};`;
  return line.length <= lineWidth || text.includes('\n') ? `${line}\n` : `${head}\n  ${text};\n`;
}

function writeObject(shape: ObjectShape, site: TypeSite): WrittenType {
  const inner = { ...site, indent: `${site.indent}  ` };
  const members = writeMembers(shape.members, inner);
  const additional =
    shape.additional && shape.additional.kind !== 'never' ? writePart(shape.additional, inner, 'Value') : undefined;
  if (members.length === 0) {
    if (additional?.text.includes('\n'))
      return tight(`{\n${inner.indent}[member: string]: ${additional.text};\n${site.indent}}`);
    if (additional) return tight(`{ [member: string]: ${additional.text} }`);
    return tight('Record<string, never>');
  }
  const body = (lines: readonly string[]): string => `{\n${lines.join('')}${site.indent}}`;
  if (!additional) return tight(body(members));
  const index = `[member: string]: ${additional.text}`;
  if (additional.text === 'unknown') return tight(body([...members, `${inner.indent}${index};\n`]));
  return { text: `${body(members)} & { ${index} }`, tags: [], binds: 'intersection' };
}

function writeMember(member: Member, site: TypeSite): string {
  const { reading, indent } = site;
  const hint = `${site.hint}${site.names.suffixOf(member.name)}`;
  const at = { ...site, hint, place: member.place };
  if (!member.isDeclared)
    reading.notices.add(
      'required-undeclared',
      member.place,
      `${JSON.stringify(member.name)} is required and not declared`,
    );
  const shape = member.isRequired && member.shape.kind === 'never' ? ({ kind: 'unknown' } as const) : member.shape;
  const written = writeType(shape, at);
  const docs = shape.docs ?? {};
  const comment = writeComment(
    [
      ...describe(docs.description, reading.notices, member.place),
      ...written.tags,
      ...tagsOfDocs(reading, docs, shape, member.place),
      ...exampleOf(reading, docs, shape),
    ],
    indent,
  );
  const head = `${indent}${propertyName(member.name)}${member.isRequired ? '' : '?'}:`;
  return `${comment}${placeType({ head, tail: ';' }, written, indent)}\n`;
}

function writeAlternatives(shape: UnionShape, site: TypeSite): WrittenType {
  const isNullable = shape.members.length === 2 && shape.members.some(({ kind }) => kind === 'null');
  const written = shape.members.map((member, index) => {
    const part = { ...site, hint: isNullable ? site.hint : `${site.hint}Option${index + 1}` };
    const isLong = !isNullable && (member.kind === 'object' || member.kind === 'intersection');
    const one = isLong ? tight(declareNamed(member, part)) : writeType(member, part);
    return { member, part, one };
  });
  const tagged = written.filter(({ one }) => one.tags.length > 0);
  // A tag applies to every branch that it fits, so it may only stay if one branch alone takes it.
  const isShared =
    tagged.length > 1 ||
    (tagged.length === 1 &&
      written.length > 1 &&
      !written.every(({ member, one }) => one.tags.length > 0 || isUntaggable(member)));
  const texts = written.map(({ member, part, one }) =>
    isShared && one.tags.length > 0 ? declareNamed(member, part) : one.binds === 'intersection' ? one.text : one.text,
  );
  const union = writeUnion([...new Set(texts)]);
  return { ...union, tags: isShared ? [] : tagged.flatMap(({ one }) => one.tags) };
}

/** Returns whether no constraint tag fits the shape. */
function isUntaggable({ kind }: Shape): boolean {
  return kind === 'null' || kind === 'boolean' || kind === 'literals' || kind === 'object';
}

function writeIntersection(shape: IntersectionShape, site: TypeSite): WrittenType {
  const texts = shape.members
    .map((member) => writeType(member, site))
    .filter(({ text }) => text !== 'Record<string, never>');
  const [only] = texts;
  if (!only) return tight('Record<string, never>');
  return texts.length === 1
    ? only
    : { text: texts.map(({ text }) => text).join(' & '), tags: [], binds: 'intersection' };
}

/** Returns whether the shape is an object whose members can be arguments of their own. */
export function findSpreadable(reading: ShapeReading, shape: Shape): ObjectShape | undefined {
  const target = followRef(reading, shape);
  return target?.kind === 'object' && target.additional === undefined && target.members.length > 0 ? target : undefined;
}
