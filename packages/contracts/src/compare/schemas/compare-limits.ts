/**
 * Compares the bounds of strings, numbers and counts.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import { compareEnds, readNumberLimits, type End } from './number-limits.js';
import { openFormats } from './open-formats.js';
import type { Effect, Pair, SchemaChange } from './schema-change.js';

/** A keyword that sets a lower or an upper bound on a count, and what it counts. */
interface CountKeyword {
  readonly keyword: 'minLength' | 'maxLength' | 'minItems' | 'maxItems' | 'minProperties' | 'maxProperties';
  /** The label in messages, such as `fewest items`. */
  readonly label: string;
}

const stringCounts: readonly CountKeyword[] = [
  { keyword: 'minLength', label: 'fewest characters' },
  { keyword: 'maxLength', label: 'most characters' },
];
/** The bounds of arrays. */
export const itemCounts: readonly CountKeyword[] = [
  { keyword: 'minItems', label: 'fewest items' },
  { keyword: 'maxItems', label: 'most items' },
];
/** The bounds of objects. */
export const propertyCounts: readonly CountKeyword[] = [
  { keyword: 'minProperties', label: 'fewest properties' },
  { keyword: 'maxProperties', label: 'most properties' },
];

/** Formats whose texts are all valid in another format too. */
const broaderFormats: ReadonlyMap<JsonValue, readonly JsonValue[]> = new Map([
  ['email', ['idn-email']],
  ['hostname', ['idn-hostname']],
  ['uri', ['uri-reference', 'iri', 'iri-reference']],
  ['uri-reference', ['iri-reference']],
  ['iri', ['iri-reference']],
]);

/** Returns the differences between two descriptions of strings. */
export function compareStrings(pair: Pair<JsonObject>, path: string): SchemaChange[] {
  const { before, after } = pair;
  const encodings = ['contentEncoding', 'contentMediaType'].filter((key) => before[key] !== after[key]);
  return [
    ...compareCounts(pair, path, stringCounts),
    ...compareKeyword(pair, path, { kind: 'pattern-changed', keyword: 'pattern' }),
    ...compareKeyword(pair, path, { kind: 'format-changed', keyword: 'format', broader: broaderFormats }),
    ...encodings.map((keyword): SchemaChange => {
      const fact = `${keyword} was ${shown(before[keyword])}, is now ${shown(after[keyword])}`;
      return { kind: 'encoding-changed', effect: 'changes', path, fact };
    }),
  ];
}

interface TextKeyword {
  readonly kind: 'pattern-changed' | 'format-changed';
  readonly keyword: 'pattern' | 'format';
  readonly broader?: ReadonlyMap<JsonValue, readonly JsonValue[]>;
}

function compareKeyword({ before, after }: Pair<JsonObject>, path: string, about: TextKeyword): SchemaChange[] {
  const { kind, keyword, broader } = about;
  const [older, newer] = [before[keyword], after[keyword]];
  if (older === newer) return [];
  const fact = `the ${keyword} was ${shown(older)}, is now ${shown(newer)}`;
  const [was, is] = [limitIn(older, keyword), limitIn(newer, keyword)];
  if (was === is) return [{ kind, effect: 'documents', path, fact }];
  const isBroader = is === undefined || broader?.get(was ?? '')?.includes(is);
  const isNarrower = was === undefined || broader?.get(is ?? '')?.includes(was);
  return [{ kind, effect: isBroader ? 'widens' : isNarrower ? 'narrows' : 'changes', path, fact }];
}

/** Returns the limit; nothing for a format that accepts every text. */
function limitIn(value: JsonValue | undefined, keyword: TextKeyword['keyword']): JsonValue | undefined {
  return keyword === 'format' && openFormats.has(value) ? undefined : value;
}

/** Returns the differences between two descriptions of numbers. */
export function compareNumbers({ before, after }: Pair<JsonObject>, path: string): SchemaChange[] {
  const [older, newer] = [readNumberLimits(before), readNumberLimits(after)];
  return [
    ...compareEnd({ before: older.least, after: newer.least }, path, -1),
    ...compareEnd({ before: older.most, after: newer.most }, path, 1),
    ...compareMultiples({ before: older.multiples, after: newer.multiples }, path),
  ];
}

function compareEnd({ before, after }: Pair<End>, path: string, side: -1 | 1): SchemaChange[] {
  const order = compareEnds(after, before, side);
  if (order === 0) return [];
  const label = side === 1 ? 'the largest number' : 'the smallest number';
  return [limitChange(order < 0, path, `${label} was ${shownEnd(before, side)}, is now ${shownEnd(after, side)}`)];
}

function compareMultiples({ before, after }: Pair<readonly number[]>, path: string): SchemaChange[] {
  const keepsAll = after.every((step) => before.some((older) => isMultiple(older, step)));
  const addsNone = before.every((step) => after.some((newer) => isMultiple(newer, step)));
  if (keepsAll && addsNone) return [];
  const fact = `was ${shownMultiples(before)}, is now ${shownMultiples(after)}`;
  if (keepsAll || addsNone) return [limitChange(addsNone, path, fact)];
  return [{ kind: 'type-changed', effect: 'changes', path, fact }];
}

/** Returns whether one number is a multiple of another; certain only for whole numbers, as fractions are not exact. */
function isMultiple(value: number, of: number): boolean {
  return value === of || (Number.isInteger(value) && Number.isInteger(of) && value % of === 0);
}

/** Returns the differences between counts of characters, items or properties. */
export function compareCounts(
  { before, after }: Pair<JsonObject>,
  path: string,
  keywords: readonly CountKeyword[],
): SchemaChange[] {
  return keywords.flatMap(({ keyword, label }) => {
    const none = keyword.startsWith('min') ? 0 : Infinity;
    const [older, newer] = [numberOf(before[keyword], none), numberOf(after[keyword], none)];
    if (older === newer) return [];
    const isTighter = keyword.startsWith('min') ? newer > older : newer < older;
    return [
      limitChange(isTighter, path, `${label} (${keyword}): ${shownCount(older)} before, ${shownCount(newer)} now`),
    ];
  });
}

function limitChange(isTighter: boolean, path: string, fact: string): SchemaChange {
  const effect: Effect = isTighter ? 'narrows' : 'widens';
  return { kind: isTighter ? 'limit-tightened' : 'limit-loosened', effect, path, fact };
}

function numberOf(value: JsonValue | undefined, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}

function shown(value: JsonValue | undefined): string {
  return value === undefined ? 'none' : JSON.stringify(value);
}

function shownCount(count: number): string {
  return Number.isFinite(count) ? String(count) : 'no limit';
}

function shownEnd({ value, isOpen }: End, side: -1 | 1): string {
  if (!Number.isFinite(value)) return 'unlimited';
  return isOpen ? `${side === 1 ? 'below' : 'above'} ${value}` : String(value);
}

function shownMultiples(steps: readonly number[]): string {
  if (steps.length === 0) return 'any number';
  return steps.map((step) => (step === 1 ? 'an integer' : `a multiple of ${step}`)).join(' and ');
}
