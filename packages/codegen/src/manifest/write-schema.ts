/**
 * Writes types as JSON Schema 2020-12.
 *
 * Arguments are closed, so that a misspelt name is caught; results are open, so that a later version may add members. Knows
 * nothing of TypeScript or of run-time checks; `src/decoders` must accept the same values.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import {
  isObjectMap,
  resolveNode,
  type ArrayNode,
  type LiteralsNode,
  type MapNode,
  type NumberNode,
  type ObjectNode,
  type PatternProperties,
  type PlainNode,
  type Property,
  type RefNode,
  type SchemaNode,
  type SetNode,
  type StringNode,
  type TupleNode,
  type UnionNode,
} from '../model/schema-node.js';
import { findDefinitions, type SchemaDefinitions } from './schema-definitions.js';

/** The schema being written. */
interface Scope {
  readonly isClosed: boolean;
  readonly definitions: SchemaDefinitions;
}

/** Writes the schema of an input value: objects are closed unless the type declares further members. */
export function writeInputSchema(node: SchemaNode): JsonObject {
  return writeRoot(node, { isClosed: true });
}

/** Writes the schema of an output value: objects may have undeclared members. */
export function writeOutputSchema(node: SchemaNode): JsonObject {
  return writeRoot(node, { isClosed: false });
}

/** Writes the root of a tool's input: a closed object with the arguments as properties, in parameter order. */
export function writeArgumentsSchema(properties: readonly Property[]): JsonObject {
  return writeInputSchema({ kind: 'object', properties });
}

/** Writes the root, which is never a reference, so that clients see its `type`; a recursive type appears there and in `$defs`. */
function writeRoot(node: SchemaNode, { isClosed }: Pick<Scope, 'isClosed'>): JsonObject {
  const root = resolveNode(node);
  const definitions = findDefinitions(root);
  const scope = { isClosed, definitions };
  const schema = writeNode(root, scope);
  const named = [...definitions.entries].map(([name, { node: inner }]) => [name, writeNode(inner, scope)] as const);
  if (schema === false) return { not: {} };
  return named.length > 0 ? { ...schema, $defs: Object.fromEntries(named) } : schema;
}

/** Writes a node; `false` accepts no value. */
function writeNode(node: SchemaNode, scope: Scope): JsonObject | false {
  const type = writeType(node, scope);
  return type && node.documentation ? { ...type, ...writeDocumentation(node, scope) } : type;
}

function writeType(node: SchemaNode, scope: Scope): JsonObject | false {
  switch (node.kind) {
    case 'any':
      return {};
    case 'never':
      return false;
    case 'string':
      return writeString(node);
    case 'number':
      return writeNumber(node);
    case 'boolean':
      return { type: 'boolean' };
    case 'null':
      return { type: 'null' };
    case 'date':
      return { type: 'string', format: node.format ?? 'date-time' };
    case 'url':
      return { type: 'string', format: node.isSecret ? 'password' : 'uri' };
    case 'regexp':
      return { type: 'string', format: 'regex' };
    case 'bigint':
      return { type: 'string', pattern: bigIntPattern };
    case 'bytes':
      return { type: 'string', contentEncoding: 'base64', ...(node.isSecret ? { format: 'password' } : {}) };
    case 'literals':
      return writeLiterals(node.values);
    default:
      return writeCompound(node, scope);
  }
}

/** The nodes that contain other types. */
type CompoundNode = Extract<
  SchemaNode,
  { kind: 'array' | 'tuple' | 'set' | 'map' | 'object' | 'union' | 'toJson' | 'ref' }
>;

function writeCompound(node: CompoundNode, scope: Scope): JsonObject | false {
  switch (node.kind) {
    case 'array':
      return writeArray(node, scope);
    case 'tuple':
      return writeTuple(node, scope);
    case 'set':
      return writeSet(node, scope);
    case 'map':
      return writeMap(node, scope);
    case 'object':
      return writeObject(node, scope);
    case 'union':
      return writeUnion(node, scope);
    case 'toJson':
      return writeNode(node.node, scope);
    case 'ref':
      return writeReference(node, scope);
  }
}

