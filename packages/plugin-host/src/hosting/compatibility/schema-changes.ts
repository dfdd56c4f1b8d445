/**
 * Describes how the arguments of a tool differ from an older list.
 *
 * Compares only the properties of the input object, which are the arguments.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';

/** One change of an argument. */
export interface ArgumentChange {
  /** The names of the argument, before and now. */
  readonly concerns: readonly string[];
  /** The change as a phrase: `argument "unit" was removed`. */
  readonly says: string;
}

/** @param renames current names of arguments by their old names */
export function findArgumentChanges(
  before: JsonObject,
  after: JsonObject,
  renames: ReadonlyMap<string, string>,
): ArgumentChange[] {
  const [old, now] = [argumentsOf(before), argumentsOf(after)];
  const changes: ArgumentChange[] = [];
  const successors = new Set<string>();
  for (const [name, was] of old) {
    const is = now.get(name);
    const successor = is ? undefined : renames.get(name);
    if (successor !== undefined) successors.add(successor);
    const says = is ? compareArgument(was, is) : wordsForGone(successor);
    if (says !== undefined) changes.push(changeOf(says, name, successor));
  }
  for (const [name, is] of now) {
    if (!old.has(name) && is.isRequired && !successors.has(name))
      changes.push(changeOf('was added and is required', name));
  }
  return changes;
}

function wordsForGone(successor: string | undefined): string {
  return successor === undefined ? 'was removed' : `is called "${successor}" now`;
}

function changeOf(says: string, name: string, successor?: string): ArgumentChange {
  return { concerns: successor === undefined ? [name] : [name, successor], says: `argument "${name}" ${says}` };
}

interface Argument {
  readonly schema: JsonValue;
  readonly isRequired: boolean;
  /** The parts of the schema that decide which values it accepts. */
  readonly shape: string;
}

function argumentsOf(schema: JsonObject): ReadonlyMap<string, Argument> {
  const { properties, required, $defs } = schema;
  const names = new Set(Array.isArray(required) ? required : []);
  const entries = Object.entries(isJsonObject(properties) ? properties : {});
  return new Map(
    entries.map(([name, property]): [string, Argument] => {
      const own = JSON.stringify(property, withoutWords);
      const shape = own.includes('"$ref"') ? own + JSON.stringify($defs, withoutWords) : own;
      return [name, { schema: property, isRequired: names.has(name), shape }];
    }),
  );
}

const words: ReadonlySet<string> = new Set(['title', 'description', 'examples', 'default', 'deprecated']);

// A property may have one of these names; its schema is then an object or a boolean, and stays.
function withoutWords(key: string, value: unknown): unknown {
  const isWord = words.has(key) && (key === 'examples' || key === 'default' || typeof value !== 'object');
  return isWord ? undefined : value;
}

/** @returns `undefined` for arguments that accept the same values */
function compareArgument(was: Argument, is: Argument): string | undefined {
  if (was.shape === is.shape) return is.isRequired && !was.isRequired ? 'is required now' : undefined;
  const [old, now] = [typeIn(was.schema), typeIn(is.schema)];
  const types = old !== undefined && now !== undefined && old !== now ? `: it was ${old} and is ${now}` : '';
  return `takes other values than before${types}`;
}

const articles: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'a boolean',
  object: 'an object',
  array: 'an array',
  null: 'null',
};

function typeIn(schema: JsonValue): string | undefined {
  const type = isJsonObject(schema) ? schema['type'] : undefined;
  return typeof type === 'string' ? articles[type] : undefined;
}
