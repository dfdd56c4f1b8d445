import { describe, expect, test } from 'vitest';
import type { Definition, SchemaNode } from '../model/schema-node.js';
import {
  decoderOfValue,
  evaluateDecoders,
  member,
  modelOf,
  textDecoderOf,
  required,
} from '../plugin-code/evaluate-decoders.test-support.js';

const text = { kind: 'string' } as const;

describe('a value that is text on the wire', () => {
  test.each<[SchemaNode, string, unknown]>([
    [{ kind: 'date', format: 'date' }, '2024-02-29', new Date('2024-02-29T00:00:00Z')],
    [{ kind: 'url' }, 'https://a.example/b?c#d', new URL('https://a.example/b?c#d')],
    [{ kind: 'regexp' }, '^\\p{L}+$', /^\p{L}+$/u],
    [{ kind: 'bigint' }, '-12345678901234567890', -12345678901234567890n],
    [{ kind: 'bytes', as: 'Uint8Array' }, 'AQL/', Uint8Array.of(1, 2, 255)],
    [{ kind: 'bytes', as: 'Buffer' }, 'aGk=', Buffer.from('hi')],
    [{ kind: 'bytes', as: 'ArrayBuffer' }, 'AQ==', Uint8Array.of(1).buffer],
  ])('%j revives %s', (node, value, revived) => {
    expect(decoderOfValue(node)(value)).toEqual({ args: [revived], problems: [] });
  });

  test.each<[SchemaNode, readonly unknown[], string]>([
    [{ kind: 'date', format: 'date' }, ['2023-02-29', '2024-02-29T00:00:00Z', 0], 'a date such as 2025-03-31'],
    [{ kind: 'url' }, ['a.example', 'https://', 'https://a b', 7], 'a URL such as https://example.com/a'],
    [{ kind: 'regexp' }, ['(', '\\-', null], 'a regular expression, without slashes'],
    [
      { kind: 'bigint' },
      ['1.0', '0x1', '', '1n', 1, '9'.repeat(10_001)],
      'an integer as a string of at most 10000 digits, such as "42"',
    ],
    [{ kind: 'bytes', as: 'Uint8Array' }, ['AQ', 'AR==', 'A===', '_w==', 'AQ==\n', []], 'base64 text such as SGVsbG8='],
  ])('%j rejects other values', (node, values, expected) => {
    for (const value of values) {
      expect(decoderOfValue(node)(value).problems, String(value)).toMatchObject([{ path: 'value', expected }]);
    }
  });

  test('is revived as exactly the class of its type', () => {
    const bytes = decoderOfValue({ kind: 'bytes', as: 'Uint8Array' })('AQ==').args[0] as Uint8Array;
    const buffer = decoderOfValue({ kind: 'bytes', as: 'ArrayBuffer' })('AQ==').args[0] as ArrayBuffer;

    expect(Object.getPrototypeOf(bytes)).toBe(Uint8Array.prototype);
    expect(buffer.byteLength).toBe(1);
    expect(decoderOfValue({ kind: 'bytes', as: 'Buffer' })('AQ==').args[0]).toBeInstanceOf(Buffer);
  });

  test('becomes the most specific matching member of a union', () => {
    const decode = decoderOfValue({
      kind: 'union',
      members: [
        { kind: 'bytes', as: 'Uint8Array' },
        text,
        { kind: 'url' },
        { kind: 'bigint' },
        { kind: 'literals', values: ['1'] },
      ],
    });

    expect(['1', '22', 'urn:a', 'AQ=='].map((value) => decode(value).args[0])).toEqual([
      '1',
      22n,
      new URL('urn:a'),
      'AQ==',
    ]);
  });

  test('is revived in prompt arguments too', () => {
    const decode = textDecoderOf(required('at', { kind: 'url' }), required('size', { kind: 'bigint' }));

    expect(decode({ at: 'urn:a', size: '3' }).args).toEqual([new URL('urn:a'), 3n]);
  });
});

