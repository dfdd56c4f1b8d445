/**
 * Describes the values that a type accepts, for a model or a person who has to correct a call.
 */
import {
  isObjectMap,
  resolveNode,
  type ArrayNode,
  type LiteralsNode,
  type NumberNode,
  type PlainNode,
  type SchemaNode,
  type SetNode,
  type StringNode,
  type TupleNode,
} from '../model/schema-node.js';
import { exampleOf } from './example-text.js';

/** Longer lists of values end in "or N more". */
const maxListedValues = 20;

const formatWords: ReadonlyMap<string, string> = new Map([
  ['date-time', 'a date-time such as 2025-03-31T12:00:00Z'],
  ['date', 'a date such as 2025-03-31'],
  ['time', 'a time such as 12:00:00Z'],
  ['email', 'an email address such as ann@example.com'],
  ['uri', 'a URI such as https://example.com/a'],
  ['uuid', 'a UUID such as 123e4567-e89b-12d3-a456-426614174000'],
  ['ipv4', 'an IPv4 address such as 192.0.2.1'],
  ['ipv6', 'an IPv6 address such as 2001:db8::1'],
  ['regex', 'a regular expression, without slashes'],
]);

/** The nodes whose values differ between the wire and the method. */
type RevivedNode = Extract<PlainNode, { kind: 'date' | 'url' | 'regexp' | 'bigint' | 'bytes' | 'map' | 'set' }>;
type Words = (node: RevivedNode) => string;

function wireWords(node: RevivedNode): string {
  switch (node.kind) {
    case 'date':
      return formatWords.get(node.format ?? 'date-time') as string;
    case 'url':
      return 'a URL such as https://example.com/a';
    case 'regexp':
      return 'a regular expression, without slashes';
    case 'bigint':
      return 'an integer as a string of at most 10000 digits, such as "42"';
    case 'bytes':
      return 'base64 text such as SGVsbG8=';
    case 'map':
      return isObjectMap(node) ? 'an object' : 'an array of pairs';
    case 'set':
      return `an array${differentItems(node)}`;
  }
}

function methodWords(node: RevivedNode): string {
  switch (node.kind) {
    case 'date':
      return 'a valid Date';
    case 'url':
      return 'a URL object';
    case 'regexp':
      return 'a RegExp that may have the flag u';
    case 'bigint':
      return 'a bigint';
    case 'bytes':
      return node.as === 'ArrayBuffer' ? 'an ArrayBuffer' : `a ${node.as}`;
    case 'map':
      return 'a Map';
    case 'set':
      return `a Set${range(node.minItems, node.maxItems, 'item')}`;
  }
}

/** Completes the sentence "it must be …" for a value as sent, such as `an integer from 1 to 14`. */
export function describeNode(node: SchemaNode): string {
  return describe(resolveNode(node), wireWords);
}

/** Does the same for a value as the method holds it, such as `a Map`. */
export function describeHeld(node: SchemaNode): string {
  return describe(resolveNode(node), methodWords);
}

function describe(node: PlainNode, words: Words): string {
  switch (node.kind) {
    case 'any':
      return 'any JSON value';
    case 'never':
      return 'left out';
    case 'string':
      return describeString(node);
    case 'number':
      return describeNumber(node);
    case 'boolean':
      return 'a boolean';
    case 'null':
      return 'null';
    case 'literals':
      return describeLiterals(node.values);
    case 'array':
      return `an array${node.uniqueItems ? differentItems(node) : range(node.minItems, node.maxItems, 'item')}`;
    case 'tuple':
      return describeTuple(node);
    case 'object':
      return 'an object';
    case 'union':
      return (
        listed([...new Set(node.members.flatMap((member) => describeMember(member, words)))]) ||
        describe({ kind: 'never' }, words)
      );
    case 'toJson':
      return describe(resolveNode(node.node), words);
    default:
      return words(node);
  }
}

/** Returns `"metric"`, or `one of "metric", "imperial"`. */
function describeLiterals(values: LiteralsNode['values']): string {
  const words = values.map((value) => JSON.stringify(value));
  if (words.length === 1) return words[0] as string;
  const more = words.length - maxListedValues;
  return `one of ${words.slice(0, maxListedValues).join(', ')}${more > 0 ? ` or ${more} more` : ''}`;
}

/** Describes an array with unique items. */
export function describeUniqueItems(node: ArrayNode): string {
  return `an array${differentItems(node)}`;
}

function differentItems({ minItems, maxItems, items }: ArrayNode | SetNode): string {
  const { kind } = resolveNode(items);
  const noun = `different ${kind === 'number' || kind === 'string' ? kind : 'item'}`;
  return range(minItems, maxItems, noun) || ` of ${noun}s`;
}

function describeString(node: StringNode): string {
  const { minLength, maxLength, pattern, format } = node;
  const noun = formatWords.get(format ?? '') ?? 'a string';
  return `${noun}${range(minLength, maxLength, 'character')}${pattern === undefined ? '' : describePattern(pattern, node)}`;
}

/** Parts of the patterns of template literal types and of `Uppercase<string>`, for which an example says more. */
const templateParts = ['[\\s\\S]*', '-?(?:0|[1-9]\\d*)', '\\P{Changes_When_'];

/** Longer patterns are left out where an example says enough; clients have them in the schema. */
const longestPattern = 60;

function describePattern(pattern: string, node: StringNode): string {
  const example = exampleOf(node);
  if (example === undefined) return ` that matches /${pattern}/`;
  const shown = /^[\w.:+@/#-]+$/.test(example) && !example.endsWith('.') ? example : JSON.stringify(example);
  const isShort = pattern.length <= longestPattern && !templateParts.some((part) => pattern.includes(part));
  return isShort ? ` that matches /${pattern}/, such as ${shown}` : ` such as ${shown}`;
}

function describeNumber(node: NumberNode): string {
  const noun = node.multipleOf === 1 ? 'an integer' : 'a number';
  const bounds = [
    node.exclusiveMinimum === undefined ? '' : `greater than ${node.exclusiveMinimum}`,
    node.exclusiveMaximum === undefined ? '' : `less than ${node.exclusiveMaximum}`,
    node.multipleOf === undefined || node.multipleOf === 1 ? '' : `a multiple of ${node.multipleOf}`,
  ];
  return [`${noun}${range(node.minimum, node.maximum)}`, ...bounds.filter((bound) => bound !== '')].join(', ');
}

function describeTuple({ items, required, rest }: TupleNode): string {
  return `an array${range(required, rest ? undefined : items.length, 'item')}`;
}

/** Describes a member; a union's literals are listed beside its other members, so that they read as one list. */
function describeMember(node: SchemaNode, words: Words): readonly string[] {
  const member = resolveNode(node);
  if (member.kind === 'never') return [];
  if (member.kind === 'union') return member.members.flatMap((inner) => describeMember(inner, words));
  if (member.kind === 'literals' && member.values.length <= maxListedValues) {
    return member.values.map((value) => JSON.stringify(value));
  }
  return [describe(member, words)];
}

function listed(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  if (words.every((word) => word.startsWith('"'))) return `one of ${words.join(', ')}`;
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

function range(least: number | undefined, most: number | undefined, unit = ''): string {
  if (least === undefined && most === undefined) return '';
  const noun = unit && ` ${unit}${(most ?? least) === 1 ? '' : 's'}`;
  if (least === most) return ` of ${least}${noun}`;
  if (most === undefined) return ` of at least ${least}${noun}`;
  if (least === undefined) return ` of at most ${most}${noun}`;
  return unit ? ` of ${least} to ${most}${noun}` : ` from ${least} to ${most}`;
}
