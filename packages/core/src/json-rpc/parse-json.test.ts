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

test('one level more than the limit is refused, by the name of the limit', () => {
  expect(refusalOf('{"a":[{"b":[]}]}')).toMatchObject({
    kind: 'invalid-request',
    message: 'the message nests deeper than 3 levels (limit maxJsonDepth)',
  });
});

test.each(['"[[[[[[["', '"\\"[[[[["', '{"a":"\\\\","b":"{{{{{"}'])(
  'brackets inside a string are no depth: %s',
  (text) => {
    expect(parseJson(text, { maxJsonDepth: 3, maxJsonMembers: 100 })).toEqual(JSON.parse(text));
  },
);

test.each(['[[],[],[],[],[]]', '[[[]],[[]],[[]]]'])('brackets that were closed are no depth: %s', (text) => {
  expect(parseJson(text, { maxJsonDepth: 3, maxJsonMembers: 100 })).toEqual(JSON.parse(text));
});

test('two million levels are refused without walking into them', () => {
  expect(refusalOf('['.repeat(2_000_000), 64)).toMatchObject({ kind: 'invalid-request' });
});

test.each([
  ['members', `{${Array.from({ length: 100 }, (_, index) => `"${index}":1`).join(',')}}`],
  ['objects', `[${Array.from({ length: 100 }, () => '{}').join(',')}]`],
  ['lists', `[${Array.from({ length: 100 }, () => '[]').join(',')}]`],
])('more %s than the limit are refused before they are parsed, by the name of the limit', (_what, text) => {
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
])('numbers, and what stands in strings, are no members: %#', (text) => {
  expect(parseJson(text, { maxJsonDepth: 3, maxJsonMembers: 100 })).toEqual(JSON.parse(text));
});

test.each(['', '{', 'secret token', "{'a':1}", '{"a":1}}', '"open'])(
  '%j is not JSON, and is not quoted back',
  (text) => {
    expect(refusalOf(text)).toMatchObject({ kind: 'parse-error', message: 'the message is not JSON' });
  },
);

test('a prototype key becomes an ordinary member', () => {
  const parsed = parseJson('{"__proto__":{"polluted":true}}', { maxJsonDepth: 3, maxJsonMembers: 100 });

  expect(Object.keys(parsed as object)).toEqual(['__proto__']);
  expect({}).not.toHaveProperty('polluted');
});
