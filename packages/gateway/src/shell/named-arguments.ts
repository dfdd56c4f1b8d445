/**
 * The named arguments of a command: their schemas, and the strings that a caller's values become.
 *
 * Takes the part of JSON Schema that makes sense for one word of a command line, and refuses every other keyword.
 */
import { isJsonObject, nearestNames, type JsonObject, type JsonValue } from '@sigil/core';
import type { ArgumentProblem } from '@sigil/core/building';
import { problem, type ShellConfiguration } from './shell-configuration.js';

/** The strings that the arguments of one call became. */
export interface ReadArguments {
  /** The strings by name; absent for optional arguments that were left out. */
  readonly values: ReadonlyMap<string, string>;
  readonly problems: readonly ArgumentProblem[];
}

export interface NamedArguments {
  readonly inputSchema: JsonObject;
  read(input: JsonObject): ReadArguments;
}

interface Argument {
  readonly name: string;
  readonly schema: JsonObject;
  readonly isRequired: boolean;
  readonly check: (value: JsonValue) => string | undefined;
}

const keywords: ReadonlySet<string> = new Set([
  'type',
  'title',
  'description',
  'default',
  'examples',
  'enum',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
]);

/**
 * @param places the names that the command asks for
 * @throws ShellConfigurationError when arguments and places do not match, or a schema does not describe a word
 */
export function readNamedArguments(
  { arguments: declared, required }: ShellConfiguration,
  places: ReadonlySet<string>,
): NamedArguments {
  const schemas = declared ?? Object.fromEntries([...places].map((name) => [name, { type: 'string' }]));
  for (const name of places) {
    if (!Object.hasOwn(schemas, name)) {
      throw problem(`{${name}} is no argument; declare it in "arguments", or write {{${name}}} for the text itself`);
    }
  }
  for (const name of [...Object.keys(schemas), ...(required ?? [])]) {
    if (!Object.hasOwn(schemas, name)) throw problem(`"required" names "${name}", which is not in "arguments"`);
    if (!places.has(name)) throw problem(`the argument "${name}" is used nowhere; write {${name}} where it goes`);
  }
  const all = Object.entries(schemas).map(([name, schema]) => readArgument(name, schema, required));
  return { inputSchema: writeInputSchema(all), read: (input) => readAll(all, input) };
}

