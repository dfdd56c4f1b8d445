/**
 * The forms that members of the operator's configuration can have, each with its description for an error.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';

/** The form of a member. */
export interface Form<Value> {
  /** The expectation, to follow "must be" in an error. */
  readonly expected: string;
  readonly fits: (value: JsonValue) => value is Value & JsonValue;
}

/** A non-empty string without NUL, for a program, an address and the like. */
export const text: Form<string> = {
  expected: 'a text without NUL, of at least one character',
  fits: (value): value is string => isPlain(value) && value !== '',
};

/** A boolean. */
export const flag: Form<boolean> = { expected: 'true or false', fits: (value) => typeof value === 'boolean' };

/** A list of strings without NUL, such as a program's arguments. */
export const texts: Form<readonly string[]> = {
  expected: 'a list of texts without NUL',
  fits: (value): value is string[] => Array.isArray(value) && value.every((it) => isPlain(it)),
};

/** Strings by name, such as variables and headers. */
export const textsByName: Form<Readonly<Record<string, string>>> = {
  expected: 'an object of texts without NUL',
  fits: (value): value is Record<string, string> => isJsonObject(value) && Object.values(value).every(isPlain),
};

/** Strings by header name. */
export const textsByHeader: Form<Readonly<Record<string, string>>> = {
  expected: `${textsByName.expected}, by the names of headers`,
  fits: (value): value is Record<string, string> => textsByName.fits(value) && Object.keys(value).every(isHeaderName),
};

/** Returns whether HTTP allows the string as the name of a header. Spec: RFC 9110 §5.6.2 */
export function isHeaderName(name: string): boolean {
  return /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name);
}

/** An object whose members are read by their own forms. */
export const object: Form<JsonObject> = { expected: 'an object', fits: (value) => isJsonObject(value) };

/** One of the given words. */
export function oneOf<const Choice extends string>(...choices: readonly Choice[]): Form<Choice> {
  return {
    expected: `one of ${choices.map((it) => `"${it}"`).join(', ')}`,
    fits: (value): value is Choice => choices.some((it) => it === value),
  };
}

/** A whole number within bounds, both inclusive. */
export function wholeNumber(least: number, most: number): Form<number> {
  return {
    expected: `a whole number from ${least} to ${most}`,
    fits: (value): value is number => Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most,
  };
}

/** An argument or a variable of a program cannot hold NUL. */
function isPlain(value: JsonValue): value is string {
  return typeof value === 'string' && !value.includes('\0');
}
