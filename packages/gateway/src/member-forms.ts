/**
 * The forms that members of the operator's configuration can have, each with its words for an error.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';

/** What a member must be. */
export interface Form<Value> {
  /** Goes on after "must be". */
  readonly expected: string;
  readonly fits: (value: JsonValue) => value is Value & JsonValue;
}

export const text: Form<string> = {
  expected: 'a text without NUL, of at least one character',
  fits: (value): value is string => isPlain(value) && value !== '',
};

export const flag: Form<boolean> = { expected: 'true or false', fits: (value) => typeof value === 'boolean' };

export const texts: Form<readonly string[]> = {
  expected: 'a list of texts without NUL',
  fits: (value): value is string[] => Array.isArray(value) && value.every((it) => isPlain(it)),
};

export const textsByName: Form<Readonly<Record<string, string>>> = {
  expected: 'an object of texts without NUL',
  fits: (value): value is Record<string, string> => isJsonObject(value) && Object.values(value).every(isPlain),
};

export const object: Form<JsonObject> = { expected: 'an object', fits: (value) => isJsonObject(value) };

export function oneOf<const Choice extends string>(...choices: readonly Choice[]): Form<Choice> {
  return {
    expected: `one of ${choices.map((it) => `"${it}"`).join(', ')}`,
    fits: (value): value is Choice => choices.some((it) => it === value),
  };
}

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
