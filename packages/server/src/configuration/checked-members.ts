/**
 * Reads members of a JSON object one by one, and refuses what does not fit with one clear message.
 *
 * Knows nothing of which members there are.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import { suggestNames } from '@sigil/core/building';

/** The form that a member must have: its words, and the function that reads it. */
export interface MemberForm<Value> {
  /** As it stands in a message: `a number from 1 to 10`. */
  readonly expected: string;
  /** The same as JSON Schema, for editors. */
  readonly schema?: JsonObject;
  /** @returns `undefined` when the value is of another form */
  read(value: JsonValue): Value | undefined;
  /** Says what came where its kind alone would not tell it from what was expected. */
  readonly describe?: (value: JsonValue) => string | undefined;
}

/** A text of at least one character. */
export const text: MemberForm<string> = {
  expected: 'a text',
  schema: { type: 'string', minLength: 1 },
  read: (value) => (typeof value === 'string' && value !== '' ? value : undefined),
};

/** Yes or no. */
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

/** A list of such texts. */
export const texts: MemberForm<readonly string[]> = {
  expected: 'a list of texts',
  schema: { type: 'array', items: { type: 'string', minLength: 1 } },
  read: (value) =>
    Array.isArray(value) && value.every((it) => typeof it === 'string' && it !== '') ? (value as string[]) : undefined,
};

/** A whole number within the bounds, both included. */
export function wholeNumber(least: number, most: number): MemberForm<number> {
  return {
    expected: `a whole number from ${least} to ${most}`,
    schema: { type: 'integer', minimum: least, maximum: most },
    read: (value) =>
      typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most ? value : undefined,
  };
}

/** One of some texts. */
export function oneOf<const Choice extends string>(...choices: readonly Choice[]): MemberForm<Choice> {
  return {
    expected: `one of ${choices.map((choice) => `"${choice}"`).join(', ')}`,
    schema: { enum: choices },
    read: (value) => choices.find((choice) => choice === value),
  };
}

type Forms = Readonly<Record<string, MemberForm<unknown>>>;

/** The members after reading; those that were absent still are. */
export type ReadMembers<Given extends Forms> = {
  readonly [Name in keyof Given]?: Given[Name] extends MemberForm<infer Value> ? Value : never;
};

/**
 * @param where names the object in messages: `sigil.config.json`, `plugins.weather of sigil.config.json`
 * @param fail makes the error of a message
 * @throws what `fail` makes, naming the member, what was expected and what came
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

/** Numbers and flags as they are; of texts and larger things only the kind, as they may hold secrets. */
export function describe(value: JsonValue): string {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value);
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'string' ? 'another text' : 'an object';
}
