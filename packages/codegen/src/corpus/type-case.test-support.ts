/**
 * The form of the corpus: one TypeScript type, and the schemas that it must become.
 *
 * The expected schemas follow from the language and from what JSON means, never from what the generator happens to do.
 */
import type { JsonObject } from '@sigil/core';

/** A type as the only parameter of one tool, and as the only member of what another tool returns. */
export interface TypeCase {
  /** The words for what is special about the type; the names of files and tools are made of them. */
  readonly name: string;
  readonly type: string;
  /** Stand in the same file. */
  readonly declarations?: string;
  /** Stand beside it, by path from its folder. */
  readonly files?: Readonly<Record<string, string>>;
  /** The parameter's schema. The result's is the same with open objects, unless `output` says otherwise. */
  readonly schema: JsonObject;
  /** The `$defs` that go with it. */
  readonly defs?: Readonly<Record<string, JsonObject>>;
  readonly output?: JsonObject;
  readonly outputDefs?: Readonly<Record<string, JsonObject>>;
  /** Tells whether the argument and the member may be left out. */
  readonly isOptional?: boolean;
  /** The direction that the type is used in, when it has a meaning in one direction only. */
  readonly only?: 'input' | 'output';
  /** For enums and brands, whose values no literal is assignable to: the same type without its name. */
  readonly plainType?: string;
  /**
   * Tells whether the schema takes more than the type, since JSON Schema cannot say it; the decoder takes what the type
   * does.
   */
  readonly isWider?: boolean;
}

/** A whole method, for what does not show on a type alone. */
export interface MethodCase {
  readonly name: string;
  /** Name, parameters and return type; absent when the class has none of its own. */
  readonly method?: string;
  readonly body?: string;
  /** Goes after the class's name. */
  readonly heritage?: string;
  readonly docs?: string;
  /** Stand in the same file; `$tool` is the tool's name. */
  readonly declarations?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly inputSchema: JsonObject;
  /** Absent when the tool has none. */
  readonly outputSchema?: JsonObject;
  /** Of what a generator yields. */
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

/** A closed object; names that end in `?` are not required. */
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

/** Any number of these. */
export function array(items: JsonObject, more: JsonObject = {}): JsonObject {
  return { type: 'array', items, ...more };
}

/** Exactly these. */
export function tuple(prefixItems: readonly JsonObject[], more: JsonObject = {}): JsonObject {
  return { type: 'array', prefixItems, items: false, minItems: prefixItems.length, ...more };
}

/** Members of any name. */
export function record(
  additionalProperties: JsonObject,
  members: Readonly<Record<string, JsonObject>> = {},
): JsonObject {
  return { ...object(members), additionalProperties };
}

/** One of these strings. */
export function strings(...values: readonly string[]): JsonObject {
  return values.length === 1 ? { type: 'string', const: values[0] ?? '' } : { type: 'string', enum: values };
}

/** One of these numbers. */
export function numbers(...values: readonly number[]): JsonObject {
  return values.length === 1 ? { type: 'number', const: values[0] ?? 0 } : { type: 'number', enum: values };
}

/** A use of one of the `$defs`. */
export function ref(name: string, more: JsonObject = {}): JsonObject {
  return { $ref: `#/$defs/${name}`, ...more };
}

/** One of these. */
export function anyOf(...members: readonly JsonObject[]): JsonObject {
  return { anyOf: members };
}