function writeInputSchema(all: readonly Argument[]): JsonObject {
  const required = all.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(all.map(({ name, schema }) => [name, schema])),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

function readArgument(name: string, given: JsonValue, required: readonly string[] | undefined): Argument {
  if (!isJsonObject(given)) throw problem(`the schema of the argument "${name}" must be an object`);
  for (const keyword of Object.keys(given)) {
    if (!keywords.has(keyword)) {
      throw problem(`the argument "${name}" has "${keyword}"; there are ${[...keywords].join(', ')}`);
    }
  }
  const schema: JsonObject = { type: 'string', ...given };
  const isRequired = required ? required.includes(name) : schema['default'] === undefined;
  const argument = { name, schema, isRequired, check: compileCheck(name, schema) };
  const fallback = schema['default'];
  if (fallback !== undefined && argument.check(fallback) !== undefined) {
    throw problem(`the "default" of the argument "${name}" must be ${argument.check(fallback)}`);
  }
  return argument;
}

type Check = (value: JsonValue) => string | undefined;

/** @returns a check that returns what was expected if the value is something else */
function compileCheck(name: string, schema: JsonObject): Check {
  const checks = [checkOfType(name, schema['type']), ...checksOfBounds(name, schema)];
  return (value) => {
    for (const check of checks) {
      const expected = check(value);
      if (expected !== undefined) return expected;
    }
    return undefined;
  };
}

function checkOfType(name: string, type: JsonValue | undefined): Check {
  switch (type) {
    case 'string':
      return (value) => (typeof value === 'string' ? undefined : 'a string');
    case 'number':
      return (value) => (typeof value === 'number' ? undefined : 'a number');
    case 'integer':
      return (value) => (Number.isSafeInteger(value) ? undefined : 'a whole number');
    case 'boolean':
      return (value) => (typeof value === 'boolean' ? undefined : 'true or false');
    default:
      throw problem(`the "type" of the argument "${name}" must be "string", "number", "integer" or "boolean"`);
  }
}

function checksOfBounds(name: string, schema: JsonObject): Check[] {
  const checks: Check[] = [];
  const choices = schema['enum'];
  if (choices !== undefined) {
    if (!Array.isArray(choices) || choices.length === 0) throw problem(`the "enum" of "${name}" must be a list`);
    const expected = `one of ${choices.map((it) => JSON.stringify(it)).join(', ')}`;
    checks.push((value) => (choices.includes(value) ? undefined : expected));
  }
  const form = schema['pattern'];
  if (form !== undefined) {
    const pattern = compilePattern(name, form);
    checks.push((value) => (pattern.test(String(value)) ? undefined : `a text like ${String(form)}`));
  }
  const bound = (keyword: string, within: (value: JsonValue, limit: number) => boolean, words: string): void => {
    const limit = schema[keyword];
    if (limit === undefined) return;
    if (typeof limit !== 'number') throw problem(`the "${keyword}" of the argument "${name}" must be a number`);
    checks.push((value) => (within(value, limit) ? undefined : `${words} ${limit}`));
  };
  bound('minLength', (value, limit) => [...String(value)].length >= limit, 'a text with a length of at least');
  bound('maxLength', (value, limit) => [...String(value)].length <= limit, 'a text with a length of at most');
  bound('minimum', (value, limit) => Number(value) >= limit, 'at least');
  bound('maximum', (value, limit) => Number(value) <= limit, 'at most');
  return checks;
}

function compilePattern(name: string, form: JsonValue): RegExp {
  try {
    return new RegExp(String(form), 'u');
  } catch {
    throw problem(`the "pattern" of the argument "${name}" must be a regular expression`);
  }
}

function readAll(all: readonly Argument[], input: JsonObject): ReadArguments {
  const values = new Map<string, string>();
  const problems: ArgumentProblem[] = [];
  for (const name of Object.keys(input)) {
    if (!all.some((argument) => argument.name === name)) {
      const [nearest] = nearestNames(
        name,
        all.map((argument) => argument.name),
      );
      const unknown = nearest === undefined ? '' : `did you mean "${nearest}"?`;
      problems.push({ path: name, expected: 'left out', received: describeValue(input[name]!), unknown });
    }
  }
  for (const argument of all) {
    const read = readOne(argument, Object.hasOwn(input, argument.name) ? input[argument.name] : undefined);
    if (typeof read === 'string') values.set(argument.name, read);
    else if (read) problems.push(read);
  }
  return { values, problems };
}

function readOne(
  { name, schema, isRequired, check }: Argument,
  given: JsonValue | undefined,
): string | ArgumentProblem | undefined {
  const value = given === undefined ? schema['default'] : coerce(given, schema['type']);
  if (value === undefined) {
    return isRequired ? { path: name, expected: describeType(schema), received: 'nothing' } : undefined;
  }
  const expected = check(value);
  if (expected !== undefined) return { path: name, expected, received: describeReceived(value, schema) };
  return String(value);
}

/** Converts a string that can only mean a number or a boolean, as everywhere in Sigil. */
function coerce(value: JsonValue, type: JsonValue | undefined): JsonValue {
  if (typeof value !== 'string' || type === 'string') return value;
  if (type === 'boolean') return value === 'true' ? true : value === 'false' ? false : value;
  return /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(value) ? Number(value) : value;
}

function describeType({ type }: JsonObject): string {
  return type === 'integer' ? 'a whole number' : type === 'boolean' ? 'true or false' : `a ${String(type)}`;
}

/** Describes a wrong value; a number is quoted where one was expected, since only its size can be wrong then. */
function describeReceived(value: JsonValue, { type }: JsonObject): string {
  const isNumeric = type === 'number' || type === 'integer';
  return isNumeric && typeof value === 'number' ? String(value) : describeValue(value);
}

function describeValue(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `another ${typeof value}`;
}
