/**
 * Pairs of schemas with `anyOf`, references, recursion, and keywords that cannot be compared.
 */
import type { SchemaPair } from './schema-pair.test-support.js';

const string = { type: 'string' };
const number = { type: 'number' };
const closed = { type: 'object', additionalProperties: false };
const circle = { ...closed, properties: { kind: { const: 'circle' }, radius: number }, required: ['kind', 'radius'] };
const square = { ...closed, properties: { kind: { const: 'square' }, side: number }, required: ['kind', 'side'] };
const named = { ...closed, properties: { name: string }, required: ['name'] };
const counted = { ...closed, properties: { count: number }, required: ['count'] };

function tree(value: object, more: object = {}): object {
  const node = {
    ...closed,
    properties: { value, children: { type: 'array', items: { $ref: '#/$defs/Node' } }, ...more },
    required: ['value'],
  };
  return { $ref: '#/$defs/Node', $defs: { Node: node } };
}

export const unionPairs: readonly SchemaPair[] = (
  [
    [
      'a type array as anyOf',
      { type: ['string', 'null'] },
      { anyOf: [string, { type: 'null' }] },
      'patch',
      'patch',
      '',
    ],
    ['one member as anyOf', string, { anyOf: [string] }, 'patch', 'patch', ''],
    ['members in another order', { anyOf: [string, number] }, { anyOf: [number, string] }, 'none', 'none', ''],
    [
      'nested unions',
      { anyOf: [string, { anyOf: [number, named] }] },
      { anyOf: [string, number, named] },
      'patch',
      'patch',
      '',
    ],
    [
      'a member of another kind is new',
      { anyOf: [string, number] },
      { anyOf: [string, number, named] },
      'minor',
      'breaking',
      '',
    ],
    [
      'a member of another kind is gone',
      { anyOf: [string, number, named] },
      { anyOf: [string, number] },
      'breaking',
      'minor',
      '',
    ],
    ['an object becomes one of two', circle, { anyOf: [circle, square] }, 'minor', 'breaking', ''],
    ['one of two objects remains', { anyOf: [circle, square] }, square, 'breaking', 'minor', ''],
    [
      'a property of one tagged object',
      { anyOf: [circle, square] },
      { anyOf: [{ ...circle, properties: { ...circle.properties, fill: string } }, square] },
      'minor',
      'breaking',
      '(kind: "circle").fill',
    ],
    [
      'a tagged object gets another tag',
      { anyOf: [circle, square] },
      { anyOf: [circle, { ...square, properties: { ...square.properties, kind: { const: 'box' } } }] },
      'breaking',
      'breaking',
      '',
    ],
    [
      'a property of one of two untagged objects',
      { anyOf: [named, counted] },
      { anyOf: [named, { ...counted, properties: { count: { type: ['number', 'null'] } } }] },
      'minor',
      'breaking',
      '(2).count',
    ],
    [
      'a member that another holds too',
      { anyOf: [string, { type: 'string', maxLength: 3 }] },
      string,
      'patch',
      'patch',
      '',
    ],
    [
      'a member that another comes to hold',
      {
        anyOf: [
          { type: 'string', maxLength: 3 },
          { type: 'string', minLength: 9 },
        ],
      },
      { anyOf: [string] },
      'minor',
      'breaking',
      '',
    ],
    [
      'strings are split into two kinds',
      string,
      {
        anyOf: [
          { type: 'string', maxLength: 3 },
          { type: 'string', minLength: 9 },
        ],
      },
      'breaking',
      'minor',
      '',
    ],
    [
      'listed values as members',
      { enum: ['a', 'b'] },
      { anyOf: [{ const: 'a' }, { const: 'b' }] },
      'patch',
      'patch',
      '',
    ],
    [
      'a type beside members',
      { type: 'object', anyOf: [circle, square] },
      { anyOf: [circle, square] },
      'patch',
      'patch',
      '',
    ],
    [
      'a type beside members that it excludes',
      { type: 'object', anyOf: [circle, string] },
      circle,
      'patch',
      'patch',
      '',
    ],
    ['an empty union', { anyOf: [] }, string, 'minor', 'breaking', ''],
    ['a member that is anything', { anyOf: [string, {}] }, {}, 'patch', 'patch', ''],

    [
      'a definition instead of the schema itself',
      { ...closed, properties: { a: named } },
      { ...closed, properties: { a: { $ref: '#/$defs/Named' } }, $defs: { Named: named } },
      'patch',
      'patch',
      '',
    ],
    [
      'a definition under another name',
      { ...closed, properties: { a: { $ref: '#/$defs/A' } }, $defs: { A: named } },
      { ...closed, properties: { a: { $ref: '#/$defs/B' } }, $defs: { B: named } },
      'patch',
      'patch',
      '',
    ],
    [
      'another type in a definition',
      { ...closed, properties: { a: { $ref: '#/$defs/A' } }, $defs: { A: named } },
      { ...closed, properties: { a: { $ref: '#/$defs/A' } }, $defs: { A: counted } },
      'breaking',
      'breaking',
      '.a.name',
    ],
    ['a recursive type, the same', tree(string), tree(string), 'none', 'none', ''],
    ['a recursive type of other values', tree(string), tree(number), 'breaking', 'breaking', '.value'],
    [
      'a recursive type of more values',
      tree(string),
      tree({ type: ['string', 'null'] }),
      'minor',
      'breaking',
      '.value',
    ],
    [
      'a recursive type with a property more',
      tree(string),
      tree(string, { note: string }),
      'minor',
      'breaking',
      '.note',
    ],
    [
      'a recursive type, unrolled once',
      tree(string),
      {
        ...closed,
        properties: { value: string, children: { type: 'array', items: { $ref: '#/$defs/N' } } },
        required: ['value'],
        $defs: (tree(string) as { $defs: { Node: object } }).$defs && {
          N: {
            ...closed,
            properties: { value: string, children: { type: 'array', items: { $ref: '#' } } },
            required: ['value'],
          },
        },
      },
      'patch',
      'patch',
      '',
    ],
    [
      'a recursive type becomes finite',
      tree(string),
      { ...closed, properties: { value: string, children: { type: 'array', items: named } }, required: ['value'] },
      'breaking',
      'breaking',
      '.children[].value',
    ],
    [
      'a recursive union',
      { $ref: '#/$defs/J', $defs: { J: { anyOf: [string, { type: 'array', items: { $ref: '#/$defs/J' } }] } } },
      { $ref: '#/$defs/J', $defs: { J: { anyOf: [string, number, { type: 'array', items: { $ref: '#/$defs/J' } }] } } },
      'minor',
      'breaking',
      '',
    ],
    ['a reference that leads nowhere', { $ref: '#/$defs/Gone' }, string, 'breaking', 'breaking', ''],
    [
      'a reference into another document',
      { $ref: 'other.json' },
      { $ref: 'other.json', description: 'x' },
      'patch',
      'patch',
      '',
    ],

    [
      'keywords that cannot be compared',
      { oneOf: [string, number] },
      { oneOf: [string, number, named] },
      'breaking',
      'breaking',
      '',
    ],
    [
      'keywords that cannot be compared, the same',
      { ...closed, properties: { a: { oneOf: [string, number] } } },
      { ...closed, properties: { a: { oneOf: [string, number], title: 'A' } } },
      'patch',
      'patch',
      '.a',
    ],
    ['what cannot be compared becomes what can', { allOf: [string] }, string, 'breaking', 'breaking', ''],
    ['a keyword that nobody knows', string, { type: 'string', colour: 'red' }, 'breaking', 'breaking', ''],
    [
      'the same text, where a reference in it leads elsewhere',
      { oneOf: [{ $ref: '#/$defs/A' }], $defs: { A: string } },
      { oneOf: [{ $ref: '#/$defs/A' }], $defs: { A: number } },
      'breaking',
      'breaking',
      '',
    ],
  ] as const
).map((row) => row as unknown as SchemaPair);
