/**
 * The forms that members of the operator's configuration can have, each with its words for an error.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';

/** The form of a member. */
export interface Form<Value> {
  /** Goes on after "must be". */
  readonly expected: string;
  readonly fits: (value: JsonValue) => value is Value & JsonValue;
}

/** A text that may stand wherever a program or an address is named. */
export const text: Form<string> = {
  expected: 'a text without NUL, of at least one character',
  fits: (value): value is string => isPlain(value) && value !== '',
};

/** A switch. */
export const flag: Form<boolean> = { expected: 'true or false', fits: (value) => typeof value === 'boolean' };

/** Texts in their order, as arguments of a program are. */
export const texts: Form<readonly string[]> = {
  expected: 'a list of texts without NUL',
  fits: (value): value is string[] => Array.isArray(value) && value.every((it) => isPlain(it)),
};

/** Texts by name, as variables and headers are. */
export const textsByName: Form<Readonly<Record<string, string>>> = {
  expected: 'an object of texts without NUL',
  fits: (value): value is Record<string, string> => isJsonObject(value) && Object.values(value).every(isPlain),
};

/** The same where each name is that of a header. */
export const textsByHeader: Form<Readonly<Record<string, string>>> = {
  expected: `${textsByName.expected}, by the names of headers`,
  fits: (value): value is Record<string, string> => textsByName.fits(value) && Object.keys(value).every(isHeaderName),
};

/** Returns whether HTTP takes it for the name of a header. Spec: RFC 9110 §5.6.2 */
export function isHeaderName(name: string): boolean {
  return /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name);
}

/** An object that is read further. */
export const object: Form<JsonObject> = { expected: 'an object', fits: (value) => isJsonObject(value) };

/** One of the words that there are. */
export function oneOf<const Choice extends string>(...choices: readonly Choice[]): Form<Choice> {
  return {
    expected: `one of ${choices.map((it) => `"${it}"`).join(', ')}`,
    fits: (value): value is Choice => choices.some((it) => it === value),
  };
}

/** A whole number within its bounds, both of them included. */
export function wholeNumber(least: number, most: number): Form<number> {
  return {
    expected: `a whole number from ${least} to ${most}`,
    fits: (value): value is number => Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most,
  };
}

/** No program takes an argument or a variable that holds NUL. */
function isPlain(value: JsonValue): value is string {
  return typeof value === 'string' && !value.includes('\0');
}
