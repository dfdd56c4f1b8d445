/**
 * Writes template literal types and string mappings (`Uppercase<string>`) as regular expressions with the `u` flag.
 */
import type { ts } from 'ts-morph';
import { compiler } from '../program/compiler.js';

/** The exponents of numbers, from -324 to 308. */
const exponent = '(?:\\+?(?:[0-2]?\\d{1,2}|30[0-8])|-(?:[0-2]?\\d{1,2}|3[01]\\d|32[0-4]))';

/** The text of numbers in JavaScript: `-1.5`, `1e+21`, `1e3`; a larger exponent is not a number, a smaller one is 0. */
const numberText = `-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE]${exponent})?`;

const bigintText = '-?(?:0|[1-9]\\d*)';

/** The characters that each mapping leaves unchanged. Spec: ECMA-262 section 22.2.2.9, properties of code points */
const mapped: ReadonlyMap<string, string> = new Map([
  ['Uppercase', '\\P{Changes_When_Uppercased}*'],
  ['Lowercase', '\\P{Changes_When_Lowercased}*'],
  ['Capitalize', '(?:\\P{Changes_When_Uppercased}[\\s\\S]*)?'],
  ['Uncapitalize', '(?:\\P{Changes_When_Lowercased}[\\s\\S]*)?'],
]);

/** Returns the anchored pattern of the strings that the type allows; `undefined` when it is not such a type or has no pattern. */
export function patternOf(type: ts.Type): string | undefined {
  const text = partOf(type);
  return text === undefined ? undefined : `^${text}$`;
}

/** Writes the pattern for a sequence of alternatives: `parts` are the alternatives, in order. */
export function patternOfParts(parts: readonly (readonly string[])[]): string {
  return `^${parts.map(alternatives).join('')}$`;
}

/** Escapes the text, so that the pattern matches it and nothing else. */
function escapeText(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

function alternatives(texts: readonly string[]): string {
  const [only] = texts;
  return texts.length === 1 && only !== undefined ? escapeText(only) : `(?:${texts.map(escapeText).join('|')})`;
}

function partOf(type: ts.Type): string | undefined {
  const { TypeFlags } = compiler;
  if (type.flags & TypeFlags.TemplateLiteral) return templateText(readTemplate(type));
  if (type.flags & TypeFlags.StringMapping) return mappingText(readMapping(type));
  return undefined;
}

function templateText({ texts, types }: ts.TemplateLiteralType): string | undefined {
  const parts = types.map(spanText);
  if (parts.includes(undefined)) return undefined;
  return texts.map((text, index) => `${escapeText(text)}${parts[index] ?? ''}`).join('');
}

function spanText(type: ts.Type): string | undefined {
  const { TypeFlags } = compiler;
  if (type.flags & (TypeFlags.String | TypeFlags.Any)) return '[\\s\\S]*';
  if (type.flags & TypeFlags.Number) return numberText;
  if (type.flags & TypeFlags.BigInt) return bigintText;
  return partOf(type);
}

/**
 * Returns the pattern of a mapping of all strings; of any other it would have to satisfy two patterns, which none can express.
 */
function mappingText({ symbol, type }: ts.StringMappingType): string | undefined {
  return type.flags & compiler.TypeFlags.String ? mapped.get(symbol.name) : undefined;
}

function readTemplate(type: ts.Type): ts.TemplateLiteralType {
  // Sound because the caller checked the flag that only template literal types have.
  return type as ts.TemplateLiteralType;
}

function readMapping(type: ts.Type): ts.StringMappingType {
  // Sound because the caller checked the flag that only string mappings have.
  return type as ts.StringMappingType;
}
