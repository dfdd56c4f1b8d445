/**
 * Writes a schema of a document as JSON Schema 2020-12, as it holds for requests: the judge's own reading, without the importer.
 *
 * Leaves out members that a request must not have (`readOnly`), and keywords whose value has no meaning (`minimum: "1"`). Objects with
 * named members are closed, as all arguments of tools are: unknown members are no difference.
 * Spec: OpenAPI 3.0 and 3.1 Schema Object
 */
import { findPatternLimit } from '@sigil/codegen/patterns';

/** @typedef {import('../documents/document.mjs').Json} Json */
/** @typedef {import('../documents/document.mjs').OpenApiDocument} OpenApiDocument */

const types = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']);

/** Formats that both sides check; others are documentation. */
const formats = new Set(['date-time', 'date', 'time', 'email', 'uri', 'uuid', 'ipv4', 'ipv6']);

const schemaMaps = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];
const schemaLists = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const schemaMembers = [
  'additionalProperties',
  'items',
  'not',
  'contains',
  'propertyNames',
  'if',
  'then',
  'else',
  'unevaluatedProperties',
];
const numbers = [
  'minimum',
  'maximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
];

/**
 * @param {OpenApiDocument} document
 * @param {Json | boolean} schema
 * @returns {{ schema: Json, pointers: string[], untested: string[] }} the schema with its `$defs`, the pointers that it refers to, and
 *   patterns that are left out because searching them may have no end
 */
export function requestSchema(document, schema) {
  /** @type {Map<string, unknown>} */
  const definitions = new Map();
  /** @type {Set<string>} */
  const pointers = new Set();
  /** @type {Set<string>} */
  const untested = new Set();
  const root = convert(schema);
  const whole = typeof root === 'object' ? root : root ? {} : { not: {} };
  return {
    schema: { ...whole, $defs: Object.fromEntries(definitions) },
    pointers: [...pointers],
    untested: [...untested],
  };

  /** @param {any} found @param {boolean} [isPart] of an object that is closed as a whole @returns {any} */
  function convert(found, isPart = false) {
    if (typeof found === 'boolean') return found;
    if (!isObject(found)) return {};
    const reference = typeof found['$ref'] === 'string' ? found['$ref'] : undefined;
    if (reference !== undefined && !document.is31) return define(reference, isPart);
    const isWhole = isPart || isClosedAsWhole(found);
    /** @type {Json} */
    const result = reference === undefined ? {} : define(reference, isWhole);
    for (const [keyword, value] of Object.entries(found)) {
      const converted = keyword === '$ref' ? undefined : convertKeyword(keyword, value, found, isWhole);
      if (converted !== undefined) result[keyword] = converted;
    }
    // Names that are required and described nowhere are members too.
    for (const name of result['required'] ?? []) result['properties'] = { [name]: {}, ...result['properties'] };
    if (isWhole && !isPart && hasMembers(found) && !isOpen(found)) result['unevaluatedProperties'] = false;
    return document.is31 ? result : from30(result, found);
  }

  /** Alternatives that stand alone are closed one by one. @param {Json} found */
  function isClosedAsWhole(found) {
    return isObject(found['properties']) || found['allOf'] !== undefined;
  }

  /** Whether a schema names members, itself or by its parts. @param {any} schema @returns {boolean} */
  function hasMembers(schema, depth = 0) {
    const found = document.resolve(schema);
    if (!isObject(found) || depth > 8) return false;
    if (isObject(found['properties']) && Object.keys(found['properties']).length > 0) return true;
    return [...(found['allOf'] ?? []), ...(found['anyOf'] ?? []), ...(found['oneOf'] ?? [])].some((part) =>
      hasMembers(part, depth + 1),
    );
  }

  /** @param {Json} found */
  function isOpen(found) {
    return (
      found['additionalProperties'] !== undefined ||
      found['unevaluatedProperties'] !== undefined ||
      found['patternProperties'] !== undefined
    );
  }

  /** @param {string} keyword @param {any} value @param {Json} owner @param {boolean} isWhole @returns {any} `undefined` for one that is left out */
  function convertKeyword(keyword, value, owner, isWhole) {
    if (keyword === 'properties' && isObject(value)) {
      const kept = Object.entries(value).filter(([, property]) => !isReadOnly(property));
      return Object.fromEntries(kept.map(([name, property]) => [name, convert(property)]));
    }
    if (schemaMaps.includes(keyword)) return isObject(value) ? mapValues(value, (it) => convert(it)) : undefined;
    if (schemaLists.includes(keyword))
      return Array.isArray(value) && value.length > 0
        ? value.map((it) => convert(it, isWhole && keyword !== 'prefixItems'))
        : undefined;
    if (schemaMembers.includes(keyword)) return Array.isArray(value) ? undefined : convert(value);
    if (numbers.includes(keyword)) return isBound(keyword, value) ? value : undefined;
    if (keyword === 'type') return convertType(value);
    if (keyword === 'required')
      return Array.isArray(value) ? value.filter((name) => !isReadOnlyName(owner, name)) : undefined;
    if (keyword === 'enum') return Array.isArray(value) && value.length > 0 ? value : undefined;
    if (keyword === 'const') return value;
    if (keyword === 'pattern') return convertPattern(value);
    if (keyword === 'format') return formats.has(value) ? value : undefined;
    if (keyword === 'uniqueItems') return value === true ? true : undefined;
    if (keyword === 'exclusiveMinimum' || keyword === 'exclusiveMaximum')
      return typeof value === 'number' ? value : undefined;
    return undefined;
  }

  /** @param {any} value */
  function convertPattern(value) {
    if (typeof value !== 'string' || !isPattern(value)) return undefined;
    if (!isEndless(value)) return value;
    untested.add(value);
    return undefined;
  }

  /** @param {string} reference @param {boolean} isPart @returns {Json} */
  function define(reference, isPart) {
    const name = `${isPart ? 'part' : 'whole'}-${nameOf(reference)}`;
    if (!definitions.has(name)) {
      definitions.set(name, {});
      pointers.add(decoded(reference));
      definitions.set(name, convert(document.at(reference), isPart));
    }
    return { $ref: `#/$defs/${name}` };
  }

  /** @param {any} property @returns {boolean} */
  function isReadOnly(property) {
    const found = document.resolve(property);
    return property?.readOnly === true || found?.readOnly === true;
  }

  /** A required name may belong to a property of another branch. @param {Json} owner @param {string} name @returns {boolean} */
  function isReadOnlyName(owner, name, depth = 0) {
    const found = document.resolve(owner);
    if (!isObject(found) || depth > 5) return false;
    if (isObject(found['properties']) && Object.hasOwn(found['properties'], name))
      return isReadOnly(found['properties'][name]);
    return [...(found['allOf'] ?? [])].some((/** @type {any} */ branch) => isReadOnlyName(branch, name, depth + 1));
  }
}

