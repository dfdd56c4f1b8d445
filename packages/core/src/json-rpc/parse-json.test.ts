import { expect, test } from 'vitest';
import { parseJson } from './parse-json.js';

function refusalOf(text: string, maxDepth = 3): unknown {
  try {
    return parseJson(text, maxDepth);
  } catch (error) {
    return error;
  }
}

test('JSON within the depth limit is parsed', () => {
  expect(parseJson('{"a":[{"b":1}]}', 3)).toEqual({ a: [{ b: 1 }] });
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
    expect(parseJson(text, 3)).toEqual(JSON.parse(text));
  },
);

test.each(['[[],[],[],[],[]]', '[[[]],[[]],[[]]]'])('brackets that were closed are no depth: %s', (text) => {
  expect(parseJson(text, 3)).toEqual(JSON.parse(text));
});

test('two million levels are refused without walking into them', () => {
  expect(refusalOf('['.repeat(2_000_000), 64)).toMatchObject({ kind: 'invalid-request' });
});

test.each(['', '{', 'secret token', "{'a':1}", '{"a":1}}', '"open'])(
  '%j is not JSON, and is not quoted back',
  (text) => {
    expect(refusalOf(text)).toMatchObject({ kind: 'parse-error', message: 'the message is not JSON' });
  },
);

test('a prototype key becomes an ordinary member', () => {
  const parsed = parseJson('{"__proto__":{"polluted":true}}', 3);

  expect(Object.keys(parsed as object)).toEqual(['__proto__']);
  expect({}).not.toHaveProperty('polluted');
});
