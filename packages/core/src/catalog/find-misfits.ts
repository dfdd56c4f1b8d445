/**
 * Finds the parts of a configuration that cannot fit its schema, before the code with the decoder is loaded.
 *
 * Checks the most common keywords: types, values, required and closed members. It leaves all other keywords to the decoder, so it
 * never rejects a value that the decoder would accept.
 */
import type { ArgumentProblem } from '../manifest/plugin-module.js';
import { nearestNames } from './nearest-names.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.js';
import { kindOf } from '../model/value-kind.js';

/** Returns problems with the paths and wording of generated decoders; empty when none is certain. */
export function findMisfits(schema: JsonObject, value: JsonValue): ArgumentProblem[] {
  const problems: ArgumentProblem[] = [];
  look(schema, value, '', problems);
  return problems;
}

/** Adds to `problems`. */
function look(schema: JsonValue | undefined, value: JsonValue, path: string, problems: ArgumentProblem[]): void {
  if (!isJsonObject(schema)) return;
  const wanted = wantedOf(schema, value);
  if (wanted !== undefined) problems.push({ path, expected: wanted, received: kindOf(value) });
  else if (isJsonObject(value)) lookAtMembers(schema, value, path, problems);
  else if (Array.isArray(value)) {
    value.forEach((item: JsonValue, index) => look(schema['items'], item, `${path}[${index}]`, problems));
  }
}

function lookAtMembers(schema: JsonObject, value: JsonObject, path: string, problems: ArgumentProblem[]): void {
  const { required, properties, patternProperties, additionalProperties } = schema;
  const isClosed = additionalProperties === false && patternProperties === undefined;
  const known = isJsonObject(properties) ? properties : {};
  for (const name of Array.isArray(required) ? required : []) {
    if (typeof name !== 'string' || Object.hasOwn(value, name)) continue;
    const expected = wantedOf(memberOf(known, name)) ?? 'given';
    problems.push({ path: memberPath(path, name), expected, received: 'nothing' });
  }
  for (const [name, member] of Object.entries(value)) {
    const inner = memberPath(path, name);
    if (Object.hasOwn(known, name)) look(known[name], member, inner, problems);
    else if (isClosed) {
      const unknown = nearestAdvice(name, Object.keys(known));
      problems.push({ path: inner, expected: 'left out', received: kindOf(member), unknown });
    }
  }
}

function nearestAdvice(name: string, names: readonly string[]): string {
  const [nearest] = nearestNames(name, names);
  return nearest === undefined ? '' : `did you mean "${nearest}"?`;
}

function memberOf(properties: JsonObject, name: string): JsonObject {
  const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
  return isJsonObject(schema) ? schema : {};
}

/** Describes the type or values that the schema requires; `undefined` when the value may fit, or no type is given. */
function wantedOf(schema: JsonObject, value?: JsonValue): string | undefined {
  const values = Array.isArray(schema['enum']) ? schema['enum'] : 'const' in schema ? [schema['const']] : undefined;
  if (values && !values.some((it) => typeof it === 'object' && it !== null)) {
    if (value !== undefined && values.includes(value)) return undefined;
    const listed = values.map((it) => JSON.stringify(it)).join(', ');
    return values.length === 1 ? listed : `one of ${listed}`;
  }
  const types = [schema['type'] ?? []].flat().filter((it) => typeof it === 'string');
  if (types.length === 0 || (value !== undefined && types.some((type) => isOfType(type, value)))) return undefined;
  return types.map(articled).join(' or ');
}

function isOfType(type: string, value: JsonValue): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isJsonObject(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

function articled(type: string): string {
  if (type === 'null') return 'null';
  return `${/^[aio]/.test(type) ? 'an' : 'a'} ${type}`;
}

function memberPath(path: string, name: string): string {
  return path === '' || name.startsWith('[') ? path + name : `${path}.${name}`;
}
