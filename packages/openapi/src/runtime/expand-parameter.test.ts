import { expect, test } from 'vitest';
import type { ParameterDescription, ParameterPlace, ParameterStyle } from './description.js';
import { buildRequest } from './build-request.js';

const empty = '';
const text = 'blue';
const list = ['blue', 'black', 'brown'];
const object = { R: 100, G: 200, B: 150 };

/** The rows of "Style Examples" in OpenAPI 3.1.2, with `explode`, and what each value becomes; `undefined` is a row's n/a. */
const table: [ParameterPlace, ParameterStyle, boolean, empty: string, text: string, list: string, object: string][] = [
  ['path', 'matrix', false, ';color', ';color=blue', ';color=blue,black,brown', ';color=R,100,G,200,B,150'],
  ['path', 'matrix', true, ';color', ';color=blue', ';color=blue;color=black;color=brown', ';R=100;G=200;B=150'],
  ['path', 'label', false, 'n/a', '.blue', '.blue,black,brown', '.R,100,G,200,B,150'],
  ['path', 'label', true, 'n/a', '.blue', '.blue.black.brown', '.R=100.G=200.B=150'],
  ['path', 'simple', false, '', 'blue', 'blue,black,brown', 'R,100,G,200,B,150'],
  ['path', 'simple', true, '', 'blue', 'blue,black,brown', 'R=100,G=200,B=150'],
  ['query', 'form', false, 'color=', 'color=blue', 'color=blue,black,brown', 'color=R,100,G,200,B,150'],
  ['query', 'form', true, 'color=', 'color=blue', 'color=blue&color=black&color=brown', 'R=100&G=200&B=150'],
  ['query', 'spaceDelimited', false, 'n/a', 'n/a', 'color=blue%20black%20brown', 'color=R%20100%20G%20200%20B%20150'],
  ['query', 'pipeDelimited', false, 'n/a', 'n/a', 'color=blue%7Cblack%7Cbrown', 'color=R%7C100%7CG%7C200%7CB%7C150'],
  ['query', 'deepObject', true, 'n/a', 'n/a', 'n/a', 'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150'],
  ['header', 'simple', false, '', 'blue', 'blue,black,brown', 'R,100,G,200,B,150'],
  ['header', 'simple', true, '', 'blue', 'blue,black,brown', 'R=100,G=200,B=150'],
  ['cookie', 'form', false, 'color=', 'color=blue', 'color=blue,black,brown', 'color=R,100,G,200,B,150'],
  // A cookie separates its pairs with a semicolon; OpenAPI 3.1.2, appendix D.
  ['cookie', 'form', true, 'color=', 'color=blue', 'color=blue; color=black; color=brown', 'R=100; G=200; B=150'],
  ['cookie', 'cookie', true, 'color=', 'color=blue', 'color=blue; color=black; color=brown', 'R=100; G=200; B=150'],
];

const cells = table.flatMap(([place, style, explode, ...expected]) =>
  [empty, text, list, object].map((value, index) => ({ place, style, explode, value, sent: expected[index] ?? '' })),
);

test.each(cells.filter(({ sent }) => sent !== 'n/a'))(
  'a parameter in a $place, $style, explode $explode, of the value $value is sent as "$sent"',
  ({ place, style, explode, value, sent }) => {
    expect(send({ in: place, name: 'color', style, explode }, value)).toBe(sent);
  },
);

test.each([
  ['path', 'b%2Fl%20%2Be%25%3F%23%26%3D%21%27%28%29%2A'],
  ['query', 'color=b%2Fl%20%2Be%25%3F%23%26%3D%21%27%28%29%2A'],
  ['cookie', 'color=b%2Fl%20%2Be%25%3F%23%26%3D%21%27%28%29%2A'],
  // Headers are never percent-encoded.
  ['header', "b/l +e%?#&=!'()*"],
] as const)('every character with a meaning is percent-encoded in a %s', (place, sent) => {
  expect(send({ in: place, name: 'color' }, "b/l +e%?#&=!'()*")).toBe(sent);
});

