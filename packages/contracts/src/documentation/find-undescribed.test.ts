import type { JsonObject } from '@sigil/core';
import { expect, test } from 'vitest';
import { describeUndescribed, findUndescribed } from './find-undescribed.js';

const text = { type: 'string' };
const said = { type: 'string', description: 'A text.' };
const objectOf = (properties: JsonObject): JsonObject => ({ type: 'object', properties });
const inputs = (inputSchema: JsonObject): (string | undefined)[] =>
  findUndescribed({ tools: [{ name: 'run', inputSchema }] }).map(({ path }) => path);

test('undescribed properties are found at any depth, through arrays, records and unions', () => {
  const schema = objectOf({
    a: said,
    b: text,
    c: { ...objectOf({ d: text, e: said }), description: 'An object.' },
    f: { type: 'array', items: objectOf({ g: text }), description: 'A list.' },
    h: { type: 'object', additionalProperties: objectOf({ i: text }), description: 'A record.' },
    j: { anyOf: [objectOf({ k: text }), { type: 'null' }], description: 'One or none.' },
  });

  expect(inputs(schema)).toEqual(['b', 'c.d', 'f[].g', 'h.*.i', 'j.k']);
});

test('the description of a type covers properties of that type, and each type is searched once', () => {
  const schema = {
    ...objectOf({ a: { $ref: '#/$defs/Node' }, b: { $ref: '#/$defs/Node' }, c: { $ref: '#/$defs/Bare' } }),
    $defs: {
      Node: { ...objectOf({ next: { $ref: '#/$defs/Node' }, value: text }), description: 'A node.' },
      Bare: objectOf({}),
    },
  };

  expect(inputs(schema)).toEqual(['a.value', 'c']);
});

test('a property with a constant value needs no description', () => {
  expect(inputs(objectOf({ kind: { type: 'string', const: 'circle' } }))).toEqual([]);
});

test('results and prompt arguments are searched too, and each is reported in words', () => {
  const found = findUndescribed({
    tools: [{ name: 'run', inputSchema: objectOf({}), outputSchema: objectOf({ a: text }) }],
    prompts: [{ name: 'ask', arguments: [{ name: 'b' }, { name: 'c', description: 'A text.' }] }, { name: 'tell' }],
  });

  expect(found.map(describeUndescribed)).toEqual([
    'tool "run": "a" of the result has no description',
    'prompt "ask": "b" has no description',
  ]);
});