/** The text of a whole number. */
const bigIntPattern = '^-?\\d+$';

function writeReference({ definition }: RefNode, scope: Scope): JsonObject | false {
  const name = scope.definitions.nameOf(definition);
  return name === undefined ? writeNode(definition.node, scope) : { $ref: `#/$defs/${name}` };
}

function writeString({ minLength, maxLength, pattern, format }: StringNode): JsonObject {
  return present({ type: 'string', minLength, maxLength, pattern, format });
}

function writeNumber(node: NumberNode): JsonObject {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = node;
  const isInteger = node.multipleOf === 1;
  const multipleOf = isInteger ? undefined : node.multipleOf;
  const type = isInteger ? 'integer' : 'number';
  return present({ type, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf });
}

function writeLiterals(values: LiteralsNode['values']): JsonObject {
  const types = [...new Set(values.map((value) => (value === null ? 'null' : typeof value)))];
  const isNullable = types.length === 2 && types.includes('null');
  const shared = isNullable ? nullLast(types) : types.length === 1 ? types[0] : undefined;
  const allowed: JsonObject = values.length === 1 ? { const: values[0] as JsonValue } : { enum: values };
  return present({ type: shared, ...allowed });
}

function nullLast(types: readonly string[]): readonly string[] {
  return [...types.filter((type) => type !== 'null'), 'null'];
}

function writeArray({ items, minItems, maxItems, uniqueItems }: ArrayNode, scope: Scope): JsonObject {
  return present({ type: 'array', items: writeNode(items, scope), minItems, maxItems, uniqueItems });
}

function writeSet({ items, minItems, maxItems }: SetNode, scope: Scope): JsonObject {
  return present({ type: 'array', items: writeNode(items, scope), minItems, maxItems, uniqueItems: true });
}

function writeTuple({ items, required, rest, tail = [] }: TupleNode, scope: Scope): JsonObject {
  return present({
    type: 'array',
    prefixItems: items.length > 0 ? items.map((item) => writeNode(item, scope)) : undefined,
    items: rest ? writeEither([rest, ...tail], scope) : false,
    minItems: required > 0 ? required : undefined,
  });
}

/** Writes the item type after a rest. JSON Schema counts items from the front, so it can only say that each is one of these. */
function writeEither(nodes: readonly SchemaNode[], scope: Scope): JsonObject | false {
  const members = nodes.flatMap((node) => (node.kind === 'union' && !node.documentation ? node.members : [node]));
  const written = members.map((node) => writeNode(node, scope)).filter((schema) => schema !== false);
  const schemas = [...new Map(written.map((schema) => [JSON.stringify(schema), schema])).values()];
  return schemas.length < 2 ? (schemas[0] ?? false) : { anyOf: schemas };
}

function writeMap(node: MapNode, scope: Scope): JsonObject {
  const { keys, values } = node;
  if (!isObjectMap(node)) {
    const pair: TupleNode = { kind: 'tuple', items: [keys, values], required: 2 };
    return { type: 'array', items: writeTuple(pair, scope) };
  }
  const names = writeNode(resolveNode(keys), scope);
  const isAnyText = JSON.stringify(names) === '{"type":"string"}';
  return present({
    type: 'object',
    propertyNames: isAnyText ? undefined : names,
    additionalProperties: writeNode(values, scope),
  });
}

