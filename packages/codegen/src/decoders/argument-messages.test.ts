import type { ArgumentProblem } from '@sigil/core/building';
import { afterAll, describe, expect, test } from 'vitest';
import { openCases } from '../reader/reader-cases.test-support.js';
import { evaluateDecoders, idleContext, modelOf, nowhere } from '../plugin-code/evaluate-decoders.test-support.js';

const cases = openCases();
afterAll(() => cases.close());

/** Returns the problems of the argument `x` of this type, one text for each. */
function messagesOf(type: string, value: unknown, declarations = ''): readonly string[] {
  const { parameters } = cases.method(
    `${declarations}\nexport class A { /** Runs. */ @Tool({ coerce: false }) run(x: ${type}): void { void x; } }`,
  );
  const tables = evaluateDecoders(
    modelOf({
      ...nowhere,
      kind: 'tool',
      method: 'run',
      name: 'run',
      parameters,
      coerce: false,
      returns: { kind: 'nothing' },
    }),
  );
  const problems: ArgumentProblem[] = [];
  tables.tools.get('run')?.decode({ x: value } as never, idleContext, problems);
  return problems.map(({ path, expected, received, unknown }) =>
    unknown === undefined ? `${path} must be ${expected}, got ${received}` : `unknown ${path}; ${unknown}`,
  );
}

const shapes = `
type Shape = { kind: 'circle'; radius: number } | { kind: 'square'; side: number };
type Place = { city: string; country?: string } | { lat: number; lon: number };
type Spot = { city: string } | { lat: number; lon: number } | { id: string };
type Typed = { type: string; city: string } | { type: string; lat: number; lon: number };
type Loose = { near?: string } | { lat: number; lon: number };
type Long = { a: 1; b: 1; c: 1; d: 1 } | { z: 1 };
type Only = { city: string; point?: never } | { point: number; city?: never };
interface Paged { /** @minimum 1 @maximum 100 */ size: number; /** @minLength 2 @maxLength 4 */ code: string }
interface Lists { /** @minItems 2 @maxItems 3 */ few: string[]; /** @uniqueItems */ some: string[] }
interface Formats {
  /** @format email */ email?: string; /** @format uuid */ uuid?: string; /** @pattern ^[A-Z]{3}-\\d+$ */ code?: string;
  /** @pattern ^(?=x)y */ never?: string; /** @exclusiveMinimum 0 */ rate?: number; /** @multipleOf 5 */ step?: number;
}
/** @pattern ^[a-z]{2}$ */ type Key = string;
enum Unit { Metric = 'metric', Imperial = 'imperial' }
`;

