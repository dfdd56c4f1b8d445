// @ts-check
/**
 * Decides how a JSON Schema is asked for: which kind of field, with which options. A schema that no field fits is asked
 * for as JSON.
 */
import { isObject, listOf, textOf } from './json.js';

/** @typedef {import('./json.js').JsonValue} JsonValue */
/** @typedef {import('./json.js').JsonObject} JsonObject */
/** @typedef {{ readonly value: JsonValue, readonly label: string }} Option */
/** @typedef {{ readonly schema: JsonObject, readonly label: string }} Shape */
/**
 * `schema` is the one that `$ref` and `null` were taken out of.
 *
 * @typedef {object} Field
 * @property {'text' | 'number' | 'boolean' | 'choice' | 'choices' | 'list' | 'object' | 'constant' | 'moment' | 'bytes' | 'union' | 'json'} kind
 * @property {JsonObject} schema
 * @property {boolean} isNullable
 * @property {readonly Option[]} options of `choice`, `choices` and `constant`
 * @property {readonly Shape[]} shapes of `union`
 */

const deepestForm = 4;

/**
 * @param {JsonValue | undefined} given
 * @param {JsonObject} root where references point into
 * @param {number} depth of the field in its form, from 0
 * @returns {Field}
 */
export function readField(given, root, depth) {
  const { schema, isNullable } = withoutNull(resolve(given, root), root);
  const options = optionsOf(schema);
  if (options) return { kind: options.length === 1 ? 'constant' : 'choice', schema, isNullable, options, shapes: [] };
  const items = listOf(schema['prefixItems']).length === 0 ? resolve(schema['items'], root) : {};
  const picks = schema['type'] === 'array' ? optionsOf(items) : undefined;
  if (picks && (schema['uniqueItems'] === true || hasTitles(items)))
    return { kind: 'choices', schema, isNullable, options: picks, shapes: [] };
  const shapes = depth < deepestForm ? shapesOf(schema, root) : [];
  const kind = shapes.length > 1 ? 'union' : kindOf(schema, items, depth);
  return { kind, schema, isNullable, options: [], shapes };
}

/**
 * The schema that a reference points to, with what stands beside the reference over it.
 *
 * @param {JsonValue | undefined} schema
 * @param {JsonObject} root
 * @returns {JsonObject}
 */
export function resolve(schema, root) {
  let current = isObject(schema) ? schema : {};
  // A reference to a reference is followed; one to itself ends somewhere.
  for (let step = 0; step < 8; step += 1) {
    const pointer = textOf(current['$ref']);
    if (pointer === undefined) return current;
    const { $ref: _followed, ...beside } = current;
    current = { ...find(pointer, root), ...beside };
  }
  return {};
}

/**
 * @param {string} pointer
 * @param {JsonObject} root
 * @returns {JsonObject}
 */
function find(pointer, root) {
  if (!pointer.startsWith('#')) return {};
  /** @type {JsonValue | undefined} */
  let found = root;
  for (const part of pointer.split('/').slice(1)) {
    const name = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    found = isObject(found) ? found[name] : undefined;
  }
  return isObject(found) ? found : {};
}

/**
 * @param {JsonObject} schema
 * @param {JsonObject} root
 * @returns {{ schema: JsonObject, isNullable: boolean }}
 */
function withoutNull(schema, root) {
  const types = listOf(schema['type']);
  if (types.includes('null')) {
    const others = types.filter((type) => type !== 'null');
    const values = schema['enum'] === undefined ? {} : { enum: listOf(schema['enum']).filter((it) => it !== null) };
    return {
      schema: { ...schema, ...values, type: others.length === 1 ? (others[0] ?? 'null') : others },
      isNullable: true,
    };
  }
  const union = listOf(schema['anyOf']).length > 0 ? listOf(schema['anyOf']) : listOf(schema['oneOf']);
  const others = union.filter((member) => !isObject(member) || member['type'] !== 'null');
  if (others.length > 1 && others.length < union.length) return { schema, isNullable: true };
  if (others.length === 1 && union.length === 2) {
    const { anyOf: _anyOf, oneOf: _oneOf, ...beside } = schema;
    return { schema: { ...resolve(others[0], root), ...beside }, isNullable: true };
  }
  return { schema, isNullable: false };
}

