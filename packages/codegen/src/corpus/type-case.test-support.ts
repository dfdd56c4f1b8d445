/**
 * The form of the corpus: one TypeScript type, and its expected schemas.
 *
 * The expected schemas follow from the language and the meaning of JSON, never from the generator's output.
 */
import type { JsonObject } from '@sigil/core';

/** A type as the only parameter of one tool, and as the only member of another tool's result. */
export interface TypeCase {
  /** The special feature of the type, as a phrase from which the names of files and tools are made. */
  readonly name: string;
  readonly type: string;
  /** Declarations in the same file. */
  readonly declarations?: string;
  /** Further files, by path from its folder. */
  readonly files?: Readonly<Record<string, string>>;
  /** The parameter's schema. The result's schema is the same with open objects, unless `output` differs. */
  readonly schema: JsonObject;
  /** The `$defs` that go with it. */
  readonly defs?: Readonly<Record<string, JsonObject>>;
  readonly output?: JsonObject;
  readonly outputDefs?: Readonly<Record<string, JsonObject>>;
  /** True when the argument and the member are optional. */
  readonly isOptional?: boolean;
  /** The only direction in which the type has a meaning, if not both. */
  readonly only?: 'input' | 'output';
  /** For enums and brands, to which no literal is assignable: the same type without its name. */
  readonly plainType?: string;
  /** True when the schema accepts more than the type, since JSON Schema cannot express it; the decoder accepts only the type. */
  readonly isWider?: boolean;
}

/** A whole method, for features that a type alone does not show. */
export interface MethodCase {
  readonly name: string;
  /** Name, parameters and return type; absent when the class has none of its own. */
  readonly method?: string;
  readonly body?: string;
  /** Follows the class's name. */
  readonly heritage?: string;
  readonly docs?: string;
  /** Declarations in the same file; `$tool` is the tool's name. */
  readonly declarations?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly inputSchema: JsonObject;
  /** Absent when the tool has none. */
  readonly outputSchema?: JsonObject;
  /** The schema of a generator's yielded values. */
  readonly streamSchema?: JsonObject;
}

/** Cases that belong together. */
export interface CaseGroup {
  readonly name: string;
  readonly types?: readonly TypeCase[];
  readonly methods?: readonly MethodCase[];
}

export const string = { type: 'string' };
export const number = { type: 'number' };
export const boolean = { type: 'boolean' };

/** Returns a closed object; names that end in `?` are optional. */
export function object(members: Readonly<Record<string, JsonObject | false>>, more: JsonObject = {}): JsonObject {
  const names = Object.keys(members);
  const required = names.filter((name) => !name.endsWith('?'));
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name.replace(/\?$/, ''), members[name] ?? false])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
    ...more,
  };
}

/** Returns an array of any number of these. */
export function array(items: JsonObject, more: JsonObject = {}): JsonObject {
  return { type: 'array', items, ...more };
}

/** Returns a tuple of exactly these. */
export function tuple(prefixItems: readonly JsonObject[], more: JsonObject = {}): JsonObject {
  return { type: 'array', prefixItems, items: false, minItems: prefixItems.length, ...more };
}

/** Returns an object with members of any name. */
export function record(
  additionalProperties: JsonObject,
  members: Readonly<Record<string, JsonObject>> = {},
): JsonObject {
  return { ...object(members), additionalProperties };
}

/** Returns an enum of these strings. */
export function strings(...values: readonly string[]): JsonObject {
  return values.length === 1 ? { type: 'string', const: values[0] ?? '' } : { type: 'string', enum: values };
}

/** Returns an enum of these numbers. */
export function numbers(...values: readonly number[]): JsonObject {
  return values.length === 1 ? { type: 'number', const: values[0] ?? 0 } : { type: 'number', enum: values };
}

/** Returns a reference to one of the `$defs`. */
export function ref(name: string, more: JsonObject = {}): JsonObject {
  return { $ref: `#/$defs/${name}`, ...more };
}

/** Returns a union of these. */
export function anyOf(...members: readonly JsonObject[]): JsonObject {
  return { anyOf: members };
}
