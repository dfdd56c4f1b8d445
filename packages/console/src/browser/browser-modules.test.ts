import { parseUriTemplate } from '@sigil/core/catalog';
import { describe, expect, test } from 'vitest';

/** The scripts of the pages have no types for TypeScript; the parts tested without a browser are typed here. */
interface Modules {
  cutEvents(text: string): { events: string[]; rest: string };
  encodeHeader(value: string): string;
  mirrorArguments(schema: object, values: object): Record<string, string>;
  readField(schema: unknown, root: object, depth: number): { kind: string; isNullable: boolean; options: unknown[] };
  describeType(schema: unknown, root: object): string;
  describeConstraints(schema: object): string[];
  expandTemplate(template: string, values: object): string;
  variablesOf(template: string): { name: string; required: boolean }[];
  readTable(content: unknown): object | undefined;
  readMarkdownTable(text: string): { table: object; after: string } | undefined;
}

const names = ['event-stream', 'mcp-client', 'read-field', 'describe-schema', 'uri-template', 'read-table'];
const folder = new URL('./', import.meta.url);
const loaded: object[] = await Promise.all(names.map((name) => import(new URL(`${name}.js`, folder).href)));
const modules = Object.assign({}, ...loaded) as Modules;

describe('the event stream parser', () => {
  test.each([
    ['whole ones, and the rest stays', 'data: 1\n\ndata: 2\n\ndata', { events: ['1', '2'], rest: 'data' }],
    ['with other line ends', 'event: message\r\ndata:{}\r\n\r\n', { events: ['{}'], rest: '' }],
    ['of several lines', 'data: a\ndata: b\n\n', { events: ['a\nb'], rest: '' }],
    ['without those that have no data', ': still here\n\nid: 4\n\n', { events: [], rest: '' }],
  ])('extracts events: %s', (_, text, cut) => {
    expect(modules.cutEvents(text)).toEqual(cut);
  });
});

test.each([
  ['plain', 'plain'],
  ['two words', 'two words'],
  ['Åland', '=?base64?w4VsYW5k?='],
  [' padded', '=?base64?IHBhZGRlZA==?='],
  ['=?base64?YQ==?=', '=?base64?PT9iYXNlNjQ/WVE9PT89?='],
  ['', '=?base64??='],
])('a header carries %j as %j', (value, header) => {
  expect(modules.encodeHeader(value)).toBe(header);
});

test('arguments are mirrored in headers if their schema says so and they are present', () => {
  const inner = { type: 'object', properties: { flag: { type: 'boolean', 'x-mcp-header': 'Flag' } } };
  const schema = { properties: { a: { 'x-mcp-header': 'A' }, b: { 'x-mcp-header': 'B' }, inner, c: {} } };

  const headers = modules.mirrorArguments(schema, { a: 4, b: null, c: 'c', inner: { flag: false } });

  expect(headers).toEqual({ 'Mcp-Param-A': '4', 'Mcp-Param-Flag': 'false' });
});

describe('the form field of a schema', () => {
  const root = { $defs: { Size: { enum: ['s', 'm'] }, Loop: { $ref: '#/$defs/Loop' }, 'a/b': { type: 'number' } } };

  test.each([
    ['a text', { type: 'string' }, 'text'],
    ['a reference', { $ref: '#/$defs/Size' }, 'choice'],
    ['a reference with escapes', { $ref: '#/$defs/a~1b' }, 'number'],
    ['a reference to itself', { $ref: '#/$defs/Loop' }, 'json'],
    ['a reference to elsewhere', { $ref: 'https://example.org/schema' }, 'json'],
    ['titled constants', { oneOf: [{ const: 1, title: 'One' }, { const: 2 }] }, 'choice'],
    ['one constant', { const: 'only' }, 'constant'],
    ['a list of texts', { type: 'array', items: { type: 'string' } }, 'list'],
    ['a set of literals', { type: 'array', items: { enum: [1, 2] }, uniqueItems: true }, 'choices'],
    ['a tuple', { type: 'array', prefixItems: [{ type: 'string' }] }, 'json'],
    ['a map', { type: 'object', additionalProperties: { type: 'string' } }, 'json'],
    ['a union', { anyOf: [{ type: 'string' }, { type: 'object' }] }, 'union'],
    ['several types', { type: ['string', 'number'] }, 'union'],
    ['anything', true, 'json'],
  ])('has the right kind for %s', (_, schema, kind) => {
    expect(modules.readField(schema, root, 0).kind).toBe(kind);
  });

  test.each([{ type: ['string', 'null'] }, { anyOf: [{ type: 'string' }, { type: 'null' }] }])(
    'is a nullable text for %j',
    (schema) => {
      expect(modules.readField(schema, {}, 0)).toMatchObject({ kind: 'text', isNullable: true });
    },
  );

  test('falls back to JSON when the schema is nested too deep', () => {
    const schema = { type: 'object', properties: {} };

    expect(modules.readField(schema, {}, 3).kind).toBe('object');
    expect(modules.readField(schema, {}, 4).kind).toBe('json');
  });
});