test('text of all scripts is sent as UTF-8, and half of a surrogate pair as a replacement character', () => {
  expect(send({ in: 'query', name: 'c' }, 'é😀\uD800')).toBe('c=%C3%A9%F0%9F%98%80%EF%BF%BD');
});

test('allowReserved keeps reserved characters and triples, but those that would end the value', () => {
  const parameter = { in: 'query', name: 'c[d]', allowReserved: true } as const;

  expect(send(parameter, ':/?@!$()*,;%20')).toBe('c%5Bd%5D=:/?@!$()*,;%20');
  expect(send(parameter, '#[]&=+% é')).toBe('c%5Bd%5D=%23%5B%5D%26%3D%2B%25%20%C3%A9');
  expect(send({ ...parameter, explode: false }, ['a,b', 'c/d'])).toBe('c%5Bd%5D=a%2Cb,c/d');
});

test.each([
  ['null', null],
  ['undefined', undefined],
  ['an empty list', []],
  ['an empty object', {}],
  ['a list of nothing', [null, undefined]],
])('%s is left out of a query', (_, value) => {
  expect(send({ in: 'query', name: 'c' }, value)).toBe('');
  expect(send({ in: 'query', name: 'c', explode: false }, value)).toBe('');
  expect(send({ in: 'query', name: 'c', style: 'deepObject' }, value)).toBe('');
});

test.each([
  [true, 'true'],
  [0, '0'],
  [-1.5, '-1.5'],
  [9_007_199_254_740_993n, '9007199254740993'],
  [new Date(0), '1970-01-01T00:00:00.000Z'],
  [new URL('https://a.example/b'), 'https://a.example/b'],
  [Uint8Array.of(255, 254), '//4='],
])('%o is sent as text', (value, sent) => {
  expect(send({ in: 'header', name: 'c' }, value)).toBe(sent);
});

test('maps are sent as objects and sets as lists', () => {
  expect(send({ in: 'query', name: 'c' }, new Map([['R', 1]]))).toBe('R=1');
  expect(send({ in: 'query', name: 'c' }, new Set(['a', 'b']))).toBe('c=a&c=b');
});

test('an object inside of an exploded list is JSON', () => {
  expect(decodeURIComponent(send({ in: 'query', name: 'c' }, [{ a: 1 }]))).toBe('c={"a":1}');
});

test('deepObject has brackets for every level, and numbers for lists of objects', () => {
  const value = { gt: 1, tags: ['a', 'b'], items: [{ price: 1 }, { price: 2, tax: { rate: 3 } }], none: null };

  expect(decodeURIComponent(send({ in: 'query', name: 'c', style: 'deepObject' }, value))).toBe(
    'c[gt]=1&c[tags][]=a&c[tags][]=b&c[items][0][price]=1&c[items][1][price]=2&c[items][1][tax][rate]=3',
  );
  expect(send({ in: 'query', name: 'created', style: 'deepObject' }, 5)).toBe('created=5');
});

test.each([
  ['spaceDelimited', 'a b'],
  ['pipeDelimited', 'a|b'],
] as const)('%s refuses an item with its separator, which cannot be told apart', (style, item) => {
  expect(() => send({ in: 'query', name: 'c', style }, [item, 'd'])).toThrow('"c": an item contains the character');
});

test('a header refuses an item with a comma, and a path escapes it', () => {
  expect(() => send({ in: 'header', name: 'c' }, ['a,b', 'd'])).toThrow('"c": an item contains the character');
  expect(send({ in: 'path', name: 'c' }, ['a,b', 'd'])).toBe('a%2Cb,d');
  expect(send({ in: 'path', name: 'c', style: 'label', explode: true }, [1.5, 2])).toBe('.1%2E5.2');
});

test.each(['.', '..'])('"%s" is refused in a path, where every URL would remove it', (value) => {
  expect(() => send({ in: 'path', name: 'c' }, value)).toThrow('would be "." or ".."');
});

