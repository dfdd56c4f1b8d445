import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../model/json.js';
import { openSecretFilter } from '../model/secret-filter.js';
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

const bytes = { type: 'string', format: 'password', contentEncoding: 'base64' };
const randomKey = Uint8Array.from({ length: 120 }, (_, index) => (index * 89 + 131) % 256);

describe.each<[string, Uint8Array]>([
  ['text', new TextEncoder().encode('sécret-key-of-bytes')],
  ['random bytes', randomKey.subarray(0, 32)],
  ['a long key', randomKey],
])('secret bytes that are %s', (_, key) => {
  const buffer = Buffer.from(key);
  const configuration = { keys: [buffer.toString('base64')] };
  const filter = openSecretFilter(secretsIn({ properties: { keys: { items: bytes } } }, configuration))!;

  test.each<[string, string]>([
    ['base64', buffer.toString('base64')],
    ['base64url', buffer.toString('base64url')],
    ['base64 after a user', `Basic ${Buffer.concat([Buffer.from('me:'), buffer]).toString('base64')}`],
    ['text', buffer.toString('utf8')],
    ['Latin-1', buffer.toString('latin1')],
    ['hexadecimal', `(${buffer.toString('hex')})`],
    ['hexadecimal in capital letters', buffer.toString('hex').toUpperCase()],
    ['an inspected buffer', inspect(buffer)],
    ['an inspected array', inspect(key)],
    ['a template', `the key ${String(key)} is old`],
    ['JSON', JSON.stringify({ key })],
    ['JSON of a buffer', JSON.stringify(buffer)],
  ])('are blanked as %s', (_form, text) => {
    const blanked = filter(text);

    expect(blanked).toContain('[redacted]');
    expect(blanked.replaceAll(/\d+ more|length|Uint8Array|Buffer/g, '').length).toBeLessThan(60);
  });
});

test('bytes that are no base64 are known as they are configured', () => {
  expect(secretsIn({ properties: { key: bytes } }, { key: 'no base64!' })).toEqual(['no base64!']);
});
