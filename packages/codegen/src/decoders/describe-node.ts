/**
 * Says in words what a type wants of a value, for a model or a person who has to mend a call.
 */
import type { ArrayNode, LiteralsNode, NumberNode, SchemaNode, StringNode, TupleNode } from '../model/schema-node.js';

/** Longer lists of values end in "or N more". */
const maxListedValues = 20;

const formatWords: ReadonlyMap<string, string> = new Map([
  ['date-time', 'a date-time such as 2025-03-31T12:00:00Z'],
  ['date', 'a date such as 2025-03-31'],
  ['time', 'a time such as 12:00:00Z'],
  ['email', 'an email address'],
  ['uri', 'a URI'],
  ['uuid', 'a UUID'],
  ['ipv4', 'an IPv4 address'],
  ['ipv6', 'an IPv6 address'],
]);

/** The end of the sentence "it must be …", such as `an integer from 1 to 14`. */
export function describeNode(node: SchemaNode): string {
  switch (node.kind) {
    case 'any':
      return 'any JSON value';
    case 'string':
      return describeString(node);
    case 'number':
      return describeNumber(node);
    case 'boolean':
      return 'a boolean';
    case 'null':
      return 'null';
    case 'date':
      return formatWords.get('date-time') as string;
    case 'literals':
      return describeLiterals(node.values);
    case 'array':
      return `an array${range(node.minItems, node.maxItems, 'item')}`;
    case 'tuple':
      return describeTuple(node);
    case 'object':
      return 'an object';
    case 'union':
      return listed([...new Set(node.members.flatMap(describeMember))]);
  }
}

/** `"metric"`, or `one of "metric", "imperial"`. */
export function describeLiterals(values: LiteralsNode['values']): string {
  const words = values.map((value) => JSON.stringify(value));
  if (words.length === 1) return words[0] as string;
  const more = words.length - maxListedValues;
  return `one of ${words.slice(0, maxListedValues).join(', ')}${more > 0 ? ` or ${more} more` : ''}`;
}

/** What an array has to be when its items differ. */
export function describeUniqueItems(node: ArrayNode): string {
  return `${describeNode(node)}, each one different`;
}

function describeString({ minLength, maxLength, pattern, format }: StringNode): string {
  const noun = formatWords.get(format ?? '') ?? 'a string';
  const matching = pattern === undefined ? '' : ` that matches /${pattern}/`;
  return `${noun}${range(minLength, maxLength, 'character')}${matching}`;
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

/** A union's literals stand beside its other members, so that they read as one list. */
function describeMember(member: SchemaNode): readonly string[] {
  if (member.kind === 'union') return member.members.flatMap(describeMember);
  if (member.kind === 'literals' && member.values.length <= maxListedValues) {
    return member.values.map((value) => JSON.stringify(value));
  }
  return [describeNode(member)];
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
