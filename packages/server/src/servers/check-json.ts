/**
 * Checks JSON against schemas from configuration and from upstream servers, compiled on first use and cached with the schema.
 *
 * Schemas of plugins do not need this: their build writes decoders.
 */
import { isJsonObject, nearestNames, type JsonObject, type JsonValue } from '@sigil/core';
import { kindOf, type ArgumentProblem } from '@sigil/core/building';
import type { Ajv, AnySchemaObject, ErrorObject, ValidateFunction } from 'ajv';
import { runLimited } from './run-limited.js';

/** Finds the problems of a value, with the messages of generated decoders; empty when the value is valid. */
export type JsonCheck = (value: JsonValue) => readonly ArgumentProblem[];

const longestCheckMs = 200;
const checkedInTime = `a value that takes less than ${longestCheckMs} ms to check against its schema`;

const known = new WeakMap<JsonObject, Promise<JsonCheck>>();
/** The shared compilers, by dialect. */
const shared = new Map<Dialect, Promise<Compiler>>();

/** The version of JSON Schema; the protocol's own is the newest. */
type Dialect = '2020-12' | '2019-09' | 'draft-07';
type Compiler = Pick<Ajv, 'compile' | 'removeSchema'>;

/** @throws Error when the schema is invalid */
export function compileCheck(schema: JsonObject): Promise<JsonCheck> {
  const compiled = known.get(schema) ?? compile(schema);
  known.set(schema, compiled);
  return compiled;
}

async function compile(schema: JsonObject): Promise<JsonCheck> {
  // A schema with an `$id` gets its own compiler, so that schemas of other servers neither see nor hide it.
  const dialect = dialectOf(schema);
  const ajv = await (hasIds(schema) ? openCompiler(dialect) : sharedCompiler(dialect));
  try {
    const validate = ajv.compile(schema);
    const isValid = mayTakeLong(schema)
      ? (value: JsonValue) => runLimited(() => validate(value), longestCheckMs)
      : (value: JsonValue) => validate(value);
    return (value) => {
      const outcome = isValid(value);
      if (outcome === undefined) return [{ path: '', expected: checkedInTime, received: kindOf(value) }];
      return outcome ? [] : problemsOf(validate, value);
    };
  } finally {
    // The compiler would remember schemas for ever; `known` forgets them with the schema.
    ajv.removeSchema(schema as AnySchemaObject);
  }
}

/** Patterns may backtrack for hours on a text of some dozen characters, during which the process would serve nobody. */
function mayTakeLong(schema: JsonObject): boolean {
  return /"(?:pattern|patternProperties|uniqueItems)"/.test(JSON.stringify(schema));
}

function hasIds(schema: JsonObject): boolean {
  return JSON.stringify(schema).includes('"$id"');
}

/** Reads `$schema`; many servers that were written for an older protocol state draft 7. */
function dialectOf({ $schema }: JsonObject): Dialect {
  if (typeof $schema !== 'string') return '2020-12';
  if (/draft-07/.test($schema)) return 'draft-07';
  return $schema.includes('2019-09') ? '2019-09' : '2020-12';
}

function sharedCompiler(dialect: Dialect): Promise<Compiler> {
  const compiler = shared.get(dialect) ?? openCompiler(dialect);
  shared.set(dialect, compiler);
  return compiler;
}

// Loaded by the first server with a schema to check.
async function openCompiler(dialect: Dialect): Promise<Compiler> {
  // Stops at the first problem, so that the work does not grow with the number of mistakes.
  const options = {
    strict: false,
    allErrors: false,
    validateFormats: false,
    verbose: true,
    logger: false,
    ownProperties: true,
  } as const;
  if (dialect === 'draft-07') return new (await import('ajv')).Ajv(options);
  if (dialect === '2019-09') return new (await import('ajv/dist/2019.js')).Ajv2019(options);
  return new (await import('ajv/dist/2020.js')).Ajv2020(options);
}

function problemsOf({ errors }: ValidateFunction, value: JsonValue): ArgumentProblem[] {
  return (errors ?? []).slice(0, 1).map((error) => describe(error, value));
}

