/**
 * Writes types as JSON Schema 2020-12.
 *
 * Arguments are closed, so that a misspelt name is caught; results are open, so that a later version may add to them.
 * Knows nothing of TypeScript or of how values are checked at run time; `src/decoders` must accept the same values.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import type {
  ArrayNode,
  LiteralsNode,
  NumberNode,
  ObjectNode,
  Property,
  SchemaNode,
  StringNode,
  TupleNode,
  UnionNode,
} from '../model/schema-node.js';

type Openness = 'closed' | 'open';

/** The schema of a value that is passed in: objects are closed unless the type says what more they may hold. */
export function writeInputSchema(node: SchemaNode): JsonObject {
  return writeNode(node, 'closed');
}

/** The schema of a value that is given back: objects may hold more than is declared. */
export function writeOutputSchema(node: SchemaNode): JsonObject {
  return writeNode(node, 'open');
}

/** The root of a tool's input: a closed object with the arguments as properties, in the order of the parameters. */
export function writeArgumentsSchema(properties: readonly Property[]): JsonObject {
  return writeInputSchema({ kind: 'object', properties });
}

function writeNode(node: SchemaNode, openness: Openness): JsonObject {
  return { ...writeType(node, openness), ...writeDocumentation(node, openness) };
}

function writeType(node: SchemaNode, openness: Openness): JsonObject {
  switch (node.kind) {
    case 'any':
      return {};
    case 'string':
      return writeString(node);
    case 'number':
      return writeNumber(node);
    case 'boolean':
      return { type: 'boolean' };
    case 'null':
      return { type: 'null' };
    case 'date':
      return { type: 'string', format: 'date-time' };
    case 'literals':
      return writeLiterals(node.values);
    case 'array':
      return writeArray(node, openness);
    case 'tuple':
      return writeTuple(node, openness);
    case 'object':
      return writeObject(node, openness);
    case 'union':
      return writeUnion(node, openness);
  }
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

function writeArray({ items, minItems, maxItems, uniqueItems }: ArrayNode, openness: Openness): JsonObject {
  return present({ type: 'array', items: writeNode(items, openness), minItems, maxItems, uniqueItems });
}

function writeTuple({ items, required, rest }: TupleNode, openness: Openness): JsonObject {
  return present({
    type: 'array',
    prefixItems: items.length > 0 ? items.map((item) => writeNode(item, openness)) : undefined,
    items: rest ? writeNode(rest, openness) : false,
    minItems: required > 0 ? required : undefined,
  });
}

/** `Object.fromEntries` defines its keys, so that a member called `__proto__` stays a member. */
function writeObject({ properties, additional }: ObjectNode, openness: Openness): JsonObject {
  if (properties.length === 0 && additional && isBareAny(additional)) return { type: 'object' };
  const required = properties.filter((property) => property.isRequired).map((property) => property.name);
  return present({
    type: 'object',
    properties: Object.fromEntries(properties.map(({ name, node }) => [name, writeNode(node, openness)])),
    required: required.length > 0 ? required : undefined,
    additionalProperties: additional ? writeNode(additional, openness) : openness === 'closed' ? false : undefined,
  });
}

/** Nothing is said of members that may be anything. */
function isBareAny(node: SchemaNode): boolean {
  return node.kind === 'any' && node.documentation === undefined;
}

/** `anyOf`, never `oneOf`: the members of a TypeScript union may overlap. */
function writeUnion({ members }: UnionNode, openness: Openness): JsonObject {
  const other = members.length === 2 ? members.find((member) => member.kind !== 'null') : undefined;
  if (other && members.some((member) => member.kind === 'null')) {
    const nullable = writeNullable(other, openness);
    if (nullable) return nullable;
  }
  return { anyOf: members.map((member) => writeNode(member, openness)) };
}

/** A plain type joined with null, without `anyOf`; `undefined` when `node` is more than that. */
function writeNullable(node: SchemaNode, openness: Openness): JsonObject | undefined {
  if (node.kind === 'literals') {
    const values = node.values.includes(null) ? node.values : [...node.values, null];
    return { ...writeLiterals(values), ...writeDocumentation(node, openness) };
  }
  if (!['string', 'number', 'boolean', 'date'].includes(node.kind)) return undefined;

  const plain = writeNode(node, openness);
  return { ...plain, type: [plain.type as string, 'null'] };
}

/** Only what is passed in is sent in headers; a type may serve results too. */
function writeDocumentation({ documentation = {} }: SchemaNode, openness: Openness): JsonObject {
  const { title, description, default: byDefault, examples, deprecated } = documentation;
  const header = openness === 'closed' ? documentation.header?.name : undefined;
  return present({ title, description, default: byDefault, examples, deprecated, 'x-mcp-header': header });
}

function present(members: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as JsonObject;
}
