/**
 * Turns arbitrary names into identifiers, and keeps the identifiers of one scope distinct.
 */
import { quote } from './quote.js';

const reservedWords = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends false ' +
    'finally for function if implements import in instanceof interface let new null package private protected public return ' +
    'static super switch this throw true try typeof undefined var void while with yield'
  ).split(' '),
);

/** Built-in types, which a declaration of the same name would hide. */
const knownTypes =
  'Array Error JSON Object Promise Record String any bigint boolean never null number object string symbol undefined unknown void';

/** Members that every object has or that the language looks up: a tool with such a name would be mistaken for them. */
const unsafeKeys = new Set(
  (
    '__proto__ constructor hasOwnProperty isPrototypeOf propertyIsEnumerable prototype then toJSON toLocaleString toString ' +
    'valueOf'
  ).split(' '),
);

/**
 * Matches word separators: everything but letters and digits that all compilers accept. Letters of recent Unicode versions are
 * missing from older compilers' tables, so only these scripts are listed.
 */
const separators = /(?![A-Za-z0-9_$]|(?=[\u00c0-\u052f\u3041-\u30ff\u4e00-\u9fa5\uac00-\ud7a3])\p{ID_Continue})[^]/u;

/** Writes a member's name in a type or an object: unquoted where that is safe. */
export function writeKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name);
}

/** Returns the member name of a component: `create-issue` becomes `create_issue`. */
export function toMemberName(name: string): string {
  const safe = identifierOf(name.replace(/[^\p{ID_Continue}$]/gu, '_'));
  return unsafeKeys.has(safe) ? `${safe}_` : safe;
}

/** Returns a type name: `create-issue` becomes `CreateIssue`, `Page_User` stays. */
export function toTypeName(name: string): string {
  const words = name.split(separators).filter((part) => part !== '');
  const joined = words.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('');
  return identifierOf(joined === '' ? 'Unnamed' : joined);
}

/** Returns a variable name: `my-weather` becomes `myWeather`. */
export function toVariableName(name: string): string {
  const type = toTypeName(name);
  const variable = /^\p{Lu}+$/u.test(type) ? type.toLowerCase() : type.charAt(0).toLowerCase() + type.slice(1);
  return reservedWords.has(variable) ? `${variable}_` : variable;
}

/** Hands out every name once. */
export class NameTable {
  readonly #taken: Set<string>;

  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set(taken);
  }

  /** Returns the first of the wanted names that is free, else the last of them with a number. */
  claim(...wanted: readonly [string, ...string[]]): string {
    const last = wanted.at(-1) ?? wanted[0];
    let name = wanted.find((it) => !this.#taken.has(it));
    for (let number = 2; name === undefined; number++) {
      if (!this.#taken.has(`${last}_${number}`)) name = `${last}_${number}`;
    }
    this.#taken.add(name);
    return name;
  }
}

/** Creates a table for the types of a module, which never hides a built-in type. */
export function typeNameTable(taken: Iterable<string> = []): NameTable {
  return new NameTable([...knownTypes.split(' '), ...taken]);
}

function identifierOf(text: string): string {
  return /^[\p{ID_Start}$_]/u.test(text) ? text : `_${text}`;
}