describe('a Map', () => {
  const byName: SchemaNode = {
    kind: 'map',
    keys: { kind: 'literals', values: ['width', 'height'] },
    values: { kind: 'number' },
  };

  test('is read from an object when its keys are strings', () => {
    const decode = decoderOfValue({ kind: 'map', keys: text, values: { kind: 'bigint' } });

    expect(decode(JSON.parse('{"a":"1","__proto__":"2"}')).args).toEqual([
      new Map([
        ['a', 1n],
        ['__proto__', 2n],
      ]),
    ]);
    expect(decode([['a', '1']]).problems).toMatchObject([{ expected: 'an object', received: 'an array' }]);
  });

  test('accepts only keys of its type, and suggests the nearest', () => {
    expect(decoderOfValue(byName)({ width: 1 }).args).toEqual([new Map([['width', 1]])]);
    expect(decoderOfValue(byName)({ widt: 1 }).problems).toEqual([
      { path: 'value.widt', expected: 'left out', received: 'a number', unknown: 'did you mean "width"?' },
    ]);
    expect(
      decoderOfValue({ kind: 'map', keys: { kind: 'string', maxLength: 2 }, values: text })({ abc: 'd' }).problems,
    ).toEqual([
      {
        path: 'value.abc',
        expected: 'left out',
        received: 'a string',
        unknown: 'a name must be a string of at most 2 characters',
      },
    ]);
  });

  test('is read from pairs when its keys are not strings', () => {
    const decode = decoderOfValue({ kind: 'map', keys: { kind: 'date' }, values: text });
    const at = '2024-02-29T00:00:00.000Z';

    expect(decode([[at, 'a']]).args).toEqual([new Map([[new Date(at), 'a']])]);
    expect(decode([[at], 'x', ['soon', 1]]).problems).toEqual([
      { path: 'value[0]', expected: 'a pair of a key and a value', received: 'an array' },
      { path: 'value[1]', expected: 'a pair of a key and a value', received: 'a string' },
      { path: 'value[2][1]', expected: 'a string', received: 'a number' },
      { path: 'value[2][0]', expected: 'a date-time such as 2025-03-31T12:00:00Z', received: 'a string' },
    ]);
  });
});

test('a Set is read from an array without duplicates', () => {
  const decode = decoderOfValue({ kind: 'set', items: { kind: 'bigint' }, maxItems: 2 });

  expect(decode(['1', '2']).args).toEqual([new Set([1n, 2n])]);
  expect(decode(['1', '1']).problems).toMatchObject([
    { path: 'value', expected: 'an array of at most 2 different items' },
  ]);
  expect(decode(['1', '2', '3']).problems).toHaveLength(1);
});

describe('members declared by pattern', () => {
  const node: SchemaNode = {
    kind: 'object',
    properties: [member('x-id', { kind: 'union', members: [text, { kind: 'number' }] })],
    patterns: [
      { pattern: '^x-', node: { kind: 'number' } },
      { pattern: 'z$', node: { kind: 'number', minimum: 1 } },
    ],
  };

  test('must fit every pattern that matches their name, even if also declared by name', () => {
    const decode = decoderOfValue(node);

    expect(decode({ 'x-id': 1, 'x-z': 1 }).args).toEqual([{ 'x-id': 1, 'x-z': 1 }]);
    expect(decode({ 'x-id': 'a' }).problems).toMatchObject([{ path: 'value["x-id"]', expected: 'a number' }]);
    expect(decode({ 'x-id': 1, 'x-z': 0 }).problems).toMatchObject([{ path: 'value["x-z"]' }]);
  });

  test('are the only members allowed beside the named ones, unless the type allows others', () => {
    const open = { ...node, additional: text } as SchemaNode;

    expect(decoderOfValue(node)({ 'x-id': 1, y: 1 }).problems).toMatchObject([{ path: 'value.y' }]);
    expect(decoderOfValue(open)({ 'x-id': 1, y: 'a' }).problems).toEqual([]);
    expect(decoderOfValue(open)({ 'x-id': 1, y: 1 }).problems).toMatchObject([
      { path: 'value.y', expected: 'a string' },
    ]);
  });
});