/**
 * @param {JsonObject} schema
 * @returns {Option[] | undefined}
 */
function optionsOf(schema) {
  if (schema['const'] !== undefined) return [{ value: schema['const'], label: labelOf(schema['const']) }];
  if (Array.isArray(schema['enum'])) {
    const names = listOf(schema['enumNames']);
    return schema['enum'].map((value, index) => ({ value, label: textOf(names[index]) ?? labelOf(value) }));
  }
  const members = listOf(schema['oneOf'] ?? schema['anyOf']).filter(isObject);
  if (members.length === 0 || !members.every((member) => member['const'] !== undefined)) return undefined;
  return members.map((member) => ({
    value: member['const'] ?? null,
    label: textOf(member['title']) ?? labelOf(member['const'] ?? null),
  }));
}

/** @param {JsonObject} schema @returns {Field['kind']} */
function kindOfText(schema) {
  if (schema['contentEncoding'] === 'base64') return 'bytes';
  return schema['format'] === 'date-time' ? 'moment' : 'text';
}

/**
 * The members of a union but null, each with a name: what its constants say, its title, or its type.
 *
 * @param {JsonObject} schema
 * @param {JsonObject} root
 * @returns {Shape[]}
 */
function shapesOf(schema, root) {
  const { anyOf, oneOf, type, ...beside } = schema;
  const union = listOf(anyOf).length > 0 ? listOf(anyOf) : listOf(oneOf);
  const types = Array.isArray(type) ? type.map((one) => ({ ...beside, type: one })) : [];
  const members = (union.length > 0 ? union : types)
    .map((member) => resolve(member, root))
    .filter((member) => member['type'] !== 'null');
  const labels = members.map((member) => shapeLabel(member, root));
  return members.map((member, index) => {
    const label = labels[index] ?? '';
    const isAlone = labels.filter((it) => it === label).length === 1;
    return { schema: member, label: isAlone ? label : `${label} (${index + 1})` };
  });
}

/** @param {JsonObject} schema @param {JsonObject} root */
function shapeLabel(schema, root) {
  const title = textOf(schema['title']);
  if (title !== undefined) return title;
  const properties = Object.entries(isObject(schema['properties']) ? schema['properties'] : {});
  const constants = properties.flatMap(([, property]) => {
    const value = resolve(property, root)['const'];
    return value === undefined ? [] : [labelOf(value)];
  });
  if (constants.length > 0) return constants.join(', ');
  if (properties.length > 0) return `{ ${properties.map(([name]) => name).join(', ')} }`;
  const options = optionsOf(schema);
  if (options) return options.map(({ label }) => label).join(' | ');
  const items = schema['type'] === 'array' ? textOf(resolve(schema['items'], root)['type']) : undefined;
  return items === undefined ? (textOf(schema['type']) ?? 'JSON') : `list of ${items}`;
}

/** @param {JsonObject} items */
function hasTitles(items) {
  return items['enum'] !== undefined || items['anyOf'] !== undefined || items['oneOf'] !== undefined;
}

/** @param {JsonValue} value */
function labelOf(value) {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * @param {JsonObject} schema
 * @param {JsonObject} items
 * @param {number} depth
 * @returns {Field['kind']}
 */
function kindOf(schema, items, depth) {
  const type = schema['type'];
  if (schema['anyOf'] !== undefined || schema['oneOf'] !== undefined) return 'json';
  if (type === 'string') return kindOfText(schema);
  if (type === 'number' || type === 'integer') return 'number';
  if (type === 'boolean') return 'boolean';
  if (depth >= deepestForm) return 'json';
  if (type === 'array' && Object.keys(items).length > 0) return 'list';
  if (type === 'object' && isObject(schema['properties']) && !isObject(schema['additionalProperties'])) return 'object';
  return 'json';
}
