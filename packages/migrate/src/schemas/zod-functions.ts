/**
 * Reads the functions of zod that make a schema: `z.string()`, `z.object(…)`.
 */
import { Node } from 'ts-morph';
import { readShapeLiteral, strip } from './shape-literal.js';
import { type Shape, shapeOf, textShape } from './shape.js';
import { quoted, withBound, withTag } from './tags.js';
import { modify } from './zod-methods.js';
import { integer } from './zod-numbers.js';
import { unknownSchema, withEffect, type ZodCall, type ZodReading } from './zod-reading.js';
import { applyFormat } from './zod-texts.js';
import { literals, readUnion } from './zod-unions.js';
import { jsonOf, plain, resolve } from '../source/static-value.js';

/** Reads `z.name(…)`. */
export function construct(reading: ZodReading, made: ZodCall & { readonly isCoerced: boolean }): Shape {
  const { call, name, given, isCoerced } = made;
  const [first, second] = given;
  if (isCoerced) {
    const effect = { at: call, construct: 'coerce', says: 'no type says that other kinds of values are converted' };
    return withEffect(reading, { ...textShape('unknown'), isOptional: convertsAbsence.has(name) }, effect);
  }
  switch (name) {
    case 'string':
      return textShape('string');
    case 'number':
      return textShape('number');
    case 'int':
      return integer(reading, textShape('number'));
    case 'int32':
      return withBound(
        withBound(withTag(textShape('number'), 'integer'), 'minimum', -2147483648),
        'maximum',
        2147483647,
      );
    case 'uint32':
      return withBound(withBound(withTag(textShape('number'), 'integer'), 'minimum', 0), 'maximum', 4294967295);
    case 'boolean':
      return textShape('boolean');
    case 'null':
      return textShape('null');
    case 'any':
    case 'unknown':
      return reading.version === 3 ? { ...textShape('unknown'), isOptional: true } : textShape('unknown');
    case 'literal':
      return readLiteral(reading, call, first);
    case 'enum':
    case 'nativeEnum':
      return readEnum(reading, call, first);
    case 'array':
      return first ? shapeOf({ kind: 'array', items: reading.read(first) }) : unknownSchema(reading, call);
    case 'tuple':
      return readTuple(reading, call, given);
    case 'object':
    case 'strictObject':
    case 'looseObject':
      return readObject(reading, made);
    case 'record':
    case 'partialRecord':
      return readRecord(reading, made);
    case 'union':
    case 'discriminatedUnion':
    case 'xor':
      return readUnion(reading, call, name === 'discriminatedUnion' ? second : first, name !== 'discriminatedUnion');
    case 'intersection':
      if (!first || !second) return unknownSchema(reading, call);
      return shapeOf({ kind: 'intersection', members: [reading.read(first), reading.read(second)] });
    case 'optional':
    case 'nullable':
    case 'nullish':
      return first ? modify(reading, reading.read(first), { call, name, given: [] }) : unknownSchema(reading, call);
    case 'lazy': {
      const body = Node.isArrowFunction(first) ? first.getBody() : undefined;
      const returned = Node.isBlock(body) ? body.getStatements().find(Node.isReturnStatement)?.getExpression() : body;
      return returned ? reading.read(returned) : unknownSchema(reading, call);
    }
    case 'json':
      return textShape('unknown');
    case 'preprocess': {
      if (second) reading.read(second);
      const effect = {
        at: call,
        construct: 'preprocess',
        says: 'no type says that values are changed before they are checked',
      };
      return withEffect(reading, { ...textShape('unknown'), isOptional: true }, effect);
    }
    case 'email':
    case 'url':
    case 'uuid':
    case 'uuidv4':
    case 'uuidv6':
    case 'uuidv7':
    case 'guid':
    case 'cuid':
    case 'cuid2':
    case 'ulid':
    case 'nanoid':
    case 'ipv4':
    case 'ipv6':
    case 'xid':
    case 'ksuid':
    case 'e164':
    case 'hex':
      return applyFormat(reading, textShape('string'), made);
    default: {
      const says = jsonless.has(name)
        ? 'JSON has no such value, so calls fail as they did before'
        : 'no type says what it checks';
      return withEffect(reading, textShape('unknown'), { at: call, construct: name, says });
    }
  }
}

/** Conversions that make a value of an absent one too. */
const convertsAbsence = new Set(['string', 'boolean']);

const jsonless = new Set([
  'date',
  'bigint',
  'map',
  'set',
  'nan',
  'undefined',
  'void',
  'symbol',
  'function',
  'instanceof',
  'promise',
  'file',
  'never',
  'int64',
  'uint64',
]);

function readLiteral(reading: ZodReading, call: Node, first: Node | undefined): Shape {
  const value = jsonOf(first);
  const values = Array.isArray(value) ? value : [value];
  const texts = values.map((one) => (typeof one === 'string' ? quoted(one) : JSON.stringify(one)));
  if (value === undefined || values.some((one) => typeof one === 'object' && one !== null))
    return unknownSchema(reading, call);
  return value === null ? textShape('null') : shapeOf({ kind: 'literals', values: texts });
}

function readEnum(reading: ZodReading, call: Node, first: Node | undefined): Shape {
  const held = first && resolve(first);
  if (held && Node.isEnumDeclaration(held)) {
    const values = held.getMembers().map((member) => member.getValue());
    if (values.some((value) => value === undefined)) return unknownSchema(reading, call);
    const isSeen = first !== undefined && Node.isIdentifier(plain(first)) && first.getSourceFile() === reading.file;
    if (isSeen) return textShape(first.getText());
    return literals(values.map((value) => (typeof value === 'string' ? quoted(value) : String(value))));
  }
  const value = jsonOf(first);
  const all = Array.isArray(value)
    ? value
    : typeof value === 'object' && value !== null
      ? Object.values(value)
      : undefined;
  if (!all || all.some((one) => typeof one !== 'string' && typeof one !== 'number'))
    return unknownSchema(reading, call);
  return literals(all.map((one) => (typeof one === 'string' ? quoted(one) : String(one))));
}

function readTuple(reading: ZodReading, call: Node, given: readonly Node[]): Shape {
  const list = given[0] && resolve(given[0]);
  if (!list || !Node.isArrayLiteralExpression(list)) return unknownSchema(reading, call);
  const items = list.getElements().map((item) => reading.read(item));
  const rest = given[1] && !Node.isObjectLiteralExpression(given[1]) ? reading.read(given[1]) : undefined;
  return shapeOf({ kind: 'tuple', items, ...(rest && { rest }) });
}

function readObject(reading: ZodReading, { call, name, given }: ZodCall): Shape {
  const literal = given[0] && plain(given[0]);
  if (!literal) return shapeOf({ kind: 'object', members: [] });
  const shape = Node.isObjectLiteralExpression(literal)
    ? readShapeLiteral(reading, literal)
    : strip(reading.read(literal));
  if (!shape || shape.form.kind !== 'object') return unknownSchema(reading, call);
  return name === 'looseObject' ? { ...shape, form: { ...shape.form, others: textShape('unknown') } } : shape;
}

function readRecord(reading: ZodReading, { call, name, given }: ZodCall): Shape {
  const schemas = given.filter((one) => !Node.isObjectLiteralExpression(one));
  const [first, second] = schemas;
  if (!first) return unknownSchema(reading, call);
  const key = second ? reading.read(first) : textShape('string');
  const value = reading.read(second ?? first);
  return shapeOf({ kind: 'record', key, value, isPartial: reading.version === 3 || name === 'partialRecord' });
}
