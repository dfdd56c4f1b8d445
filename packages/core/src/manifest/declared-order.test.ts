import { expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../model/json.js';
import { findDeclaredOrder, putInDeclaredOrder, type DeclaredOrder } from './declared-order.js';

function toolsWith(properties: JsonValue): JsonObject {
  return { tools: [{ name: 'a', inputSchema: { properties } }] };
}

function restored(members: JsonObject, order: DeclaredOrder): string {
  putInDeclaredOrder(members, order);
  return JSON.stringify(members);
}

/** Returns the value after a round trip through canonical JSON. */
function sortedCopy<Value extends JsonValue>(value: Value): Value;
function sortedCopy(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sortedCopy);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value as { [key: string]: JsonValue });
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, sortedCopy(inner)]),
  );
}

test('properties return to their declared order, at any depth', () => {
  const tools = toolsWith({
    to: { type: 'string' },
    from: { type: 'object', properties: { zone: {}, city: {} } },
    'a/b': { properties: { y: {}, x: {} } },
  });

  const text = restored(sortedCopy(tools), findDeclaredOrder(tools));

  expect(JSON.stringify(sortedCopy(tools))).not.toBe(JSON.stringify(tools));
  expect(text.match(/"(to|from|zone|city|a\/b|y|x)"/g)).toEqual(
    JSON.stringify(tools).match(/"(to|from|zone|city|a\/b|y|x)"/g),
  );
});

test('a sorted declaration needs no record', () => {
  expect(findDeclaredOrder(toolsWith({ a: {}, b: {} }))).toEqual({});
});

test('a property that the order does not know comes last and is not lost', () => {
  const text = restored(toolsWith({ a: {}, b: {}, c: {} }), { '/tools/0/inputSchema/properties': ['c', 'a'] });

  expect(text).toContain('{"c":{},"a":{},"b":{}}');
});

test('a property called __proto__ is kept as a property', () => {
  const inner = '{"properties":{"z":{},"a":{}},"type":"object"}';
  const text = `{"tools":[{"inputSchema":{"properties":{"z":{},"__proto__":${inner},"b":{}}}}]}`;
  const tools = JSON.parse(text) as JsonObject;

  expect(restored(sortedCopy(tools), findDeclaredOrder(tools))).toBe(text);
  expect(JSON.stringify(sortedCopy(tools))).not.toBe(text);
});

test('definitions and configuration schemas return to their declared order', () => {
  const schema = { $defs: { Tree: { properties: { name: {}, inner: {} } }, Leaf: { properties: { z: {}, a: {} } } } };
  const members = { classes: [{ configSchema: schema }], tools: [{ inputSchema: schema }] };

  const text = restored(sortedCopy(members), findDeclaredOrder(members));

  expect(JSON.stringify(sortedCopy(schema))).not.toBe(JSON.stringify(schema));
  expect(text).toBe(JSON.stringify(members));
});

test('an order for missing places or non-objects changes nothing', () => {
  const tools = toolsWith({ a: {}, b: 1 });
  const before = JSON.stringify(tools);

  const text = restored(tools, {
    '/tools/7/inputSchema/properties': ['b'],
    '/tools/0/inputSchema/properties/b': ['c'],
    '/tools/0/constructor/prototype/properties': ['b'],
    '/__proto__/properties': ['b'],
    properties: ['b'],
    '': ['tools'],
  });

  expect(text).toBe(before);
  expect(Object.keys(Object.prototype)).toEqual([]);
});
