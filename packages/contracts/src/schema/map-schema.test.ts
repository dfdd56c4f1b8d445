import { expect, test } from 'vitest';
import { holdings } from './keywords.js';
import { childrenOf, mapSchema } from './map-schema.js';
import { findReferenced } from './resolve-reference.js';
import { walkSchema } from './walk-schema.js';

const leaf = { title: 'Leaf' };

/** Builds a schema with one schema behind a keyword. */
function holding(keyword: string): Parameters<typeof mapSchema>[0] {
  const how = holdings.get(keyword);
  return { [keyword]: how === 'one' ? leaf : how === 'listed' ? [leaf] : { a: leaf } };
}

test.each([...holdings.keys()])('the schema under "%s" is a child and is rewritten', (keyword) => {
  const titles: unknown[] = [];

  mapSchema(holding(keyword), (schema) => {
    titles.push(schema['title']);
    return schema;
  });

  expect(childrenOf(holding(keyword)).map(({ schema }) => schema)).toEqual([leaf]);
  expect(titles).toEqual(['Leaf', undefined]);
});

test('a property that is named like a keyword is not a keyword', () => {
  const schema = { properties: { title: leaf, items: leaf } };

  expect(childrenOf(schema).map(({ name }) => name)).toEqual(['title', 'items']);
});

test.each(['#/$defs/a~1b', '#/$defs/a%2Fb'])('the reference "%s" is resolved as a JSON pointer', ($ref) => {
  const root = { $defs: { 'a/b': leaf, a: { b: true } } };

  expect(findReferenced({ $ref }, root)).toEqual($ref.includes('~1') ? leaf : true);
});

test('a reference to an anchor does not resolve to the root', () => {
  const root = { type: 'object', properties: { a: { $ref: '#leaf' } } };

  expect(findReferenced({ $ref: '#leaf' }, root)).toBeUndefined();
  expect(walkSchema(root).map(({ isRecursive }) => isRecursive)).toEqual([false, false]);
});
