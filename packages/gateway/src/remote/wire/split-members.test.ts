import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitMembers } from './split-members.js';

test('finds each member as it is written', () => {
  const text = ' { "a" : 1.50 ,"b":"x\\"}\\\\", "c":[{"d":"]"},\n2 ],"e":null, "\\u0066":{} }';

  expect([...splitMembers(text)]).toEqual([
    ['a', '1.50'],
    ['b', '"x\\"}\\\\"'],
    ['c', '[{"d":"]"},\n2 ]'],
    ['e', 'null'],
    ['f', '{}'],
  ]);
});

test('keeps digits that no number of ours could hold', () => {
  expect(splitMembers('{"n":123456789012345678901234567890.10}').get('n')).toBe('123456789012345678901234567890.10');
});

test('of two members of one name the later counts', () => {
  expect(splitMembers('{"a":1,"a":2}').get('a')).toBe('2');
});

test('agrees with the parser about every object', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(undefined, 2), (object, indent) => {
      const text = JSON.stringify(object, undefined, indent);
      const parsed: unknown = JSON.parse(text);

      const split = Object.fromEntries([...splitMembers(text)].map(([name, value]) => [name, JSON.parse(value)]));

      expect(split).toEqual(parsed);
    }),
  );
});