test('a member of type never is rejected when present', () => {
  const decode = decoderOfValue({ kind: 'object', properties: [member('gone', { kind: 'never' }, false)] });

  expect(decode({}).problems).toEqual([]);
  expect(decode({ gone: null }).problems).toEqual([{ path: 'value.gone', expected: 'left out', received: 'null' }]);
});

describe('unions of named types', () => {
  const named = (name: string, node: Definition['node']): SchemaNode => ({
    kind: 'ref',
    definition: { name, isRecursive: false, node },
  });
  const literal = (value: string): SchemaNode => ({ kind: 'literals', values: [value] });
  const circle = named('Circle', {
    kind: 'object',
    properties: [member('is', literal('circle')), member('r', { kind: 'number' })],
  });
  const square = named('Square', {
    kind: 'object',
    properties: [member('is', literal('square')), member('a', { kind: 'number' })],
  });
  const cube = named('Cube', {
    kind: 'object',
    properties: [
      member('is', named('Is', { kind: 'literals', values: ['square'] })),
      member('volume', { kind: 'number' }),
    ],
  });

  test('select by tag through references and nested unions, and report only members with that tag', () => {
    const decode = decoderOfValue({
      kind: 'union',
      members: [named('Flat', { kind: 'union', members: [circle, square] }), cube],
    });

    expect(decode({ is: 'square', volume: 1 })).toEqual({ args: [{ is: 'square', volume: 1 }], problems: [] });
    expect(decode({ is: 'circle', r: 'x' }).problems).toEqual([
      { path: 'value.r', expected: 'a number', received: 'a string' },
    ]);
    expect(decode({ is: 'line' }).problems).toMatchObject([
      { path: 'value.is', expected: 'one of "circle", "square"' },
    ]);
  });
});

describe('a recursive type', () => {
  const folder: Definition = {
    name: 'Folder',
    isRecursive: true,
    get node() {
      return {
        kind: 'object',
        properties: [member('files', { kind: 'array', items: { kind: 'ref', definition: file } })],
      } as const;
    },
  };
  const file: Definition = {
    name: 'File',
    isRecursive: true,
    get node() {
      return { kind: 'union', members: [text, { kind: 'ref', definition: folder }] } as const;
    },
  };

  test('is decoded through other types that contain it', () => {
    const decode = decoderOfValue({ kind: 'ref', definition: folder });
    const value = { files: ['a', { files: ['b', { files: [] }] }] };

    expect(decode(value)).toEqual({ args: [value], problems: [] });
    expect(decode({ files: [{ files: [1] }] }).problems).toEqual([
      { path: 'value.files[0].files[0]', expected: 'a string or an object', received: 'a number' },
    ]);
  });
});

describe('the configuration of a class', () => {
  const node: SchemaNode = {
    kind: 'object',
    properties: [member('apiUrl', { kind: 'url' }), member('retries', { kind: 'number' }, false)],
  };
  const [owner] = modelOf().classes;
  const { configurations } = evaluateDecoders({
    classes: [{ ...owner!, configuration: { node, isRequired: true } }],
    schemaCalls: [],
  });
  const configure = (input: object): readonly [unknown, unknown] => {
    const problems: object[] = [];
    return [configurations.get('Sample')?.(input as never, problems as never), problems];
  };

  test('is decoded like arguments', () => {
    expect(configure({ apiUrl: 'https://a.example/' })).toEqual([{ apiUrl: new URL('https://a.example/') }, []]);
  });

  test('is never coerced', () => {
    expect(configure({ apiUrl: 'urn:a', retries: '3' })[1]).toEqual([
      { path: 'retries', expected: 'a number', received: 'a string' },
    ]);
  });
});

test('items at the end of a tuple that may be undefined are there when they are not sent', () => {
  const decode = decoderOfValue({ kind: 'tuple', items: [text, text, text], required: 1, leastLength: 2 });

  expect(decode(['a']).args).toEqual([['a', undefined]]);
  expect(decode(['a', 'b', 'c']).args).toEqual([['a', 'b', 'c']]);
});
