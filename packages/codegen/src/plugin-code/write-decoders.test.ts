import type { Context, JsonValue } from '@sigil/core';
import { describe, expect, test } from 'vitest';
import {
  decoderOf,
  decoderOfValue,
  evaluateDecoders,
  idleContext,
  member,
  modelOf,
  nowhere,
  optional,
  required,
  textDecoderOf,
  toolWith,
} from './evaluate-decoders.test-support.js';
import type { SchemaNode } from '../model/schema-node.js';
import { writeDecoders } from './write-decoders.js';

describe('arguments', () => {
  test('are passed by position, with the context and its signal where declared', () => {
    const decode = decoderOf(
      { kind: 'context' },
      required('city', { kind: 'string' }),
      { kind: 'signal' },
      optional('days', { kind: 'number' }),
    );

    const { args, problems } = decode({ days: 3, city: 'Turin' });

    expect(problems).toEqual([]);
    expect(args).toEqual([idleContext, 'Turin', idleContext.signal, 3]);
  });

  test('the signal is not read when no parameter declares it', () => {
    const context: Context = {
      ...idleContext,
      get signal(): AbortSignal {
        throw new Error('the signal was asked for');
      },
    };
    const decoder = evaluateDecoders(modelOf(toolWith({ kind: 'context' }))).tools.get('run')?.decode;

    expect(decoder?.({}, context, [])).toEqual([context]);
  });

  test('an absent optional argument is passed as undefined', () => {
    const decode = decoderOf(optional('days', { kind: 'number' }), optional('since', { kind: 'date' }));

    expect(decode({})).toEqual({ args: [undefined, undefined], problems: [] });
  });

  test('the path of a deeply nested problem is shortened to 256 characters without splitting one', () => {
    const nested = { kind: 'object', properties: [], additional: { kind: 'number' } } as const;
    const deep = ['a', 'b', 'c', 'd', 'e'].reduce<SchemaNode>(
      (node) => ({ kind: 'object', properties: [], additional: node }),
      nested,
    );
    const key = 'k' + '😀'.repeat(31);
    const value = [key, key, key, key, key, key].reduce<JsonValue>((inner, name) => ({ [name]: inner }), 'text');

    const { problems } = decoderOfValue(deep)(value);

    expect(problems).toHaveLength(1);
    expect(problems[0]?.path).toMatch(/^value\["k😀/);
    expect(problems[0]?.path.length).toBeLessThanOrEqual(256);
    expect(problems[0]?.path).not.toMatch(/\p{Surrogate}/u);
  });

  test('the members of a spread parameter become one object, without absent ones', () => {
    const decode = decoderOf({
      kind: 'spread',
      properties: [member('city', { kind: 'string' }), member('days', { kind: 'number' }, false)],
    });

    expect(decode({ city: 'Turin' }).args).toEqual([{ city: 'Turin' }]);
    expect(Object.keys(decode({ city: 'Turin' }).args[0] as object)).toEqual(['city']);
  });

  test('the items of a rest parameter become separate arguments', () => {
    const decode = decoderOf(required('city', { kind: 'string' }), {
      kind: 'rest',
      property: member('days', { kind: 'array', items: { kind: 'date' } }, false),
    });
    const day = '2024-02-29T12:00:00Z';

    expect(decode({ city: 'Turin', days: [day, day] }).args).toEqual(['Turin', new Date(day), new Date(day)]);
    expect(decode({ city: 'Turin', days: [] }).args).toEqual(['Turin']);
    expect(decode({ city: 'Turin' })).toEqual({ args: ['Turin'], problems: [] });
  });

  test.each([true, false])('a rest parameter that is not an array is rejected (required: %s)', (isRequired) => {
    const node = { kind: 'array', items: { kind: 'string' } } as const;
    const decode = decoderOf({ kind: 'rest', property: member('tags', node, isRequired) });

    expect(decode({ tags: 'a' }).problems).toEqual([{ path: 'tags', expected: 'an array', received: 'a string' }]);
    expect(decode({}).problems).toHaveLength(isRequired ? 1 : 0);
  });

  test('an argument of any type is passed unchanged, and rejected when required but absent', () => {
    const decode = decoderOf(required('value', { kind: 'any' }), optional('other', { kind: 'any' }));
    const value = { a: [null, { b: 1 }] };

    expect(decode({ value }).args[0]).toBe(value);
    expect(decode({ value: null, other: false })).toEqual({ args: [null, false], problems: [] });
    expect(decode({}).problems).toEqual([{ path: 'value', expected: 'any JSON value', received: 'nothing' }]);
  });

  test('all problems are reported at once, with path, expectation and kind', () => {
    const decode = decoderOf(
      required('city', { kind: 'string' }),
      optional('days', { kind: 'number', multipleOf: 1, minimum: 1, maximum: 14 }),
      required('filters', {
        kind: 'object',
        properties: [member('tags', { kind: 'array', items: { kind: 'string' } })],
      }),
    );

    const { problems } = decode({ days: 3.5, filters: { tags: ['a', 7] } });

    expect(problems).toEqual([
      { path: 'city', expected: 'a string', received: 'nothing' },
      { path: 'days', expected: 'an integer from 1 to 14', received: '3.5' },
      { path: 'filters.tags[1]', expected: 'a string', received: 'a number' },
    ]);
  });

  test('no more than twenty problems are reported', () => {
    const decode = decoderOfValue({ kind: 'array', items: { kind: 'string' } });

    expect(decode(Array.from({ length: 1000 }, () => 1)).problems).toHaveLength(20);
    expect(
      decoderOf(...Array.from({ length: 30 }, (_, n) => required(`p${n}`, { kind: 'null' })))({}).problems,
    ).toHaveLength(20);
  });

  test('an unknown argument is rejected with the nearest known name', () => {
    const decode = decoderOf(optional('limit', { kind: 'number' }), optional('offset', { kind: 'number' }));

    expect(decode({ limitt: 3 }).problems).toEqual([
      { path: 'limitt', expected: 'left out', received: 'a number', unknown: 'did you mean "limit"?' },
    ]);
    expect(decode({ zebra: null }).problems).toEqual([
      { path: 'zebra', expected: 'left out', received: 'null', unknown: 'expected are "limit", "offset"' },
    ]);
  });

  test('input that is not an object is rejected at the root', () => {
    const decode = decoderOf(optional('limit', { kind: 'number' }));

    for (const [input, received] of [
      [null, 'null'],
      [[], 'an array'],
      ['x', 'a string'],
      [undefined, 'nothing'],
    ]) {
      expect(decode(input).problems).toEqual([{ path: '', expected: 'an object', received }]);
    }
  });
});

describe('values', () => {
  test.each([
    [{ kind: 'string', minLength: 2, maxLength: 3 }, ['ab', '👍👍👍'], ['a', 'abcd', '👍', 3, null, ['ab']]],
    [{ kind: 'string', pattern: '^\\p{L}+$' }, ['Łódź'], ['Łódź 1', '']],
    [{ kind: 'string', format: 'date' }, ['2024-02-29'], ['2023-02-29', '2024-2-9', '2024-13-01', '']],
    [{ kind: 'string', format: 'time' }, ['12:00:00Z', '23:59:59.5+02:00'], ['24:00:00Z', '12:00Z', '12:00:00']],
    [{ kind: 'string', format: 'date-time' }, ['2024-02-29T12:00:00Z'], ['2024-02-29 12:00:00Z', '2024-02-29']],
    [{ kind: 'string', format: 'email' }, ['a.b@c.example'], ['a.b', 'a@b@c', '@c', 'a@']],
    [{ kind: 'string', format: 'uri' }, ['https://a.example/%20?b#c', 'urn:x:y'], ['a/b', 'https://a b', 'http:%zz']],
    [
      { kind: 'string', format: 'uri' },
      ['http://[::1]', 'http://u:p@[2001:db8::1]:80/?a#b', 'http://[::ffff:1.2.3.4]/', 'http://[v1.a:b]/'],
      [
        'http://a/[',
        'http://a/?b=[c]',
        'http://[::1]/]',
        'urn:[::1]',
        'http://a/#b#c',
        'http://a[b@[::1]/',
        'http://[::z]/',
        'a://[::1]b',
        'a://[::1]:b',
      ],
    ],
    [
      { kind: 'string', format: 'uuid' },
      ['123e4567-e89b-12d3-a456-426614174000'],
      ['123e4567e89b12d3a456426614174000'],
    ],
    [{ kind: 'string', format: 'ipv4' }, ['192.168.0.1', '0.0.0.0'], ['256.0.0.1', '1.2.3', '1.2.3.4.', '01.2.3.4']],
    [
      { kind: 'string', format: 'ipv6' },
      ['::', '::1', 'fe80::1:2', '1:2:3:4:5:6:7:8', '::ffff:1.2.3.4'],
      ['1:2:3:4:5:6:7', '1::2::3', ':1', '12345::', '1.2.3.4', '1.2.3.4::'],
    ],
    [{ kind: 'string', format: 'of-our-own' }, ['anything'], [1]],
    [{ kind: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }, [0.5], [0, 1, '0.5']],
    [{ kind: 'number', multipleOf: 0.1 }, [0.3, 1, -0.7], [0.35, 1e-9]],
    [{ kind: 'number', multipleOf: 1 }, [1, 1e20, -0], [1.5]],
    [{ kind: 'boolean' }, [true, false], [0, 'true', null]],
    [{ kind: 'null' }, [null], [0, false, 'null']],
    [{ kind: 'literals', values: ['a', 1, true, null] }, ['a', 1, true, null], ['b', '1', false, 'null', {}]],
    [{ kind: 'literals', values: [1, 2, 3, 4, 5, 6, 7, 8] }, [1, 8], [9, '1']],
    [{ kind: 'array', items: { kind: 'number' }, minItems: 1, maxItems: 2 }, [[1], [1, 2]], [[], [1, 2, 3], ['1'], {}]],
    [
      { kind: 'array', items: { kind: 'array', items: { kind: 'number' } }, uniqueItems: true },
      [[[1], [2]], []],
      [[[1], [1]]],
    ],
    [
      { kind: 'tuple', items: [{ kind: 'string' }, { kind: 'number' }], required: 1 },
      [['a'], ['a', 1]],
      [[], [1], ['a', 'b'], ['a', 1, 2]],
    ],
    [
      { kind: 'tuple', items: [{ kind: 'string' }], required: 1, rest: { kind: 'number' } },
      [['a'], ['a', 1, 2]],
      [[], ['a', 'b']],
    ],
    [{ kind: 'object', properties: [], additional: { kind: 'number' } }, [{}, { a: 1 }], [{ a: 'b' }, []]],
    [
      { kind: 'object', properties: [member('id', { kind: 'string' })], additional: { kind: 'number' } },
      [{ id: 'x', a: 1 }],
      [{ a: 1 }, { id: 1 }, { id: 'x', a: 'b' }],
    ],
    [
      {
        kind: 'union',
        members: [{ kind: 'string' }, { kind: 'union', members: [{ kind: 'number' }, { kind: 'null' }] }],
      },
      ['a', 1, null],
      [true, [], {}],
    ],
  ] as const)('%j accepts valid values and rejects invalid ones', (node, good, bad) => {
    const decode = decoderOfValue(node);

    for (const value of good) expect(decode(value)).toEqual({ args: [value], problems: [] });
    for (const value of bad) expect(decode(value).problems, JSON.stringify(value)).not.toEqual([]);
  });

  test('objects and arrays are copied, not passed on', () => {
    const decode = decoderOfValue({
      kind: 'object',
      properties: [member('tags', { kind: 'array', items: { kind: 'string' } })],
    });
    const input = { tags: ['a'] };

    const [result] = decode(input).args as [typeof input];

    expect(result).toEqual(input);
    expect(result).not.toBe(input);
    expect(result.tags).not.toBe(input.tags);
  });

  test('a date-time becomes a Date', () => {
    const decode = decoderOfValue({ kind: 'date' });

    expect(decode('2024-05-31t12:30:00.25+02:00').args).toEqual([new Date(Date.UTC(2024, 4, 31, 10, 30, 0, 250))]);
  });

  test.each(['2024-02-30T00:00:00Z', '2024-05-31', '2024-05-31T12:30:00', 'May 31, 2024', '2024-05-31T12:60:00Z', 17])(
    '%j is rejected as a Date',
    (value) => {
      expect(decoderOfValue({ kind: 'date' })(value).problems).toHaveLength(1);
    },
  );

  test('a union of string and Date reads a date-time as a Date and keeps other text', () => {
    const decode = decoderOfValue({ kind: 'union', members: [{ kind: 'string' }, { kind: 'date' }] });

    expect(decode('2024-05-31T00:00:00Z').args).toEqual([new Date('2024-05-31T00:00:00Z')]);
    expect(decode('soon').args).toEqual(['soon']);
  });
});

describe('unions', () => {
  const circle = {
    kind: 'object',
    properties: [member('kind', { kind: 'literals', values: ['circle'] }), member('radius', { kind: 'number' })],
  } as const;
  const square = {
    kind: 'object',
    properties: [member('kind', { kind: 'literals', values: ['square'] }), member('side', { kind: 'number' })],
  } as const;

  test('the tag selects the member whose problems are reported', () => {
    const decode = decoderOfValue({ kind: 'union', members: [circle, square] });

    expect(decode({ kind: 'square', side: 2 })).toEqual({ args: [{ kind: 'square', side: 2 }], problems: [] });
    expect(decode({ kind: 'square', side: 'x' }).problems).toEqual([
      { path: 'value.side', expected: 'a number', received: 'a string' },
    ]);
  });

  test('an unknown tag is rejected with the known tags', () => {
    const decode = decoderOfValue({ kind: 'union', members: [circle, square] });

    expect(decode({ kind: 'line' }).problems).toEqual([
      { path: 'value.kind', expected: 'one of "circle", "square"', received: 'a string' },
    ]);
  });

  test('without a tag, the problems of the member with the fewest are reported', () => {
    const byName = { kind: 'object', properties: [member('name', { kind: 'string' })] } as const;
    const byPlace = {
      kind: 'object',
      properties: [member('x', { kind: 'number' }), member('y', { kind: 'number' })],
    } as const;
    const decode = decoderOfValue({ kind: 'union', members: [byName, byPlace] });

    expect(decode({ x: 1, y: 2 }).args).toEqual([{ x: 1, y: 2 }]);
    expect(decode({ x: 1, y: '2' }).problems).toEqual([
      { path: 'value.y', expected: 'a number', received: 'a string' },
    ]);
  });

  test('a value of no member’s kind is rejected with a message that names every member', () => {
    const decode = decoderOfValue({
      kind: 'union',
      members: [{ kind: 'literals', values: ['auto'] }, { kind: 'number', minimum: 0 }, { kind: 'null' }],
    });

    expect(decode(true).problems).toEqual([
      { path: 'value', expected: '"auto", a number of at least 0 or null', received: 'a boolean' },
    ]);
  });
});

describe('names that every object inherits', () => {
  test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
    '"%s" is reported as missing when not sent',
    (name) => {
      const decode = decoderOfValue({ kind: 'object', properties: [member(name, { kind: 'string' })] });

      expect(decode({}).problems).toEqual([{ path: `value.${name}`, expected: 'a string', received: 'nothing' }]);
    },
  );

  test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])('"%s" is passed on when sent', (name) => {
    const decode = decoderOfValue({ kind: 'object', properties: [member(name, { kind: 'string' })] });

    const { args, problems } = decode(JSON.parse(`{"${name}": "x"}`));

    expect(problems).toEqual([]);
    expect(Object.entries(args[0] as object)).toEqual([[name, 'x']]);
    expect(Object.getPrototypeOf(args[0])).toBe(Object.prototype);
  });

  test('an undeclared "__proto__" is rejected without polluting the prototype', () => {
    const decode = decoderOfValue({ kind: 'object', properties: [] });

    const { problems } = decode(JSON.parse('{"__proto__": {"polluted": true}}'));

    expect(problems).toEqual([
      { path: 'value.__proto__', expected: 'left out', received: 'an object', unknown: expect.any(String) },
    ]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test('a record keeps "__proto__" as a key', () => {
    const decode = decoderOfValue({ kind: 'object', properties: [], additional: { kind: 'number' } });

    const [result] = decode(JSON.parse('{"__proto__": 1}')).args;

    expect(Object.entries(result as object)).toEqual([['__proto__', 1]]);
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
  });
});

describe('arguments sent as text', () => {
  test('are decoded by their types', () => {
    const decode = textDecoderOf(
      required('days', { kind: 'number', multipleOf: 1 }),
      required('isDry', { kind: 'boolean' }),
      required('since', { kind: 'date' }),
      required('level', { kind: 'literals', values: [1, 2, 'max'] }),
      required('name', { kind: 'string' }),
      required('limit', { kind: 'union', members: [{ kind: 'number' }, { kind: 'null' }] }),
    );

    const { args, problems } = decode({
      ...{ days: '-3', isDry: 'true', since: '2024-05-31T00:00:00Z' },
      ...{ level: '2', name: '7', limit: 'null' },
    });

    expect(problems).toEqual([]);
    expect(args).toEqual([-3, true, new Date('2024-05-31T00:00:00Z'), 2, '7', null]);
  });

  test.each([
    [{ kind: 'number' }, ['', ' 1', '0x10', 'Infinity', '1e999', 'NaN', '1.']],
    [{ kind: 'boolean' }, ['TRUE', '1', 'yes', '']],
    [{ kind: 'literals', values: [1, 2] }, ['3', '01', '']],
  ] as const)('%j rejects invalid text', (node, texts) => {
    const decode = textDecoderOf(required('value', node));

    for (const value of texts) expect(decode({ value }).problems, value).toHaveLength(1);
  });

  test('a string literal in a union with a number stays text', () => {
    const decode = textDecoderOf(
      required('size', { kind: 'union', members: [{ kind: 'literals', values: ['auto'] }, { kind: 'number' }] }),
    );

    expect(decode({ size: 'auto' }).args).toEqual(['auto']);
    expect(decode({ size: '12.5' }).args).toEqual([12.5]);
  });
});

test('a string literal wins over a number literal with the same spelling', () => {
  const decode = textDecoderOf(required('level', { kind: 'literals', values: [1, '1', 2] }));

  expect([decode({ level: '1' }).args, decode({ level: '2' }).args]).toEqual([['1'], [2]]);
});

describe('the decoder tables', () => {
  const shared = { parameters: [], description: 'x' } as const;
  const tables = evaluateDecoders(
    modelOf(
      { ...shared, ...nowhere, kind: 'tool', method: 'a', name: 'ns.a', coerce: true, returns: { kind: 'text' } },
      { ...shared, ...nowhere, kind: 'prompt', method: 'b', name: 'b' },
      {
        ...shared,
        ...nowhere,
        kind: 'resource',
        method: 'c',
        name: 'c',
        uri: 'x://c',
        isTemplate: false,
        mimeType: 'text/plain',
      },
      {
        ...shared,
        ...nowhere,
        kind: 'resource',
        method: 'd',
        name: 'd',
        uri: 'x://{d}',
        isTemplate: true,
        mimeType: 'text/plain',
      },
    ),
  );

  test('are keyed by name, by URI and by URI template', () => {
    expect([...tables.tools.keys()]).toEqual(['ns.a']);
    expect([...tables.prompts.keys()]).toEqual(['b']);
    expect([...tables.resources.keys()]).toEqual(['x://c']);
    expect([...tables.resourceTemplates.keys()]).toEqual(['x://{d}']);
  });
});

test('the same model gives the same text, and equal types share a reader', () => {
  const point = { kind: 'object', properties: [member('x', { kind: 'number' })] } as const;
  const model = modelOf(toolWith(required('from', point), required('to', point)));

  const text = writeDecoders(model);

  expect(writeDecoders(model)).toBe(text);
  expect(text.match(/^function read_(?:from|to)/gm)).toEqual(['function read_from']);
});

test('arguments whose names clash with each other or with reserved words are decoded separately', () => {
  const names = ['a b', 'a-b', 'class', 'value', 'problems', 'context', 'refuse', '', '1', 'é', '"'];
  const decode = decoderOf(...names.map((name) => required(name, { kind: 'string' })));

  const { args, problems } = decode(Object.fromEntries(names.map((name) => [name, `<${name}>`])));

  expect(problems).toEqual([]);
  expect(args).toEqual(names.map((name) => `<${name}>`));
});