test('an empty value is refused in the path of a method that changes something', () => {
  const parameters = [{ in: 'path', name: 'id' }] as const;
  const build = (id: unknown) =>
    buildRequest(base, { method: 'DELETE', path: '/users/{id}', parameters }, { path: { id } });

  expect(() => build('')).toThrow('"id" must not be empty');
  expect(() => build([])).toThrow('"id" must not be empty');
  expect(() => build(null)).toThrow('"id" is required');
});

test.each(['a\r\nb', 'a\0b', 'a\u2028b', '日本'])('a header refuses %j', (value) => {
  expect(() => send({ in: 'header', name: 'c' }, value)).toThrow('"c" is sent in a header');
});

test('an unencoded cookie refuses a semicolon', () => {
  expect(() => send({ in: 'cookie', name: 'c', style: 'cookie' }, 'a; admin=1')).toThrow('"c" is sent in a cookie');
  expect(() => send({ in: 'cookie', name: 'c', content: 'text/plain' }, 'a; admin=1')).toThrow('is sent in a cookie');
});

test.each([
  ['query', 'c=%7B%22a%22%3A1%7D'],
  ['path', '%7B%22a%22%3A1%7D'],
  ['header', '{"a":1}'],
  ['cookie', 'c=%7B%22a%22%3A1%7D'],
] as const)('a parameter with content in a %s is JSON', (place, sent) => {
  expect(send({ in: place, name: 'c', content: 'application/json' }, { a: 1 })).toBe(sent);
});

test('header parameters that OpenAPI ignores, or that belong to the connection, are not sent', () => {
  const names = ['Authorization', 'accept', 'Content-Type', 'Host', 'Transfer-Encoding'];
  const parameters = names.map((name) => ({ in: 'header', name }) as const);
  const header = Object.fromEntries(names.map((name) => [name, 'x']));

  const { headers } = buildRequest(base, { method: 'GET', path: '/', parameters }, { header });

  expect([...headers]).toEqual([]);
});

test('a fragment of the path is not sent', () => {
  const { url } = buildRequest(base, { method: 'GET', path: '/files/a#add_link' }, {});

  expect(url.href).toBe('https://api.example/files/a');
});

test('names of prototypes are ordinary names', () => {
  const parameters = [{ in: 'query', name: 'constructor' }] as const;

  expect(buildRequest(base, { method: 'GET', path: '/', parameters }, { query: {} }).url.search).toBe('');
  expect(send({ in: 'query', name: '__proto__' }, undefined)).toBe('');
  expect(send({ in: 'query', name: 'constructor' }, 'x')).toBe('constructor=x');
  expect(() => buildRequest(base, { method: 'GET', path: '/{toString}', parameters: [] }, { path: {} })).toThrow(
    'has no parameter "toString"',
  );
});

test('a base path, a fixed query of the path and several parameters in one part are kept', () => {
  const names = ['owner', 'a.b', 'id'];
  const parameters = names.map((name) => ({ in: 'path', name }) as const);
  const operation = { method: 'GET', path: '/x/{owner}-{a.b}.json?kind=a?&id={id}', parameters } as const;

  const { url } = buildRequest(new URL('https://a.example/v1/'), operation, {
    path: { owner: 'o', 'a.b': '$&', id: 'c?d' },
  });

  expect(url.href).toBe('https://a.example/v1/x/o-%24%26.json?kind=a?&id=c%3Fd');
});

const base = new URL('https://api.example');

/** Returns what one parameter adds to a request. */
function send(parameter: ParameterDescription, value: unknown): string {
  const path = parameter.in === 'path' ? `/{${parameter.name}}` : '/';
  const operation = { method: 'GET', path, parameters: [parameter] } as const;
  const { url, headers, cookies } = buildRequest(base, operation, { [parameter.in]: { [parameter.name]: value } });
  if (parameter.in === 'cookie') return cookies.join('; ');
  if (parameter.in === 'header') return headers.get(parameter.name) ?? '';
  return (parameter.in === 'path' ? url.pathname : url.search).slice(1);
}
