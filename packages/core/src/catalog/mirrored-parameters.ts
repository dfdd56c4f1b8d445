/**
 * Reads the arguments of a tool that clients mirror in headers: those whose schema has `x-mcp-header`.
 *
 * Clients drop a whole tool for one bad annotation, so bad annotations are refused before any client sees them.
 * Spec: 2026-07-28 server/tools#x-mcp-header, basic/transports/streamable-http#custom-headers
 */
import { PluginError } from '../errors/plugin-error.js';
import type { ToolDefinition } from '../model/definitions.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.js';

/** One mirrored argument. */
export interface MirroredParameter {
  /** The header name without the `Mcp-Param-` prefix. */
  readonly headerName: string;
  /** The property names from the root of the arguments to it. */
  readonly path: readonly string[];
}

const keyword = 'x-mcp-header';
const scalarTypes: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean']);
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** Keywords whose value is one schema, a list of schemas, or schemas by name. */
const holdOne = ['items', 'contains', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else'];
const holdMore = [
  'unevaluatedItems',
  'unevaluatedProperties',
  'contentSchema',
  'allOf',
  'anyOf',
  'oneOf',
  'prefixItems',
];
const holdNamed = ['$defs', 'definitions', 'patternProperties', 'dependentSchemas'];

const known = new WeakMap<JsonObject, readonly MirroredParameter[]>();
const none: readonly MirroredParameter[] = Object.freeze([]);

/**
 * Returns whether a tool mirrors any arguments. Caches nothing for a tool that mirrors none.
 *
 * @throws PluginError `header-invalid` as `readMirroredParameters` does
 */
export function mirrorsParameters(tool: ToolDefinition): boolean {
  return mentionsKeyword(tool.inputSchema) && readMirroredParameters(tool).length > 0;
}

/** @throws PluginError `header-invalid` naming the tool, when an annotation is not allowed in its place */
export function readMirroredParameters({ name, inputSchema }: ToolDefinition): readonly MirroredParameter[] {
  const read = known.get(inputSchema);
  if (read) return read;
  const found: MirroredParameter[] = [];
  const mentions = mentionsKeyword(inputSchema);
  if (mentions) collect(inputSchema, [], name, found);
  known.set(inputSchema, mentions ? found : none);
  return mentions ? found : none;
}

/** Searches every value, including non-schemas, without allocating: most tools have no annotation. */
function mentionsKeyword(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return false;
  for (const key in value) if (key === keyword || mentionsKeyword((value as JsonObject)[key]!)) return true;
  return false;
}

/** Adds to `found`. @param path `undefined` where property names alone do not lead to the schema */
function collect(
  schema: JsonValue | undefined,
  path: readonly string[] | undefined,
  tool: string,
  found: MirroredParameter[],
): void {
  if (!isJsonObject(schema)) return;
  if (Object.hasOwn(schema, keyword)) found.push(readAnnotation(schema, path, tool, found));
  for (const [name, inner] of entriesOf(schema['properties'])) collect(inner, path && [...path, name], tool, found);
  for (const inner of innerSchemas(schema)) collect(inner, undefined, tool, found);
}

/** @param found the parameters of the tool so far, whose header names are taken */
function readAnnotation(
  schema: JsonObject,
  path: readonly string[] | undefined,
  tool: string,
  found: readonly MirroredParameter[],
): MirroredParameter {
  const headerName = schema[keyword];
  const refuse = (why: string): PluginError =>
    new PluginError('header-invalid', `tool "${tool}": "${keyword}"${describePlace(path)} ${why}`);
  if (!path || path.length === 0) throw refuse('must stand in a property that property names alone lead to');
  if (typeof headerName !== 'string' || !token.test(headerName)) throw refuse('must be a header name');
  if (!scalarTypes.has(schema['type'])) throw refuse('needs a property of type string, integer or boolean');
  if (found.some((other) => other.headerName.toLowerCase() === headerName.toLowerCase())) {
    throw refuse(`names "${headerName}" a second time`);
  }
  return { headerName, path };
}

function describePlace(path: readonly string[] | undefined): string {
  return path && path.length > 0 ? ` of argument "${path.join('.')}"` : '';
}

function innerSchemas(schema: JsonObject): JsonValue[] {
  return [
    ...[...holdOne, ...holdMore].flatMap((name) => schema[name] ?? []),
    ...holdNamed.flatMap((name) => entriesOf(schema[name]).map(([, inner]) => inner)),
  ];
}

function entriesOf(value: JsonValue | undefined): [string, JsonValue][] {
  return isJsonObject(value) ? Object.entries(value) : [];
}