function describe(error: ErrorObject, root: JsonValue): ArgumentProblem {
  const { keyword, params, instancePath } = error;
  const path = instancePath.split('/').slice(1).map(unescape);
  if (keyword === 'required') {
    const missing = params['missingProperty'] as string;
    return {
      path: written([...path, missing]),
      expected: 'given',
      received: insteadOf(missing, error, valueAt(root, path)),
    };
  }
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') {
    const extra = [...path, (params['additionalProperty'] ?? params['unevaluatedProperty']) as string];
    const advice = adviceFor(extra.at(-1)!, error);
    return { path: written(extra), expected: 'left out', received: kindOf(valueAt(root, extra)), unknown: advice };
  }
  return { path: written(path), expected: expectationOf(error), received: receivedOf(keyword, valueAt(root, path)) };
}

function adviceFor(name: string, { parentSchema }: ErrorObject): string {
  const known: unknown = parentSchema?.['properties'];
  const [nearest] = nearestNames(name, isJsonObject(known) ? Object.keys(known) : []);
  return nearest === undefined ? '' : `did you mean "${nearest}"?`;
}

/** Describes what came instead of a missing member: nothing, or a member whose name may be misspelt. */
function insteadOf(missing: string, { parentSchema }: ErrorObject, parent: unknown): string {
  const known: unknown = parentSchema?.['properties'];
  const names = isJsonObject(known) ? Object.keys(known) : [];
  const others = isJsonObject(parent) ? Object.keys(parent).filter((name) => !names.includes(name)) : [];
  const [nearest] = nearestNames(missing, others);
  return nearest === undefined ? 'nothing' : `nothing, only "${nearest}"`;
}

/** Returns the kind of the value, or the number or length that is out of bounds. */
function receivedOf(keyword: string, value: unknown): string {
  if (typeof value === 'number' && (bounds.has(keyword) || keyword === 'enum' || keyword === 'const'))
    return String(value);
  if (typeof value === 'string' && keyword.endsWith('Length')) return `a string of ${counted(value, 'character')}`;
  return Array.isArray(value) && keyword.endsWith('Items') ? `an array of ${counted(value, 'item')}` : kindOf(value);
}

function counted(values: string | readonly unknown[], noun: string): string {
  const { length } = typeof values === 'string' ? [...values] : values;
  return `${length} ${noun}${length === 1 ? '' : 's'}`;
}

function expectationOf({ keyword, params, message, schema }: ErrorObject): string {
  if (keyword === 'type')
    return [schema]
      .flat()
      .map((type) => articled(String(type)))
      .join(' or ');
  if (keyword === 'const') return JSON.stringify(params['allowedValue']);
  if (keyword === 'enum') return `one of ${(schema as JsonValue[]).map((it) => JSON.stringify(it)).join(', ')}`;
  const words = bounds.get(keyword);
  return words ? words.replace('#', () => String(schema)) : `as its schema says: it ${message ?? 'does not fit'}`;
}

/** The words for the most common bounds; `#` means the bound. */
const bounds: ReadonlyMap<string, string> = new Map([
  ['minLength', 'a string of at least # characters'],
  ['maxLength', 'a string of at most # characters'],
  ['pattern', 'a string that matches /#/'],
  ['minimum', 'a number of at least #'],
  ['maximum', 'a number of at most #'],
  ['exclusiveMinimum', 'a number greater than #'],
  ['exclusiveMaximum', 'a number less than #'],
  ['multipleOf', 'a multiple of #'],
  ['minItems', 'an array of at least # items'],
  ['maxItems', 'an array of at most # items'],
  ['uniqueItems', 'an array, each item different'],
]);

function articled(type: string): string {
  if (type === 'null') return 'null';
  return `${/^[aio]/.test(type) ? 'an' : 'a'} ${type}`;
}

function unescape(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

function written(path: readonly string[]): string {
  return path
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '')
    .slice(0, 256);
}

function valueAt(root: JsonValue, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, part) => (typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined),
    root,
  );
}
