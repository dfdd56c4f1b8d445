import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitMembers, splitMembersOf, wholeResult } from './split-members.js';

test('splitMembers() returns each member as it is written', () => {
  const text = ' { "a" : 1.50 ,"b":"x\\"}\\\\", "c":[{"d":"]"},\n2 ],"e":null, "\\u0066":{} }';

  expect([...splitMembers(text)]).toEqual([
    ['a', '1.50'],
    ['b', '"x\\"}\\\\"'],
    ['c', '[{"d":"]"},\n2 ]'],
    ['e', 'null'],
    ['f', '{}'],
  ]);
});

test('splitMembers() keeps digits beyond the precision of a number', () => {
  expect(splitMembers('{"n":123456789012345678901234567890.10}').get('n')).toBe('123456789012345678901234567890.10');
});

test('splitMembers() returns the later of two members with one name', () => {
  expect(splitMembers('{"a":1,"a":2}').get('a')).toBe('2');
});

test('splitMembers() agrees with JSON.parse() about every object', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(undefined, 2), (object, indent) => {
      const text = JSON.stringify(object, undefined, indent);
      const parsed: unknown = JSON.parse(text);

      const split = Object.fromEntries([...splitMembers(text)].map(([name, value]) => [name, JSON.parse(value)]));

      expect(split).toEqual(parsed);
    }),
  );
});

test('splitMembersOf() returns the members of an inner object', () => {
  const text =
    '{"jsonrpc":"result","error":{"result":{"no":1}},"result" :\n{ "a":{"b":[1, 2.50]}, "c":"}\\"" ,"\\u0064":1e2},"id":7}';

  expect([...splitMembersOf('result', text)]).toEqual([
    ['a', '{"b":[1, 2.50]}'],
    ['c', '"}\\""'],
    ['d', '1e2'],
  ]);
});

test('splitMembersOf() returns the slices that splitMembers() finds in the inner object, wherever it stands', () => {
  const members = fc.dictionary(fc.string(), fc.jsonValue());
  fc.assert(
    fc.property(
      fc.tuple(members, members, members),
      fc.constantFrom(undefined, 2),
      ([before, inner, after], indent) => {
        const text = JSON.stringify({ ...before, result: inner, ...after }, undefined, indent);

        const split = [...splitMembersOf('result', text)];

        expect(split).toEqual([...splitMembers(splitMembers(text).get('result')!)]);
        expect(Object.fromEntries(split.map(([name, value]) => [name, JSON.parse(value)]))).toEqual(
          JSON.parse(JSON.stringify(inner)),
        );
      },
    ),
  );
});

test.each([
  ['two of one name: the later counts', '{"result":{"a":1,"b":1},"result":{"a":2}}', [['a', '2']]],
  ['the later of them is no object', '{"result":{"a":1},"result":[3]}', []],
  ['one deeper inside is another', '{"x":{"result":{"a":1}}}', []],
  ['nothing in it', '{"result":{}}', []],
])('splitMembersOf() with an inner object, %s', (_what, text, members) => {
  expect([...splitMembersOf('result', text)]).toEqual(members);
});

test('wholeResult() finds the result of a response in its usual form', () => {
  expect(wholeResult('{"jsonrpc":"2.0","id":7,"result":{"a":{"b":[1, 2.50]},"c":"}"}}')).toBe(
    '"a":{"b":[1, 2.50]},"c":"}"',
  );
  expect(wholeResult('{"jsonrpc":"2.0","id":7,"result":{"a":{"result":{"b":2}}}}')).toBe('"a":{"result":{"b":2}}');
  expect(wholeResult('{"jsonrpc":"2.0","id":7,"result":{}}')).toBe('');
});

test.each([
  ['more members follow', '{"jsonrpc":"2.0","id":7,"result":{"a":1},"extra":{"b":2}}'],
  ['another member is before it', '{"extra":{"result":{"a":1}},"id":7,"result":{"b":2}}'],
  ['there are two results', '{"jsonrpc":"2.0","id":7,"result":{"a":1},"result":{"b":2}}'],
  ['the second result has a space', '{"jsonrpc":"2.0","id":7,"result":{"a":1},"result" :{"b":2}}'],
  ['the second result is written in another way', '{"jsonrpc":"2.0","id":7,"result":{"a":1},"\\u0072esult":{"b":2}}'],
  ['the version follows once more', '{"jsonrpc":"2.0","id":7,"result":{"a":1},"jsonrpc":{}}'],
  ['a space is behind its name', '{"jsonrpc":"2.0","id":7,"result" :{"a":{"result":{"b":2}}}}'],
  ['there are spaces', '{"jsonrpc": "2.0", "id": 7, "result": {"a":1}}'],
  ['a space is before the end', '{"jsonrpc":"2.0","id":7,"result":{"a":{}} }'],
  ['a line ends it', '{"jsonrpc":"2.0","id":7,"result":{"a":{}}}\n'],
  ['its name is written in another way', '{"jsonrpc":"2.0","id":7,"re\\u0073ult":{"a":1}}'],
  ['its id is a text', '{"jsonrpc":"2.0","id":"7","result":{"a":1}}'],
  ['it is no object', '{"jsonrpc":"2.0","id":7,"result":[{}]}'],
])('wholeResult() finds no result where %s', (_what, text) => {
  expect(wholeResult(text)).toBeUndefined();
});

test('wholeResult() returns every byte of a result, whatever its own form', () => {
  const results = fc.dictionary(fc.string(), fc.jsonValue());
  fc.assert(
    fc.property(results, fc.maxSafeNat(), fc.constantFrom(undefined, 2, '\t'), (result, id, indent) => {
      const written = JSON.stringify(result, undefined, indent);

      const found = wholeResult(`{"jsonrpc":"2.0","id":${id},"result":${written}}`);

      expect(`{${found}}`).toBe(written);
    }),
  );
});

test('wholeResult() never returns another result than JSON.parse(), whatever follows the first one', () => {
  const result = fc.dictionary(fc.constantFrom('a', '}', '"', '\\'), fc.jsonValue()).map((it) => JSON.stringify(it));
  const member = fc.tuple(fc.constantFrom('"result"', '"re\\u0073ult"', '"id"', '"extra"'), result);
  const space = fc.constantFrom('', ' ', '\n', '\t');
  fc.assert(
    fc.property(result, fc.array(member, { maxLength: 2 }), space, (first, others, gap) => {
      const after = others.map(([name, value]) => `${gap},${name}${gap}:${value}`).join('');
      const text = `{"jsonrpc":"2.0","id":7,"result":${first}${after}${gap}}`;

      const found = wholeResult(text);

      if (after === '' && gap === '') expect(found).toBe(first.slice(1, -1));
      if (found !== undefined) expect(JSON.parse(`{${found}}`)).toEqual(JSON.parse(text).result);
    }),
  );
});
