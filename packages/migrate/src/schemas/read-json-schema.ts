/**
 * Reads a JSON Schema that the sources write out, as low-level servers list them. Keywords that no type says are reported.
 */
import type { StaticValue } from '../source/static-value.js';
import { type Shape, shapeOf, textShape } from './shape.js';
import { quoted, withBound, withPattern, withTag } from './tags.js';

type JsonSchema = { readonly [name: string]: StaticValue };

/** Called with a keyword that is left out. */
export type OnKeyword = (keyword: string) => void;

/** Returns whether a JSON value is an object. */
export function isSchemaObject(value: StaticValue | undefined): value is { [name: string]: StaticValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the type of a JSON Schema. */
export function readJsonSchema(schema: JsonSchema, onKeyword: OnKeyword): Shape {
  const { title, description, default: byDefault } = schema;
  let shape = readKind(schema, onKeyword);
  if (typeof description === 'string') shape = { ...shape, docs: { ...shape.docs, description } };
  if (typeof title === 'string') shape = withTag(shape, 'title', title);
  if (byDefault !== undefined) shape = withTag(shape, 'default', JSON.stringify(byDefault));
  for (const keyword of Object.keys(schema)) if (!known.has(keyword)) onKeyword(keyword);
  return shape;
}

const known = new Set([
  'type',
  'properties',
  'required',
  'items',
  'enum',
  'const',
  'description',
  'title',
  'default',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minItems',
  'maxItems',
  'uniqueItems',
  'additionalProperties',
  'anyOf',
  'oneOf',
  '$schema',
]);

function readKind(schema: JsonSchema, onKeyword: OnKeyword): Shape {
  const { type, enum: values, const: only } = schema;
  if (Array.isArray(values)) return literals(values);
  if (only !== undefined) return literals([only]);
  const options = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(options) && schema.properties !== undefined) onKeyword(schema.anyOf ? 'anyOf' : 'oneOf');
  else if (Array.isArray(options))
    return shapeOf({
      kind: 'union',
      members: options.map((one) => (isSchemaObject(one) ? readJsonSchema(one, onKeyword) : textShape('unknown'))),
    });
  if (Array.isArray(type))
    return shapeOf({ kind: 'union', members: type.map((one) => readKind({ ...schema, type: one }, onKeyword)) });
  switch (type) {
    case 'string':
      return readText(schema, onKeyword);
    case 'number':
      return bounded(textShape('number'), schema, numberBounds);
    case 'integer':
      return bounded(withTag(textShape('number'), 'integer'), schema, numberBounds);
    case 'boolean':
      return textShape('boolean');
    case 'null':
      return textShape('null');
    case 'array': {
      const items = isSchemaObject(schema.items) ? readJsonSchema(schema.items, onKeyword) : textShape('unknown');
      const list = bounded(shapeOf({ kind: 'array', items }), schema, ['minItems', 'maxItems']);
      return schema.uniqueItems === true ? withTag(list, 'uniqueItems') : list;
    }
    case 'object':
      return readObject(schema, onKeyword);
    default:
      return schema.properties === undefined ? textShape('unknown') : readObject(schema, onKeyword);
  }
}

function literals(values: readonly StaticValue[]): Shape {
  return shapeOf({
    kind: 'literals',
    values: values.map((value) => (typeof value === 'string' ? quoted(value) : JSON.stringify(value))),
  });
}

const numberBounds = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];

function bounded(shape: Shape, schema: JsonSchema, names: readonly string[]): Shape {
  return names.reduce((result, name) => {
    const value = schema[name];
    return typeof value === 'number' ? withBound(result, name, value) : result;
  }, shape);
}

function readText(schema: JsonSchema, onKeyword: OnKeyword): Shape {
  const { pattern, format } = schema;
  const text = bounded(textShape('string'), schema, ['minLength', 'maxLength']);
  const formatted =
    typeof format === 'string' && /^[A-Za-z][\w.-]*$/.test(format) ? withTag(text, 'format', format) : text;
  if (typeof pattern !== 'string') return formatted;
  const whole = withPattern(formatted, pattern);
  if (!whole) onKeyword('pattern');
  return whole ?? formatted;
}

function readObject(schema: JsonSchema, onKeyword: OnKeyword): Shape {
  const { properties, required, additionalProperties } = schema;
  const names = Array.isArray(required) ? required : [];
  const members = Object.entries(isSchemaObject(properties) ? properties : {}).map(([name, inner]) => {
    const shape = isSchemaObject(inner) ? readJsonSchema(inner, onKeyword) : textShape('unknown');
    return { name, shape: { ...shape, isOptional: !names.includes(name) } };
  });
  const others = isSchemaObject(additionalProperties)
    ? readJsonSchema(additionalProperties, onKeyword)
    : additionalProperties === true
      ? textShape('unknown')
      : undefined;
  if (members.length === 0 && others)
    return shapeOf({ kind: 'record', key: textShape('string'), value: others, isPartial: false });
  if (members.length === 0 && properties === undefined && additionalProperties === undefined)
    return shapeOf({ kind: 'record', key: textShape('string'), value: textShape('unknown'), isPartial: false });
  return shapeOf({ kind: 'object', members, ...(others && { others }) });
}
