import { describe, expect, test } from 'vitest';
import { UsageError } from '../failures/command-error.js';
import { readJsonArguments, readPairValue, splitPair } from './read-arguments.js';

describe('arguments as JSON', () => {
  test('are parsed into an object', () => {
    expect(readJsonArguments('{"city":"Rome"}')).toEqual({ city: 'Rome' });
  });

  test.each([
    ['city=Rome', 'something that is not JSON'],
    ['', 'something that is not JSON'],
    ['["Rome"]', 'JSON of another kind: an array'],
    ['null', 'JSON of another kind: null'],
    ['3', 'JSON of another kind: a number'],
  ])('are refused when they are %j', (text, got) => {
    const message = `expected the arguments as a JSON object like '{"city":"Rome"}', got ${got}`;

    expect(() => readJsonArguments(text)).toThrow(new UsageError(message));
  });
});

describe('a key=value argument', () => {
  test('is split at the first equals sign', () => {
    expect(splitPair('query=a=b')).toEqual(['query', 'a=b']);
    expect(splitPair('query=')).toEqual(['query', '']);
  });

  test.each(['city', '=Rome', ''])('is refused when it is %j', (pair) => {
    expect(() => splitPair(pair)).toThrow(new UsageError(`expected --arg key=value, got "${pair}"`));
  });

  test.each([
    [{ type: 'string' }, '007', '007'],
    [{ type: ['string', 'null'] }, 'null', 'null'],
    [{ enum: ['1', '2'] }, '1', '1'],
    [{ enum: [1, 2] }, '1', 1],
    [{ type: 'integer' }, '7', 7],
    [{ type: 'boolean' }, 'true', true],
    [{ type: 'array' }, '["a"]', ['a']],
    [{ type: 'integer' }, 'seven', 'seven'],
    [undefined, '{"deep":1}', { deep: 1 }],
    [undefined, 'plain', 'plain'],
    [undefined, 'null', null],
  ])('is read according to the schema %j: %s', (schema, text, expected) => {
    expect(readPairValue(text, schema)).toEqual(expected);
  });
});
