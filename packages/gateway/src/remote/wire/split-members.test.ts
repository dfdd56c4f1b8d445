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
  const text = '{"jsonrpc":"2.0","result":{ "a":{"b":[1, 2]}, "c":"}" },"id":7}';

  expect([...splitMembersOf('result', text)]).toEqual([
    ['a', '{"b":[1, 2]}'],
    ['c', '"}"'],
  ]);
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

test('wholeResult() returns the result that JSON.stringify() wrote', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(), (result, id) => {
      const found = wholeResult(JSON.stringify({ jsonrpc: '2.0', id, result }));

      expect(`{${found}}`).toBe(JSON.stringify(result));
    }),
  );
});
