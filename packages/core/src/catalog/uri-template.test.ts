import { assert, constantFrom, property, string, uniqueArray, tuple, array } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseUriTemplate } from './uri-template.js';

test.each([
  ['weather://{station}/now', 'weather://north/now', { station: 'north' }],
  ['weather://{station}/now', 'weather://north%2Feast/now', { station: 'north/east' }],
  ['weather://{station}/now', 'weather://a/b/now', undefined],
  ['weather://{station}/now', 'weather:///now', undefined],
  ['weather://{station}/now', 'weather://north/now/', undefined],
  ['weather://{station}/now', 'WEATHER://north/now', undefined],
  ['file:///{+path}', 'file:///a/b/c.txt', { path: 'a/b/c.txt' }],
  ['file:///{+path}', 'file:///', undefined],
  ['file:///{+path}', 'file:///a/../b', undefined],
  ['file:///{+path}', 'file:///..%2Fb', undefined],
  ['file:///{+path}', 'file:///a/%2e%2E', undefined],
  ['file:///{+path}', 'file:///a%5C..%5Cb', undefined],
  ['file:///{+path}', 'file:///a%00.txt', undefined],
  ['file:///{name}.txt', 'file:///..%2Fb.txt', undefined],
  ['File:///{+path}', 'File:///../b', undefined],
  ['file:///{+path}', 'file:///..a/b../c..d', { path: '..a/b../c..d' }],
  ['git:///{+path}', 'git:///a/../b', { path: 'a/../b' }],
  ['db://{table}/{id}', 'db://users/7', { table: 'users', id: '7' }],
  ['db://{table}/{id}.json', 'db://users/a.b.json', { table: 'users', id: 'a.b' }],
  ['db://{a}-{b}', 'db://1-2-3', { a: '1', b: '2-3' }],
  ['plain://text', 'plain://text', {}],
  ['plain://text', 'plain://text/', undefined],
  ['x://{a}', 'x://%E4%BD%A0', { a: '你' }],
  ['x://{a}', 'x://%', undefined],
  ['x://{a}', 'x://%ff', undefined],
])('%s against %s gives %j', (template, uri, variables) => {
  expect(parseUriTemplate(template).match(uri)).toEqual(variables);
});

test('variables are listed in the order of the template', () => {
  expect(parseUriTemplate('x://{b}/{+a}').variables).toEqual(['b', 'a']);
});

test.each([
  ['x://{a', 'expected {name} or {+name} at character 5'],
  ['x://{}', 'expected {name}'],
  ['x://{a*}', 'expected {name}'],
  ['x://{?a}', 'expected {name}'],
  ['x://{a,b}', 'expected {name}'],
  ['x://{1a}', 'expected {name}'],
  ['x://{a}{b}', 'two variables side by side'],
  ['x://{a}/{a}', 'names a variable twice'],
])('%s is refused: %s', (template, why) => {
  expect(() => parseUriTemplate(template)).toThrow(why);
});

test('a variable may have the name of an Object.prototype member', () => {
  const variables = parseUriTemplate('x://{__proto__}/{constructor}').match('x://a/b');

  expect(Object.entries(variables ?? {})).toEqual([
    ['__proto__', 'a'],
    ['constructor', 'b'],
  ]);
});

describe('properties', () => {
  const names = uniqueArray(constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 1, maxLength: 5 });
  const values = array(string({ minLength: 1, maxLength: 20, unit: 'grapheme' }), { minLength: 5, maxLength: 5 });

  test('a template reads back the values that a client expanded', () => {
    assert(
      property(tuple(names, values), ([variables, texts]) => {
        const template = `x://${variables.map((name) => `{${name}}`).join('/')}`;
        const uri = `x://${variables.map((_, index) => encodeURIComponent(texts[index]!)).join('/')}`;

        const expected = Object.fromEntries(variables.map((name, index) => [name, texts[index]!]));
        expect(parseUriTemplate(template).match(uri)).toEqual(expected);
      }),
    );
  });

  test('matching never throws, whatever the text', () => {
    const template = parseUriTemplate('x://{a}/{b}.{c}');

    assert(
      property(string({ unit: 'binary' }), (text) => {
        const variables = template.match(`x://${text}`);
        expect(variables === undefined || Object.keys(variables).length === 3).toBe(true);
      }),
    );
  });
});

describe('limits on matching', () => {
  test('a URI longer than 8 KiB does not match', () => {
    const template = parseUriTemplate('x://{a}');

    expect(template.match(`x://${'a'.repeat(8192 - 4)}`)).toBeDefined();
    expect(template.match(`x://${'a'.repeat(8192 - 3)}`)).toBeUndefined();
  });

  test('matching takes bounded time, even for a template with many variables', () => {
    const literals = Array.from({ length: 20 }, (_, index) => `{v${index}}a`).join('');
    const template = parseUriTemplate(`x://${literals}b`);
    const uri = `x://${'a'.repeat(8000)}`;

    // An exponential or cubic matcher would need hours for a thousand of these.
    const begun = performance.now();
    for (let round = 0; round < 1000; round++) template.match(uri);

    expect(performance.now() - begun).toBeLessThan(5000);
  });
});
