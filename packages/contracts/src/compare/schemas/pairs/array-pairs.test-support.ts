/**
 * Pairs of schemas of arrays and tuples.
 */
import type { SchemaPair } from './schema-pair.test-support.js';

const string = { type: 'string' };
const number = { type: 'number' };
const strings = { type: 'array', items: string };
const pair = { type: 'array', prefixItems: [string, number], items: false, minItems: 2 };

export const arrayPairs: readonly SchemaPair[] = [
  ['items of another type', strings, { type: 'array', items: number }, 'breaking', 'breaking', '[]'],
  ['items may be more', strings, { type: 'array', items: { type: ['string', 'number'] } }, 'minor', 'breaking', '[]'],
  [
    'items may be less',
    { type: 'array', items: { enum: ['a', 'b'] } },
    { type: 'array', items: { const: 'a' } },
    'breaking',
    'minor',
    '[]',
  ],
  ['items may be anything', strings, { type: 'array' }, 'minor', 'breaking', '[]'],
  ['an array becomes a single value', strings, string, 'breaking', 'breaking', ''],
  ['a least number of items', strings, { ...strings, minItems: 1 }, 'breaking', 'minor', ''],
  ['a most number of items rises', { ...strings, maxItems: 3 }, { ...strings, maxItems: 5 }, 'minor', 'breaking', ''],
  ['items must differ', strings, { ...strings, uniqueItems: true }, 'breaking', 'minor', ''],
  ['items need no longer differ', { ...strings, uniqueItems: true }, strings, 'minor', 'breaking', ''],
  ['unique items said to be not', strings, { ...strings, uniqueItems: false }, 'patch', 'patch', ''],
  [
    'a tuple takes an optional item more',
    pair,
    { ...pair, prefixItems: [string, number, string] },
    'minor',
    'breaking',
    '[2]',
  ],
  [
    'a tuple needs an item more',
    pair,
    { ...pair, prefixItems: [string, number, string], minItems: 3 },
    'breaking',
    'breaking',
    '',
  ],
  ['a tuple loses its last item', pair, { ...pair, prefixItems: [string], minItems: 1 }, 'breaking', 'breaking', '[1]'],
  ['a tuple’s item becomes optional', pair, { ...pair, minItems: 1 }, 'minor', 'breaking', ''],
  ['a tuple’s item changes', pair, { ...pair, prefixItems: [string, string] }, 'breaking', 'breaking', '[1]'],
  ['a tuple may go on', pair, { ...pair, items: number }, 'minor', 'breaking', '[]'],
  ['a tuple may no longer go on', { ...pair, items: number }, pair, 'breaking', 'minor', '[]'],
  [
    'what follows a tuple changes',
    { ...pair, items: number },
    { ...pair, items: string },
    'breaking',
    'breaking',
    '[]',
  ],
  [
    'a list becomes a tuple of the same',
    strings,
    { type: 'array', prefixItems: [string, string], items: false },
    'breaking',
    'minor',
    '[]',
  ],
  [
    'a tuple becomes a list that holds it',
    { type: 'array', prefixItems: [string, string], items: false, minItems: 2 },
    strings,
    'minor',
    'breaking',
    '',
  ],
  ['a tuple becomes a list of its first items only', pair, strings, 'breaking', 'breaking', '[1]'],
  [
    'places that no array reaches do not matter',
    { type: 'array', prefixItems: [string, string], maxItems: 1 },
    { type: 'array', prefixItems: [string, number], maxItems: 1 },
    'patch',
    'patch',
    '',
  ],
  [
    'items deep inside',
    { type: 'array', items: strings },
    { type: 'array', items: { type: 'array', items: { type: ['string', 'null'] } } },
    'minor',
    'breaking',
    '[][]',
  ],
  [
    'a set as an array',
    { ...strings, uniqueItems: true },
    { ...strings, uniqueItems: true, maxItems: 9 },
    'breaking',
    'minor',
    '',
  ],
];
