/**
 * Reads members of a JSON object one by one, and refuses a wrong one with a clear message.
 *
 * Knows no particular members.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import { suggestNames } from '@sigil/core/building';

/** The form of a member: its description, and the function that reads it. */
export interface MemberForm<Value> {
  /** The description in messages: `a number from 1 to 10`. */
  readonly expected: string;
  /** The form as JSON Schema, for editors. */
  readonly schema?: JsonObject;
  /** @returns `undefined` when the value has another form */
  read(value: JsonValue): Value | undefined;
  /** Describes a wrong value whose kind alone does not show the difference. */
  readonly describe?: (value: JsonValue) => string | undefined;
}

/** A non-empty string. */
export const text: MemberForm<string> = {
  expected: 'a text',
  schema: { type: 'string', minLength: 1 },
  read: (value) => (typeof value === 'string' && value !== '' ? value : undefined),
};

/** A boolean. */
export const flag: MemberForm<boolean> = {
  expected: 'true or false',
  schema: { type: 'boolean' },
  read: (value) => (typeof value === 'boolean' ? value : undefined),
};

/** A JSON object whose members are read elsewhere. */
export const object: MemberForm<JsonObject> = {
  expected: 'an object',
  schema: { type: 'object' },
  read: (value) => (isJsonObject(value) ? value : undefined),
};

/** A list of non-empty strings. */
export const texts: MemberForm<readonly string[]> = {
  expected: 'a list of texts',
  schema: { type: 'array', items: { type: 'string', minLength: 1 } },
  read: (value) =>
    Array.isArray(value) && value.every((it) => typeof it === 'string' && it !== '') ? (value as string[]) : undefined,
};

/** A whole number within bounds, both inclusive. */
export function wholeNumber(least: number, most: number): MemberForm<number> {
  return {
    expected: `a whole number from ${least} to ${most}`,
    schema: { type: 'integer', minimum: least, maximum: most },
    read: (value) =>
      typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most ? value : undefined,
  };
}

/** One of the given strings. */
export function oneOf<const Choice extends string>(...choices: readonly Choice[]): MemberForm<Choice> {
  return {
    expected: `one of ${choices.map((choice) => `"${choice}"`).join(', ')}`,
    schema: { enum: choices },
    read: (value) => choices.find((choice) => choice === value),
  };
}

type Forms = Readonly<Record<string, MemberForm<unknown>>>;

/** The members after reading; absent ones stay absent. */
export type ReadMembers<Given extends Forms> = {
  readonly [Name in keyof Given]?: Given[Name] extends MemberForm<infer Value> ? Value : never;
};

/**
 * @param where names the object in messages: `sigil.config.json`, `plugins.weather of sigil.config.json`
 * @param fail makes the error for a message
 * @throws the error that `fail` makes, naming the member, what was expected and what came
 */
export function readMembers<Given extends Forms>(
  given: JsonObject,
  forms: Given,
  { where, fail }: { readonly where: string; readonly fail: (message: string) => Error },
): ReadMembers<Given> {
  const members: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    const form = Object.hasOwn(forms, name) ? forms[name] : undefined;
    if (!form) throw fail(`${where}: there is no "${name}"${suggestNames(name, Object.keys(forms))}`);
    const member = form.read(value);
    if (member === undefined) {
      const got = form.describe?.(value) ?? describe(value);
      throw fail(`${where}: "${name}" must be ${form.expected}, got ${got}`);
    }
    members[name] = member;
  }
  return members as ReadMembers<Given>; // each was read by the form of its name
}

/** Describes numbers and flags by value, other values only by kind, since they may hold secrets. */
export function describe(value: JsonValue): string {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value);
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'string' ? 'another text' : 'an object';
}
