import { expect, test } from 'vitest';
import type { ArgumentProblem, CarryCode } from '../manifest/plugin-module.js';
import { isJsonObject, type JsonValue } from '../model/json.js';
import { carryIn, carryOut } from './carry-state.js';

const limit = 1_000;

/** Carries one number, in the form the build would write. */
function carrying(version = 1, expected = 'number'): CarryCode {
  const check = (value: unknown, problems: ArgumentProblem[]): JsonValue => {
    const count = (value as { count: JsonValue }).count;
    if (typeof count !== expected) problems.push({ path: 'count', expected: `a ${expected}`, received: typeof count });
    return isJsonObject(value) ? value : {};
  };
  return { version, fields: ['count'], encode: check, decode: check };
}

const instances = (count: unknown, more: object = {}) => new Map([['Counter', { count, ...more }]]);
const table = (code: CarryCode) => new Map([['Counter', code]]);

test('the carried fields of a part keep their values from the previous generation', () => {
  const next = instances(0, { other: 'fresh' });

  const state = carryOut(instances(7, { other: 'old' }), table(carrying()), limit);
  const failures = carryIn(next, table(carrying()), structuredClone(state));

  expect(failures).toEqual([]);
  expect(next.get('Counter')).toEqual({ count: 7, other: 'fresh' });
});

test.each<[string, unknown, CarryCode, CarryCode, string]>([
  ['another version', 7, carrying(1), carrying(2), 'its state is of version 1, this build carries 2'],
  [
    'another shape',
    7,
    carrying(),
    carrying(1, 'string'),
    'its state has another shape now: "count" must be a string, got number',
  ],
  ['a value that is not of its type', 'x', carrying(), carrying(), '"count" must be a number, got string'],
  [
    'too much',
    'x'.repeat(limit),
    carrying(1, 'string'),
    carrying(1, 'string'),
    'its state is longer than 1000 characters of JSON (limit maxCarryLength)',
  ],
])('%s is reported, and the part keeps its fresh state', (_what, value, older, newer, why) => {
  const next = instances('fresh');

  const failures = carryIn(next, table(newer), carryOut(instances(value), table(older), limit));

  expect(failures).toEqual([{ part: 'Counter', why }]);
  expect(next.get('Counter')).toEqual({ count: 'fresh' });
});

test('fields that throw when read and fields that cannot be set are reported', () => {
  const throwing = new Map([
    [
      'Counter',
      {
        get count(): number {
          throw new Error('no');
        },
      },
    ],
  ]);
  const frozen = new Map([['Counter', Object.freeze({ count: 0 })]]);
  const state = carryOut(instances(7), table(carrying()), limit);

  expect(carryOut(throwing, table(carrying()), limit)).toEqual({ Counter: { why: 'reading its fields threw: no' } });
  expect(carryIn(frozen, table(carrying()), state)).toEqual([{ part: 'Counter', why: 'its fields cannot be set' }]);
});

test('a field that is no longer carried is dropped', () => {
  const older: CarryCode = {
    ...carrying(),
    fields: ['count', 'gone'],
    encode: (value) => ({ ...(value as { count: number }), gone: 1 }),
  };
  const strict: CarryCode = {
    ...carrying(),
    decode: (value, problems) => {
      for (const path of Object.keys(value as object)) {
        if (path !== 'count') problems.push({ path, expected: 'left out', received: 'a value' });
      }
      return value;
    },
  };
  const next = instances(0);

  expect(carryIn(next, table(strict), carryOut(instances(7), table(older), limit))).toEqual([]);
  expect(next.get('Counter')).toEqual({ count: 7 });
});

test('state is carried only if both builds declare it', () => {
  const next = instances(0);

  expect(carryOut(instances(7), undefined, limit)).toEqual({});
  expect(carryIn(next, table(carrying()), {})).toEqual([]);
  expect(carryIn(next, undefined, carryOut(instances(7), table(carrying()), limit))).toEqual([]);
  expect(next.get('Counter')).toEqual({ count: 0 });
});
