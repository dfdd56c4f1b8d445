import { expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../model/json.js';
import { findDeclaredOrder, restoreDeclaredOrder } from './declared-order.js';

function toolsWith(properties: JsonValue): JsonObject {
  return { tools: [{ name: 'a', inputSchema: { properties } }] };
}

/** As canonical JSON gives it back. */
function sortedCopy<Value extends JsonValue>(value: Value): Value;
function sortedCopy(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sortedCopy);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value as { [key: string]: JsonValue });
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, sortedCopy(inner)]),
  );
}

test('properties come back in the order in which they were declared, however deep', () => {
  const tools = toolsWith({
    to: { type: 'string' },
    from: { type: 'object', properties: { zone: {}, city: {} } },
    'a/b': { properties: { y: {}, x: {} } },
  });

  const restored = restoreDeclaredOrder(sortedCopy(tools), findDeclaredOrder(tools));

  expect(JSON.stringify(sortedCopy(tools))).not.toBe(JSON.stringify(tools));
  expect(JSON.stringify(restored).match(/"(to|from|zone|city|a\/b|y|x)"/g)).toEqual(
    JSON.stringify(tools).match(/"(to|from|zone|city|a\/b|y|x)"/g),
  );
});

test('a sorted declaration needs no record', () => {
  expect(findDeclaredOrder(toolsWith({ a: {}, b: {} }))).toEqual({});
});

test('a property that the order does not know comes last and is not lost', () => {
  const restored = restoreDeclaredOrder(toolsWith({ a: {}, b: {}, c: {} }), {
    '/tools/0/inputSchema/properties': ['c', 'a'],
  });

  expect(JSON.stringify(restored)).toContain('{"c":{},"a":{},"b":{}}');
});

test('a property called __proto__ is kept as a property', () => {
  const tools = JSON.parse(
    '{"tools":[{"inputSchema":{"properties":{"z":{},"__proto__":{"type":"string"}}}}]}',
  ) as JsonObject;

  const restored = restoreDeclaredOrder(tools, findDeclaredOrder(tools));

  expect(JSON.stringify(restored)).toBe(JSON.stringify(tools));
});

test('definitions and their members come back in order, and those of a configuration', () => {
  const schema = { $defs: { Tree: { properties: { name: {}, inner: {} } }, Leaf: { properties: { z: {}, a: {} } } } };
  const members = { classes: [{ configSchema: schema }], tools: [{ inputSchema: schema }] };

  const restored = restoreDeclaredOrder(sortedCopy(members), findDeclaredOrder(members));

  expect(JSON.stringify(sortedCopy(schema))).not.toBe(JSON.stringify(schema));
  expect(JSON.stringify(restored)).toBe(JSON.stringify(members));
});