test.each([
  [{ type: 'array', items: { enum: ['a', 1] } }, 'array of ("a" | 1)'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
  [{ $ref: '#/$defs/none' }, 'any'],
  [{ type: 'array', items: { enum: ['S', 'M'] } }, 'array of ("S" | "M")'],
  [{ type: ['array', 'null'], items: { type: 'string' } }, 'array of string | null'],
])('the type %j is described as %s', (schema, words) => {
  expect(modules.describeType(schema, {})).toBe(words);
});

test.each([
  [{ minimum: 1, maximum: 5, default: 2 }, ['1 to 5', 'default 2']],
  [{ exclusiveMinimum: 0, multipleOf: 2 }, ['more than 0', 'a multiple of 2']],
  [{ minLength: 3, maxLength: 3, pattern: '^a' }, ['3 characters', 'matches ^a']],
  [{ maxItems: 1, uniqueItems: true }, ['at most 1 item', 'no item twice']],
])('the constraints of %j are described', (schema, words) => {
  expect(modules.describeConstraints(schema)).toEqual(words);
});

test('URI templates list their variables and are expanded', () => {
  const template = 'files://{owner}/{+path}';

  expect(modules.variablesOf('a://{b}/{+c}/{b}{?d,b}')).toEqual([
    { name: 'b', required: true },
    { name: 'c', required: true },
    { name: 'd', required: false },
  ]);
  expect(modules.expandTemplate(template, { owner: 'a/b ü', path: 'x/y z' })).toBe('files://a%2Fb%20%C3%BC/x/y%20z');
});

test.each([
  ['a://find{?q,limit}', 'a://find?q=x%20%26%20y'],
  ['a://find{?limit}', 'a://find'],
  ['a://find?kind=b{&q,limit}', 'a://find?kind=b&q=x%20%26%20y'],
  ['a://café menu/{q}', 'a://caf%C3%A9%20menu/x%20%26%20y'],
  ['a://{q:1}', 'a://x'],
  ['a://x{/q}{.limit}{#q}', 'a://x/x%20%26%20y#x%20&%20y'],
  ['a://x{;q,empty}', 'a://x;q=x%20%26%20y;empty'],
])('the URI template %s is expanded as the server reads it', (template, uri) => {
  expect(modules.expandTemplate(template, { q: 'x & y', empty: '' })).toBe(uri);
});

test('what a page expands is what the server reads', () => {
  const values = { path: 'a/b c%', name: "d/e?f&g=h#i%2F+j é'(*)", q: 'a&b=c+d é', n: '' };
  const template = 'x://Café/{name}/{+path}{?q,n,none}';

  const uri = modules.expandTemplate(template, values);

  expect(parseUriTemplate(template).match(uri)).toEqual(values);
});

describe('the table reader', () => {
  const table = { head: ['day', 'copies (pcs)'], rows: [['Mon', '3'], ['Tue', '']], numeric: [false, true] }; // prettier-ignore

  test.each([
    ['columns and rows', { columns: [{ name: 'day' }, { name: 'copies', unit: 'pcs' }], rows: [['Mon', 3], ['Tue', null]] }], // prettier-ignore
    ['objects that are alike', [{ day: 'Mon', 'copies (pcs)': 3 }, { day: 'Tue' }]],
  ])('finds a table in %s', (_, content) => {
    expect(modules.readTable(content)).toEqual(table);
  });

  test('finds a table in Markdown, with the text below it and escaped bars in cells', () => {
    const text = '| day | copies (pcs) |\n| --- | --- |\n| Mon | 3 |\n| Tue |  |\n\n… and 7 rows more';

    expect(modules.readMarkdownTable(text)).toEqual({ table, after: '… and 7 rows more' });
    expect(modules.readMarkdownTable('| a |\n| --- |\n| b \\| c |')).toMatchObject({ table: { rows: [['b | c']] } });
  });

  test.each([
    ['a text', 'text'],
    ['one object', [{ a: 1 }]],
    ['objects of several kinds', [{ a: 1 }, { b: 1 }]],
    ['nested rows', [{ a: {} }, { a: 1 }]],
    ['a row that is too short', { columns: ['a', 'b'], rows: [[1]] }],
    ['nothing', undefined],
  ])('finds no table in %s', (_, content) => {
    expect(modules.readTable(content)).toBeUndefined();
  });

  test.each(['| a |', '| a |\n| b |', 'text\n| a |\n| --- |', '| a |\n| --- |\n| b | c |'])(
    'finds no Markdown table in %j',
    (text) => {
      expect(modules.readMarkdownTable(text)).toBeUndefined();
    },
  );
});