describe('the message about a wrong argument', () => {
  test.each<[string, string, unknown, readonly string[]]>([
    ['is missing', 'string', undefined, ['x must be a string, got nothing']],
    ['has another kind', 'string', 7, ['x must be a string, got a number']],
    ['is null', 'number', null, ['x must be a number, got null']],
    ['is too large', 'Paged', { size: 500, code: 'ab' }, ['x.size must be a number from 1 to 100, got 500']],
    ['is too small', 'Paged', { size: -0.5, code: 'ab' }, ['x.size must be a number from 1 to 100, got -0.5']],
    [
      'is too short',
      'Paged',
      { size: 1, code: 'a' },
      ['x.code must be a string of 2 to 4 characters, got a string of 1 character'],
    ],
    [
      'is too long',
      'Paged',
      { size: 1, code: '😀'.repeat(5) },
      ['x.code must be a string of 2 to 4 characters, got a string of 5 characters'],
    ],
    ['is empty', 'Paged', { size: 1, code: '' }, ['x.code must be a string of 2 to 4 characters, got an empty string']],
    [
      'has too few items and repeats one',
      'Lists',
      { few: [], some: ['a', 'b', 'a'] },
      [
        'x.few must be an array of 2 to 3 items, got an empty array',
        'x.some must be an array of different strings, got an array whose items 0 and 2 are the same',
      ],
    ],
    [
      'has too many items',
      '[number, string?]',
      [1, 'a', 2],
      ['x must be an array of 1 to 2 items, got an array of 3 items'],
    ],
    [
      'repeats an item of a set',
      'Set<number>',
      [1, 2, 2],
      ['x must be an array of different numbers, got an array whose items 1 and 2 are the same'],
    ],
    ['is beside a bound', 'Formats', { rate: 0 }, ['x.rate must be a number, greater than 0, got 0']],
    ['is between steps', 'Formats', { step: 7 }, ['x.step must be a number, a multiple of 5, got 7']],
    [
      'has another format',
      'Formats',
      { email: 'ann', uuid: '1' },
      [
        'x.email must be an email address such as ann@example.com, got a string',
        'x.uuid must be a UUID such as 123e4567-e89b-12d3-a456-426614174000, got a string',
      ],
    ],
    [
      'does not match a pattern',
      'Formats',
      { code: 'abc-1' },
      ['x.code must be a string that matches /^[A-Z]{3}-\\d+$/, such as ABC-1, got a string'],
    ],
    [
      'cannot match a pattern',
      'Formats',
      { never: '' },
      ['x.never must be a string that matches /^(?=x)y/, got a string'],
    ],
    [
      'is almost a choice',
      'Unit',
      'Metrics',
      ['x must be one of "metric", "imperial" (did you mean "metric"?), got a string'],
    ],
    ['is no choice', '"on" | "off"', 'maybe', ['x must be one of "on", "off", got a string']],
    ['is no number of a choice', '1 | 2 | 3', 5, ['x must be one of 1, 2, 3, got 5']],
    [
      'is no alternative',
      'number | "auto"',
      'Auto',
      ['x must be a number or "auto" (did you mean "auto"?), got a string'],
    ],
    ['is no template', '`sku_${number}`', 'sku12', ['x must be a string such as sku_12, got a string']],
    [
      'is no template of texts',
      '`${"red" | "green"}-${string}`',
      'red',
      ['x must be a string such as green-abc or a string such as red-abc, got a string'],
    ],
    ['is in lower case', 'Uppercase<string>', 'abc', ['x must be a string such as ABC, got a string']],
    ['is no template of bigints', '`v${bigint}.x`', 'v', ['x must be a string such as v12.x, got a string']],
    [
      'is no bigint',
      'bigint',
      12,
      ['x must be an integer as a string of at most 10000 digits, such as "42", got a number'],
    ],
    ['is no date', 'Date', '31.3.2025', ['x must be a date-time such as 2025-03-31T12:00:00Z, got a string']],
    ['is no URL', 'URL', 'example', ['x must be a URL such as https://example.com/a, got a string']],
    ['is no base64', 'Uint8Array', '%', ['x must be base64 text such as SGVsbG8=, got a string']],
    ['is no map', 'Map<string, number>', [['a', 1]], ['x must be an object, got an array']],
    [
      'has a wrong value in a map',
      'Map<"width" | "depth", number>',
      { widht: 1 },
      ['unknown x.widht; did you mean "width"?'],
    ],
    [
      'has a key that is no pair',
      'Map<number, string>',
      [[1]],
      ['x[0] must be a pair of a key and a value, got an array'],
    ],
    [
      'is a name that no key of a record is',
      'Record<Key, number>',
      { ABC: 1 },
      ['unknown x.ABC; a name must be a string that matches /^[a-z]{2}$/, such as ab'],
    ],
    [
      'is a name that no key of a map is',
      'Map<Key, number>',
      { ABC: 1 },
      ['unknown x.ABC; a name must be a string that matches /^[a-z]{2}$/, such as ab'],
    ],
    [
      'is a name that fits no template',
      'Record<`x_${string}` | `y_${number}`, number>',
      { ABC: 1 },
      ['unknown x.ABC; a name must be a string such as x_abc or a string such as y_12'],
    ],
    [
      'is a name that is neither declared nor fits a template',
      '{ id: number } & { [key: `x_${string}`]: number }',
      { id: 1, ABC: 1 },
      ['unknown x.ABC; a name must be "id" or a string such as x_abc'],
    ],
    [
      'almost is a declared name beside a template',
      '{ city: number } & { [key: `x_${string}`]: number }',
      { city: 1, citty: 1 },
      ['unknown x.citty; did you mean "city"?'],
    ],
    ['is a text for a tuple', '[number, string?]', 'a', ['x must be an array of 1 to 2 items, got a string']],
    [
      'is a text for a bounded list',
      'Lists',
      { few: 'a', some: [] },
      ['x.few must be an array of 2 to 3 items, got a string'],
    ],
    [
      'is a list for a bounded text',
      'Paged',
      { size: 1, code: ['a'] },
      ['x.code must be a string of 2 to 4 characters, got an array'],
    ],
    ['is a text for a set', 'Set<Date>', 'a', ['x must be an array of different items, got a string']],
    ['is another truth value', 'true', false, ['x must be true, got false']],
    ['is another truth value than of a choice', '"auto" | true', false, ['x must be one of "auto", true, got false']],
    ['is a truth value where a number is one of a choice', '1 | 2', true, ['x must be one of 1, 2, got a boolean']],
    ['has an unknown member', 'Paged', { size: 1, code: 'ab', sise: 2 }, ['unknown x.sise; did you mean "size"?']],
    [
      'has a strange member',
      'Paged',
      { size: 1, code: 'ab', colour: 2 },
      ['unknown x.colour; expected are "size", "code"'],
    ],
    [
      'has a member of an empty type',
      '{ a?: { [key in never]: 1 } & { a: 1 } }',
      { a: { a: 1, zz: 1 } },
      ['unknown x.a.zz; expected are "a"'],
    ],
    ['lacks the tag of a union', 'Shape', { radius: 1 }, ['x.kind must be one of "circle", "square", got nothing']],
    [
      'almost has the tag of a union',
      'Shape',
      { kind: 'circel', radius: 1 },
      ['x.kind must be one of "circle", "square" (did you mean "circle"?), got a string'],
    ],
    [
      'is wrong inside a tagged union',
      'Shape',
      { kind: 'circle', radius: 'r' },
      ['x.radius must be a number, got a string'],
    ],
    [
      'mixes two alternatives',
      'Place',
      { city: 'Oslo', lat: 1, lon: 2 },
      [
        'x must be an object with "city" or with "lat" and "lon", not with both, got an object with "city" and "lat" and "lon"',
      ],
    ],
    [
      'mixes alternatives that exclude each other',
      'Only',
      { city: 'Oslo', point: 1 },
      ['x must be an object with "city" or with "point", not with both, got an object with "city" and "point"'],
    ],
    [
      'has none of two alternatives',
      'Place',
      {},
      ['x must be an object with "city" or with "lat" and "lon", got an object with none of them'],
    ],
    [
      'lacks what distinguishes alternatives inside of a member',
      '{ size: { radius: number; unit: 1 } } | { size: { side: number; unit: 1 } }',
      { size: { unit: 1 } },
      [
        'x must be an object with "size.radius" as a number, or with "size.side" as a number, got an object that fits none of them',
      ],
    ],
    [
      'is nearer to one of such alternatives',
      '{ size: { radius: number; unit: 1 } } | { size: { side: number; unit: 1 } }',
      { size: { radius: 'x', unit: 1 } },
      ['x.size.radius must be a number, got a string'],
    ],
    [
      'mixes alternatives inside of a member',
      '{ at: { lat: 1; lon: 1 } } | { at: { x: 1; y: 1 } }',
      { at: { lat: 1, x: 1 } },
      [
        'x must be an object with "at.lon" as 1 and no "at.x", or with "at.y" as 1 and no "at.lat", got an object that fits none of them',
      ],
    ],
    [
      'has another kind where alternatives have different ones',
      '{ size: { radius: 1 } } | { size: string } | { size: { side: 1 } }',
      { size: null },
      ['x.size must be an object or a string, got null'],
    ],
    [
      'fits none of many alternatives inside of a member',
      Array.from({ length: 6 }, (_, index) => `{ v: { a${index}: 1 } }`).join(' | '),
      { v: {} },
      [
        `x must be an object with ${[0, 1, 2, 3].map((index) => `"v.a${index}" as 1`).join(', or with ')}, or with 2 more, got an object that fits none of them`,
      ],
    ],
    ['has half of an alternative', 'Place', { lat: 1 }, ['x.lon must be a number, got nothing']],
    ['has a wrong member in an alternative', 'Place', { city: 7 }, ['x.city must be a string, got a number']],
    [
      'has a strange member beside an alternative',
      'Place',
      { city: 'Oslo', zip: 1 },
      ['unknown x.zip; expected are "city", "country"'],
    ],
    [
      'has only names of no alternative',
      'Spot',
      { name: 'x' },
      ['x must be an object with "city" or with "lat" and "lon" or with "id", got an object with "name"'],
    ],
    [
      'has a misspelt name of an alternative',
      'Spot',
      { ID: 'x' },
      [
        'x must be an object with "city" or with "lat" and "lon" or with "id" (did you mean "id"?), got an object with "ID"',
      ],
    ],
    [
      'has misspelt names of an alternative and another',
      'Spot',
      { Lat: 1, Lon: 2, name: 'x' },
      [
        'x must be an object with "city" or with "lat" and "lon" or with "id" (did you mean "lat" and "lon"?), got an object with "Lat" and "Lon" and "name"',
      ],
    ],
    [
      'has only names of none of many alternatives',
      Array.from({ length: 12 }, (_, index) => `{ a${index}: 1 }`).join(' | '),
      { name: 'x' },
      [
        `x must be an object with ${Array.from({ length: 10 }, (_, index) => `"a${index}"`).join(' or with ')} or 2 more, got an object with "name"`,
      ],
    ],
    [
      'mixes two of three alternatives',
      'Spot',
      { city: 'Oslo', lat: 1 },
      [
        'x must be an object with "city" or with "lat" and "lon" or with "id", not with several of them, got an object with "city" and "lat"',
      ],
    ],
    [
      'mixes an alternative and half of another',
      'Place',
      { city: 'Oslo', lat: 1 },
      ['x must be an object with "city" or with "lat" and "lon", not with both, got an object with "city" and "lat"'],
    ],
    [
      'mixes two alternatives with a strange member',
      'Place',
      { city: 'Oslo', lat: 1, zip: 1 },
      [
        'x must be an object with "city" or with "lat" and "lon", not with both, got an object with "city" and "lat"',
        'unknown x.zip; expected are "city", "country", "lat", "lon"',
      ],
    ],
    [
      'lacks a member of all alternatives too',
      'Typed',
      {},
      [
        'x must be an object with "type" and "city" or with "type" and "lat" and "lon", got an object with none of them',
      ],
    ],
    [
      'has all that alternatives share, and no more',
      'Typed',
      { type: 'a' },
      ['x must be an object with "city" or with "lat" and "lon", got an object with none of them'],
    ],
    [
      'has a strange member where an alternative needs none',
      'Loose',
      { name: 1 },
      ['unknown x.name; expected are "near", "lat", "lon"'],
    ],
    [
      'has a misspelt member where an alternative needs none',
      'Loose',
      { Lat: 1 },
      ['unknown x.Lat; did you mean "lat"?'],
    ],
    [
      'has most members of the alternative with most',
      'Long',
      { a: 1 },
      ['b', 'c', 'd'].map((name) => `x.${name} must be 1, got nothing`),
    ],
    [
      'has a misspelt member of an alternative',
      'Spot',
      { latt: 1, lon: 2 },
      ['x.lat must be a number, got nothing', 'unknown x.latt; did you mean "lat"?'],
    ],
    [
      'is none of several kinds',
      'string | number[] | null',
      true,
      ['x must be a string, an array or null, got a boolean'],
    ],
  ])('%s', (_what, type, value, messages) => {
    expect(messagesOf(type, value, shapes)).toEqual(messages);
  });
});

test('nothing of a configuration is quoted, neither a number nor a length', () => {
  const configuration = {
    isRequired: true,
    node: {
      kind: 'object',
      properties: [
        { name: 'pin', node: { kind: 'number', maximum: 9 }, isRequired: true },
        { name: 'password', node: { kind: 'string', minLength: 9 }, isRequired: true },
      ],
    },
  } as const;
  const model = modelOf();
  const tables = evaluateDecoders({ ...model, classes: model.classes.map((owner) => ({ ...owner, configuration })) });
  const problems: ArgumentProblem[] = [];

  tables.configurations.get('Sample')?.({ pin: 1234, password: 'hunter2' }, problems);

  expect(problems.map(({ received }) => received)).toEqual(['a number', 'a string']);
});
