import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from './canonical-json.js';

test('keys are sorted by UTF-16 code units, without white space', () => {
  // The order is the example of RFC 8785, section 3.2.3.
  const keys = ['\u20ac', '\r', '\ufb33', '1', '\u{1f600}', '\u0080', '\u00f6'];
  const text = canonicalJson(Object.fromEntries(keys.map((key) => [key, null])));

  expect(text).toBe('{"\\r":null,"1":null,"\u0080":null,"\u00f6":null,"\u20ac":null,"\u{1f600}":null,"\ufb33":null}');
});

test('numbers and strings are written as ECMAScript does', () => {
  expect(canonicalJson([1e21, 1e-7, -0, 333333333.33333329, '\u000f\n"\\/', true])).toBe(
    '[1e+21,1e-7,0,333333333.3333333,"\\u000f\\n\\"\\\\/",true]',
  );
});

test('members that are undefined are left out', () => {
  expect(canonicalJson({ b: undefined, a: 1 })).toBe('{"a":1}');
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, undefined, () => 1])('%s is rejected with a TypeError', (value) => {
  expect(() => canonicalJson([value])).toThrow(TypeError);
});

test('a member called "__proto__" is kept', () => {
  expect(canonicalJson(JSON.parse('{"__proto__":1}'))).toBe('{"__proto__":1}');
});

test('any JSON reads back equal, whatever the order of its keys was', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const value: unknown = JSON.parse(text);

      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
    }),
  );
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  );
}
