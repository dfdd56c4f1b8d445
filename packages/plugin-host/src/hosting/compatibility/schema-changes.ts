/**
 * How the arguments of a tool differ from what an older list said of them, in words.
 *
 * Looks at the properties of the input object, which is what arguments are; nothing deeper is told apart.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';

/** One argument that is not what it was. */
export interface ArgumentChange {
  readonly name: string;
  /** Continues a sentence that began with the argument: `was removed`. */
  readonly says: string;
}

/** @param renames old names of arguments with what they are called now */
export function findArgumentChanges(
  before: JsonObject,
  after: JsonObject,
  renames: ReadonlyMap<string, string>,
): ArgumentChange[] {
  const [old, now] = [argumentsOf(before), argumentsOf(after)];
  const changes: ArgumentChange[] = [];
  for (const [name, was] of old) {
    const is = now.get(name);
    if (is) changes.push(...compareArgument(name, was, is));
    else changes.push({ name, says: renames.has(name) ? `is called "${renames.get(name)}" now` : 'was removed' });
  }
  for (const [name, is] of now) {
    if (!old.has(name) && is.isRequired) changes.push({ name, says: 'was added and is required' });
  }
  return changes;
}

interface Argument {
  readonly schema: JsonValue;
  readonly isRequired: boolean;
  /** All that decides which values it takes. */
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

// A property may be called like one of these; its schema is then an object or a boolean, and stays.
function withoutWords(key: string, value: unknown): unknown {
  const isWord = words.has(key) && (key === 'examples' || key === 'default' || typeof value !== 'object');
  return isWord ? undefined : value;
}

function compareArgument(name: string, was: Argument, is: Argument): ArgumentChange[] {
  if (was.shape !== is.shape) {
    const [old, now] = [typeIn(was.schema), typeIn(is.schema)];
    const types = old !== undefined && now !== undefined && old !== now ? `: it was ${old} and is ${now}` : '';
    return [{ name, says: `takes other values than before${types}` }];
  }
  return is.isRequired && !was.isRequired ? [{ name, says: 'is required now' }] : [];
}

const articles: Readonly<Record<string, string>> = {
  ...{ string: 'a string', number: 'a number', integer: 'an integer', boolean: 'a boolean' },
  ...{ object: 'an object', array: 'an array', null: 'null' },
};

function typeIn(schema: JsonValue): string | undefined {
  const type = isJsonObject(schema) ? schema['type'] : undefined;
  return typeof type === 'string' ? articles[type] : undefined;
}
