import { expect, test } from 'vitest';
import type { JsonObject } from '../model/json.js';
import { findSecrets } from './find-secrets.js';

const secret = { type: 'string', format: 'password' };
const secretsIn = (configSchema: JsonObject, configuration: JsonObject): readonly string[] =>
  findSecrets({ classes: [{ name: 'Shop', file: 'shop.ts', configSchema }] }, configuration);

test.each<[string, JsonObject, JsonObject]>([
  ['a member', { properties: { key: secret } }, { key: 'it' }],
  ['an item of a list', { properties: { keys: { items: secret } } }, { keys: ['it'] }],
  ['a tuple', { properties: { pair: { prefixItems: [{}, secret] } } }, { pair: ['name', 'it'] }],
  ['the rest of a tuple', { properties: { pair: { prefixItems: [{}], items: secret } } }, { pair: ['name', 'it'] }],
  ['a map', { properties: { keys: { additionalProperties: secret } } }, { keys: { shop: 'it' } }],
  ['a map by pattern', { properties: { keys: { patternProperties: { '^x-': secret } } } }, { keys: { 'x-a': 'it' } }],
  ['a union', { properties: { key: { anyOf: [secret, { type: 'null' }] } } }, { key: 'it' }],
  [
    'a named type',
    { properties: { a: { $ref: '#/$defs/A' } }, $defs: { A: { properties: { k: secret } } } },
    { a: { k: 'it' } },
  ],
  [
    'a recursive type',
    {
      properties: { a: { $ref: '#/$defs/A' } },
      $defs: { A: { properties: { k: secret, next: { $ref: '#/$defs/A' } } } },
    },
    { a: { next: { next: { k: 'it' } } } },
  ],
  ['the root as a reference', { $ref: '#/$defs/A', $defs: { A: { properties: { k: secret } } } }, { k: 'it' }],
  ['a name with a slash', { properties: { a: { $ref: '#/$defs/a~1b' } }, $defs: { 'a/b': secret } }, { a: 'it' }],
])('finds a secret in %s', (_, schema, configuration) => {
  expect(secretsIn(schema, { ...configuration, other: 'x' })).toEqual(['it']);
});

test('finds the secrets of services', () => {
  const configSchema = { properties: { key: secret } };
  const services = [{ name: 'Db', file: 'db.ts', configSchema, from: 'class', provides: ['Db'] }] as const;

  expect(findSecrets({ classes: [], services }, { key: 'it' })).toEqual(['it']);
});

test('a type that is only itself ends the search', () => {
  const schema = { properties: { a: { $ref: '#/$defs/A' } }, $defs: { A: { anyOf: [{ $ref: '#/$defs/A' }, secret] } } };

  expect(secretsIn(schema, { a: 'it' })).toEqual(['it']);
});

test('finds nothing without a configuration', () => {
  expect(secretsIn({ properties: { key: secret } }, {})).toEqual([]);
});
