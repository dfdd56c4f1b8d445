import { expect, test, vi } from 'vitest';
import { parseJson } from './messages.js';

function refusalOf(text: string, maxDepth = 3): unknown {
  try {
    return parseJson(text, { maxJsonDepth: maxDepth, maxJsonMembers: 100 });
  } catch (error) {
    return error;
  }
}

test('JSON within the depth limit is parsed', () => {
  expect(parseJson('{"a":[{"b":1}]}', { maxJsonDepth: 3, maxJsonMembers: 100 })).toEqual({ a: [{ b: 1 }] });
});

test('a byte order mark before JSON is ignored, and a second one is not', () => {
  expect(parseJson('\uFEFF{"a":"\uFEFF"}', { maxJsonDepth: 3, maxJsonMembers: 100 })).toEqual({ a: '\uFEFF' });
  expect(refusalOf('\uFEFF\uFEFF{}')).toMatchObject({ kind: 'parse-error' });
});

test('JSON one level deeper than the limit is rejected, and the limit is named', () => {
  expect(refusalOf('{"a":[{"b":[]}]}')).toMatchObject({
    kind: 'invalid-request',
    message: 'the message nests deeper than 3 levels (limit maxJsonDepth)',
  });
});

test.each(['"[[[[[[["', '"\\"[[[[["', '{"a":"\\\\","b":"{{{{{"}'])(
  'brackets inside a string do not count as depth: %s',
  (text) => {
    expect(parseJson(text, { maxJsonDepth: 3, maxJsonMembers: 100 })).toEqual(JSON.parse(text));
  },
);

test.each(['[[],[],[],[],[]]', '[[[]],[[]],[[]]]'])('closed brackets do not count as depth: %s', (text) => {
  expect(parseJson(text, { maxJsonDepth: 3, maxJsonMembers: 100 })).toEqual(JSON.parse(text));
});

test('two million levels of nesting are rejected before parsing', () => {
  const parse = vi.spyOn(JSON, 'parse');

  const refusal = refusalOf('['.repeat(2_000_000), 64);

  expect(parse).not.toHaveBeenCalled();
  parse.mockRestore();
  expect(refusal).toMatchObject({ kind: 'invalid-request' });
});

test.each([
  ['members', `{${Array.from({ length: 100 }, (_, index) => `"${index}":1`).join(',')}}`],
  ['objects', `[${Array.from({ length: 100 }, () => '{}').join(',')}]`],
  ['lists', `[${Array.from({ length: 100 }, () => '[]').join(',')}]`],
])('more %s than the limit are rejected before parsing, and the limit is named', (_what, text) => {
  const parse = vi.spyOn(JSON, 'parse');

  const refusal = refusalOf(text);

  expect(parse).not.toHaveBeenCalled();
  parse.mockRestore();
  expect(refusal).toMatchObject({
    kind: 'invalid-request',
    message: 'the message has more than 100 members, objects and arrays (limit maxJsonMembers)',
  });
});

test.each([
  '[1'.padEnd(2_000, ',1') + ',1]',
  JSON.stringify([':{['.repeat(200), '\\"'.repeat(200), '\\', ':'.repeat(200)]),
])('numbers and the contents of strings do not count as members: %#', (text) => {
  expect(parseJson(text, { maxJsonDepth: 3, maxJsonMembers: 100 })).toEqual(JSON.parse(text));
});

test.each(['', '{', 'secret token', "{'a':1}", '{"a":1}}', '"open'])(
  '%j is rejected as invalid JSON, and not quoted back',
  (text) => {
    expect(refusalOf(text)).toMatchObject({ kind: 'parse-error', message: 'the message is not JSON' });
  },
);

test('a prototype key becomes an ordinary member', () => {
  const parsed = parseJson('{"__proto__":{"polluted":true}}', { maxJsonDepth: 3, maxJsonMembers: 100 });

  expect(Object.keys(parsed as object)).toEqual(['__proto__']);
  expect({}).not.toHaveProperty('polluted');
});