/** 3.0 has `nullable` and flags for exclusive bounds. @param {Json} result @param {Json} found */
function from30(result, found) {
  for (const [flag, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ]) {
    if (found[/** @type {string} */ (flag)] !== true || typeof result[/** @type {string} */ (bound)] !== 'number')
      continue;
    result[/** @type {string} */ (flag)] = result[/** @type {string} */ (bound)];
    delete result[/** @type {string} */ (bound)];
  }
  if (found['nullable'] !== true) return result;
  if (typeof result['type'] === 'string' && !result['enum'] && !hasCombination(result))
    return { ...result, type: [result['type'], 'null'] };
  return { anyOf: [result, { type: 'null' }] };
}

/** @param {Json} schema */
function hasCombination(schema) {
  return schemaLists.some((keyword) => schema[keyword] !== undefined);
}

/** @param {any} value */
function convertType(value) {
  const list = [value].flat().filter((it) => types.has(it));
  if (list.length === 0) return undefined;
  return list.length === 1 ? list[0] : [...new Set(list)];
}

/** @param {string} keyword @param {any} value */
function isBound(keyword, value) {
  if (typeof value !== 'number') return false;
  if (keyword === 'multipleOf') return value > 0;
  return keyword === 'minimum' || keyword === 'maximum' || (Number.isInteger(value) && value >= 0);
}

/** @param {string} pattern */
function isPattern(pattern) {
  try {
    return new RegExp(pattern) instanceof RegExp;
  } catch {
    return false;
  }
}

/** Returns whether a search for the pattern may take exponential time. @param {string} pattern */
function isEndless(pattern) {
  try {
    return findPatternLimit(pattern) === 0;
  } catch {
    // Patterns without the flag `u`.
    return false;
  }
}

/** A reference is a URI, and a pointer of a notice is none. @param {string} reference */
function decoded(reference) {
  try {
    return decodeURIComponent(reference);
  } catch {
    // A percent sign that escapes nothing.
    return reference;
  }
}

/** A name without characters that a reference would escape. @param {string} pointer */
function nameOf(pointer) {
  return Buffer.from(pointer).toString('base64url');
}

/** @param {any} value @returns {value is Json} */
function isObject(value) {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** @param {Json} value @param {(it: any) => unknown} map */
function mapValues(value, map) {
  return Object.fromEntries(Object.entries(value).map(([name, it]) => [name, map(it)]));
}
