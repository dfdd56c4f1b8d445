import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../model/json.js';
import { findMisfits } from './find-misfits.js';

const schema: JsonObject = {
  type: 'object',
  properties: {
    url: { type: 'string' },
    units: { enum: ['metric', 'imperial'] },
    tries: { type: 'integer' },
    since: { type: ['string', 'null'] },
    stations: { type: 'array', items: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] } },
    either: { anyOf: [{ type: 'string' }, { type: 'number' }] },
    one: { const: 1 },
  },
  required: ['url'],
  additionalProperties: false,
};

test.each<[JsonValue, string, string, string]>([
  [7, '', 'an object', 'a number'],
  [{}, 'url', 'a string', 'nothing'],
  [{ url: null }, 'url', 'a string', 'null'],
  [{ url: 'a', units: 'kelvin' }, 'units', 'one of "metric", "imperial"', 'a string'],
  [{ url: 'a', tries: 1.5 }, 'tries', 'an integer', 'a number'],
  [{ url: 'a', since: [] }, 'since', 'a string or null', 'an array'],
  [{ url: 'a', stations: [{ id: 'b' }, {}] }, 'stations[1].id', 'a string', 'nothing'],
  [{ url: 'a', one: 2 }, 'one', '1', 'a number'],
])('%j: "%s" must be %s, got %s', (value, path, expected, received) => {
  expect(findMisfits(schema, value)).toEqual([{ path, expected, received }]);
});

test.each([
  [{ url: 'a', trees: 1 }, 'trees', 'did you mean "tries"?'],
  [{ url: 'a', somethingElse: 1 }, 'somethingElse', ''],
])('%j: "%s" is unknown, with the advice %j', (value, path, unknown) => {
  expect(findMisfits(schema, value)).toEqual([{ path, expected: 'left out', received: 'a number', unknown }]);
});

describe('findMisfits', () => {
  test.each<[JsonValue]>([
    [{ url: 'a', units: 'metric', tries: 2, since: null, stations: [], one: 1 }],
    // Left to the decoder.
    [{ url: 'a', either: true }],
  ])('accepts %j', (value) => {
    expect(findMisfits(schema, value)).toEqual([]);
  });

  test('accepts members that the schema leaves open', () => {
    expect(findMisfits({ type: 'object' }, { anything: 1 })).toEqual([]);
    expect(
      findMisfits({ type: 'object', additionalProperties: false, patternProperties: { '^x': {} } }, { xy: 1 }),
    ).toEqual([]);
  });
});