/** Writes an object. `Object.fromEntries` defines its keys, so that a member called `__proto__` stays a member. */
function writeObject({ properties, patterns = [], additional, names }: ObjectNode, scope: Scope): JsonObject {
  const isAnyObject = properties.length + patterns.length === 0 && !names && additional && isBareAny(additional);
  if (isAnyObject) return { type: 'object' };
  const required = properties.filter((property) => property.isRequired).map((property) => property.name);
  const byPattern = patterns.map(({ pattern, node }) => [pattern, writeNode(node, scope)] as const);
  return present({
    type: 'object',
    properties: Object.fromEntries(properties.map(({ name, node }) => [name, writeNode(node, scope)])),
    required: required.length > 0 ? required : undefined,
    propertyNames: names && writeNames([names, ...otherNames(properties, patterns)], scope),
    patternProperties: byPattern.length > 0 ? Object.fromEntries(byPattern) : undefined,
    additionalProperties: additional ? writeNode(additional, scope) : scope.isClosed ? false : undefined,
  });
}

/** Returns the names of members besides the additional ones, which `propertyNames` has to allow too. */
function otherNames(properties: ObjectNode['properties'], patterns: readonly PatternProperties[]): SchemaNode[] {
  const declared: SchemaNode = { kind: 'literals', values: properties.map(({ name }) => name) };
  const matching = patterns.map(({ pattern }) => ({ kind: 'string', pattern }) as const);
  return [...(properties.length > 0 ? [declared] : []), ...matching];
}

function writeNames(nodes: readonly SchemaNode[], scope: Scope): JsonObject | false {
  const [only, ...others] = nodes;
  if (only && others.length === 0) return writeNode(only, scope);
  return writeUnion({ kind: 'union', members: nodes }, scope);
}

/** Returns whether a node accepts anything and has no documentation, so that nothing need be written. */
function isBareAny(node: SchemaNode): boolean {
  return node.kind === 'any' && node.documentation === undefined;
}

/** Uses `anyOf`, never `oneOf`: the members of a TypeScript union may overlap. */
function writeUnion({ members }: UnionNode, scope: Scope): JsonObject | false {
  const possible = members.filter((member) => member.kind !== 'never');
  const other = possible.length === 2 ? possible.find((member) => member.kind !== 'null') : undefined;
  if (other && possible.some((member) => member.kind === 'null')) {
    const nullable = writeNullable(inPlace(other, scope), scope);
    if (nullable) return nullable;
  }
  const [only] = possible;
  if (possible.length < 2) return only ? writeNode(only, scope) : false;
  return { anyOf: possible.map((member) => writeNode(member, scope)) };
}

/** Returns the node to write here for `node`: the type itself, unless it is in `$defs`. */
function inPlace(node: SchemaNode, scope: Scope): SchemaNode {
  return node.kind === 'ref' && scope.definitions.nameOf(node.definition) === undefined ? resolveNode(node) : node;
}

const nullableKinds: ReadonlySet<SchemaNode['kind']> = new Set<PlainNode['kind']>([
  ...(['string', 'number', 'boolean', 'date', 'url', 'regexp', 'bigint', 'bytes'] as const),
]);

/** Writes a plain type or null without `anyOf`; `undefined` when `node` is more than that. */
function writeNullable(node: SchemaNode, scope: Scope): JsonObject | undefined {
  if (node.kind === 'literals') {
    const values = node.values.includes(null) ? node.values : [...node.values, null];
    return { ...writeLiterals(values), ...writeDocumentation(node, scope) };
  }
  const plain = nullableKinds.has(node.kind) && writeNode(node, scope);
  return plain ? { ...plain, type: [plain['type'] as string, 'null'] } : undefined;
}

/** Writes the documentation; header notes only for inputs, since a type may serve results too. */
function writeDocumentation({ documentation = {} }: SchemaNode, { isClosed }: Scope): JsonObject {
  const { title, description, default: byDefault, examples, deprecated } = documentation;
  const header = isClosed ? documentation.header?.name : undefined;
  return present({ title, description, default: byDefault, examples, deprecated, 'x-mcp-header': header });
}

/** Returns the keywords that have a value; none of them is `__proto__`. */
function present(members: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  const found: Record<string, JsonValue> = {};
  for (const name in members) {
    const value = members[name];
    if (value !== undefined) found[name] = value;
  }
  return found;
}
