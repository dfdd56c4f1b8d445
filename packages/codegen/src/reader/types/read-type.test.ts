import { afterAll, describe, expect, test } from 'vitest';
import { asTool, openCases, spellOut, toolReturning, toolTaking } from '../reader-cases.test-support.js';

const cases = openCases();
afterAll(() => cases.close());

const string = { kind: 'string' };
const number = { kind: 'number' };
const literals = (...values: unknown[]): object => ({ kind: 'literals', values });
const object = (properties: Record<string, object>, optional: string[] = []): object => ({
  kind: 'object',
  properties: Object.entries(properties).map(([name, node]) => ({ name, node, isRequired: !optional.includes(name) })),
});
const named = (name: string, node: object): object => ({ kind: 'ref', definition: { name, isRecursive: false, node } });
const titled = (title: string, node: object): object => ({ ...node, documentation: { title } });

const shapes: readonly (readonly [type: string, node: object, declarations?: string])[] = [
  ['string', string],
  ['number', number],
  ['boolean', { kind: 'boolean' }],
  ['null', { kind: 'null' }],
  ['"a"', literals('a')],
  ['true', literals(true)],
  ['"b" | "a"', literals('b', 'a')],
  ['2 | -1 | "x" | null', literals(2, -1, 'x', null)],
  ['1 | 0x10 | 1e21', literals(1, 16, 1e21)],
  ['boolean | null', { kind: 'union', members: [{ kind: 'boolean' }, { kind: 'null' }] }],
  ['boolean | "auto"', { kind: 'union', members: [{ kind: 'boolean' }, literals('auto')] }],
  ['number | null | string', { kind: 'union', members: [number, { kind: 'null' }, string] }],
  ['"b" | number | "a"', { kind: 'union', members: [literals('b', 'a'), number] }],
  ['E', literals(0, 7, 8), 'enum E { Z, B = 7, A }'],
  ['E', literals('z', 'a'), `enum E { Z = 'z', A = 'a' }`],
  ['E', literals(4, 1), 'const enum E { Z = 1 << 2, A = 1 }'],
  ['E.B', literals(1), 'enum E { A, B, C }'],
  ['E.C | E.A', literals(2, 0), 'enum E { A, B, C }'],
  ['string[]', { kind: 'array', items: string }],
  ['readonly ("b" | "a")[]', { kind: 'array', items: literals('b', 'a') }],
  ['ReadonlyArray<Array<number>>', { kind: 'array', items: { kind: 'array', items: number } }],
  ['[string, number?]', { kind: 'tuple', items: [string, number], required: 1 }],
  [
    '[a: string, ...rest: ("b" | "a")[]]',
    { kind: 'tuple', items: [titled('a', string)], required: 1, rest: literals('b', 'a') },
  ],
  ['readonly []', { kind: 'tuple', items: [], required: 0 }],
  ['{ z: string; a?: number }', object({ z: string, a: number }, ['a'])],
  ['{ a: string | undefined }', object({ a: string }, ['a'])],
  ['{ "a-b": string; __proto__: number }', object({ 'a-b': string, ['__proto__']: number })],
  ['{ a: string; b?: never }', object({ a: string })],
  [
    'B',
    named('B', object({ z: string, b: number, a: string })),
    'interface A { z: string; b: unknown } interface B extends A { a: string; b: number }',
  ],
  ['A & { m: number }', object({ z: string, m: number }), 'interface A { z: string }'],
  ['Partial<A>', object({ z: string, a: string }, ['z', 'a']), 'interface A { z: string; a: string }'],
  ['Required<A>', object({ z: string }), 'interface A { z?: string }'],
  ['Pick<A, "a" | "z">', object({ z: string, a: string }), 'interface A { z: string; m: any; a: string }'],
  ['Omit<A, "m">', object({ z: string, a: string }), 'interface A { z: string; m: any; a: string }'],
  ['Record<"z" | "a", number>', object({ z: number, a: number })],
  ['Record<string, "b" | "a">', { kind: 'object', properties: [], additional: literals('b', 'a') }],
  ['{ z: string; [key: string]: string }', { ...object({ z: string }), additional: string }],
  ['Record<string, never>', object({})],
  ['unknown', { kind: 'any' }],
  ['unknown[]', { kind: 'array', items: { kind: 'any' } }],
  ['{ a: unknown; b?: unknown }', object({ a: { kind: 'any' }, b: { kind: 'any' } }, ['b'])],
  ['Record<string, unknown>', { kind: 'object', properties: [], additional: { kind: 'any' } }],
  ['JsonValue', { kind: 'any' }],
  [
    'Payload',
    { kind: 'any', documentation: { description: 'Whatever.' } },
    '/** Whatever. */ type Payload = JsonValue;',
  ],
  ['JsonValue | Date', { kind: 'any' }],
  ['JsonValue[]', { kind: 'array', items: { kind: 'any' } }],
  ['{ a?: JsonValue | undefined }', object({ a: { kind: 'any' } }, ['a'])],
  ['JsonObject', { kind: 'object', properties: [], additional: { kind: 'any' } }],
  ['Record<string, JsonValue>', { kind: 'object', properties: [], additional: { kind: 'any' } }],
  [
    'JsonObject | null',
    { kind: 'union', members: [{ kind: 'object', properties: [], additional: { kind: 'any' } }, { kind: 'null' }] },
  ],
  ['{ z: string; [key: string]: unknown }', { ...object({ z: string }), additional: { kind: 'any' } }],
  ['Exclude<JsonValue, object>', { kind: 'union', members: [{ kind: 'null' }, { kind: 'boolean' }, number, string] }],
  ['Date', { kind: 'date' }],
  ['Date', named('Date', object({ day: number })), 'interface Date { day: number } export { Date as D };'],
  [
    '{ t: "z"; r: number } | { t: "a" }',
    { kind: 'union', members: [object({ t: literals('z'), r: number }), object({ t: literals('a') })] },
  ],
  ['string & { readonly __brand: "Id" }', string],
  ['Id | null', { kind: 'union', members: [string, { kind: 'null' }] }, 'type Id = string & { __brand: 1 };'],
  ['("b" | "a") & { __brand: 1 }', literals('b', 'a')],
  ['Exclude<"c" | "b" | "a", "b">', literals('c', 'a')],
  ['keyof A', literals('z', 'm', 'a'), 'interface A { z: 1; m: 1; a: 1 }'],
  ['A["mode"]', literals('z', 'a'), 'interface A { mode: "z" | "a" }'],
  ['typeof list[number]', literals('z', 'a'), `const list = ['z', 'a'] as const;`],
  ['typeof table[keyof typeof table]', literals(9, 1), `const table = { Z: 9, A: 1 } as const;`],
  [
    'Page<"b" | "a">',
    named('Page_a_or_b', object({ items: { kind: 'array', items: literals('b', 'a') } })),
    'interface Page<T> { items: T[] }',
  ],
  ['Maybe<"b" | "a">', literals('b', 'a', 'none'), `type Maybe<T> = T | 'none';`],
  [
    'Wrapped',
    named('Wrapped', object({ one: named('Box_a_or_b', object({ v: literals('b', 'a') })) })),
    'type Wrapped = { one: Box<"b" | "a"> }; interface Box<T> { v: T }',
  ],
  [
    'T',
    named('T', { kind: 'tuple', items: [titled('x', literals('b', 'a'))], required: 1 }),
    `type T = readonly [x: 'b' | 'a'];`,
  ],
  ['L', named('M', { kind: 'array', items: literals('b', 'a') }), `type L = M; type M = ('b' | 'a')[];`],
  ['Partial<Record<"b" | "a", number>>', object({ b: number, a: number }, ['b', 'a'])],
  ['{ [K in "b" | "a"]: K }', object({ b: literals('b'), a: literals('a') })],
  [
    'Flags',
    { kind: 'object', properties: [], additional: literals('b', 'a') },
    `type Flags<T = 'b' | 'a'> = Record<string, T>;`,
  ],
  [
    'Texts<A>',
    object({ z: string }),
    '/** Never below. @minimum 1 */\ntype Above = number; interface A { z: Above } type Texts<T> = { [K in keyof T]: string };',
  ],
  ['Intl.ResolvedPluralRulesOptions["type"]', literals('cardinal', 'ordinal')],
  [
    'NodeJS.CpuUsage',
    named('CpuUsage', {
      kind: 'object',
      properties: ['user', 'system'].map((name) => ({
        ...{ name, node: number, isRequired: true },
        foreign: { package: '@types/node', type: 'NodeJS.CpuUsage' },
      })),
    }),
  ],
  ['NonNullable<"b" | "a" | null>', literals('b', 'a')],
];

test.each(shapes.map(([type, node, declarations = '']) => ({ type, node, declarations })))(
  '$type is read as its schema node',
  ({ type, node, declarations }) => {
    expect(spellOut(cases.node(type, declarations))).toEqual(node);
  },
);

test('a JsonValue that the plugin declares is read from its declaration', () => {
  const method = cases.method({
    'src/plugin.ts': `import { Tool } from '@sigil/core';\n${toolTaking('x: JsonValue', 'type JsonValue = string | JsonObject; interface JsonObject { a: number }')}`,
  });

  expect(method.parameters).toMatchObject([
    {
      property: {
        node: named('JsonValue', { kind: 'union', members: [string, named('JsonObject', object({ a: number }))] }),
      },
    },
  ]);
});

describe('the order of members', () => {
  const used = toolTaking(
    'x: "b" | "a" | "c", y: Pick<A, "a" | "z">',
    'interface A { z: string; m: string; a: string }',
  );
  const model = (earlier: string): unknown => {
    const imports = `import { Tool } from '@sigil/core';\n`;
    const { model: read } = cases.read({ 'src/a-first.ts': earlier, 'src/plugin.ts': imports + used });
    return spellOut(read);
  };

  test('does not depend on a file that lists the same members in another order', () => {
    const alone = model('export const a = 1;');
    const after = model(
      `export type U = 'c' | 'a' | 'b';\nexport const v: U = 'c';\nexport const k: Record<'a' | 'z', 1> = { a: 1, z: 1 };`,
    );

    expect(after).toEqual(alone);
  });

  test('is the same with a new reader', () => {
    const first = openCases();
    const { model: fresh } = first.read(used);
    first.close();

    expect(spellOut(fresh)).toEqual(spellOut(cases.read(used).model));
  });
});

describe('documentation', () => {
  test('on a member overrides that on its type, and constraints of both apply', () => {
    const node = cases.node(
      'Box',
      `/** A code. @pattern ^[A-Z]+$ @maxLength 9 */\ntype Code = string;\n/** A box. @title Box */\ninterface Box { /** Its mark. @maxLength 3 */ mark: Code; plain: Code }`,
    );

    expect(node.kind === 'ref' && node.definition.node).toEqual({
      kind: 'object',
      documentation: { title: 'Box', description: 'A box.' },
      properties: [
        {
          name: 'mark',
          isRequired: true,
          node: { kind: 'string', pattern: '^[A-Z]+$', maxLength: 3, documentation: { description: 'Its mark.' } },
        },
        {
          name: 'plain',
          isRequired: true,
          node: { kind: 'string', pattern: '^[A-Z]+$', maxLength: 9, documentation: { description: 'A code.' } },
        },
      ],
    });
  });

  test('applies each constraint to the union member that it fits', () => {
    const node = cases.node('{ /** @minimum -2.5 @minLength 1 */ a: number | string | null }');

    expect(node).toMatchObject({
      properties: [
        {
          node: {
            kind: 'union',
            members: [{ kind: 'number', minimum: -2.5 }, { kind: 'string', minLength: 1 }, { kind: 'null' }],
          },
        },
      ],
    });
  });

  test('reads every constraint tag', () => {
    const node = cases.node(`{
      /** @exclusiveMinimum 0 @exclusiveMaximum 1e3 @multipleOf 0.5 */ n: number;
      /** @minimum -1 @maximum 1 @integer */ i: number;
      /** @minLength 2 @maxLength 4 @pattern ^a @format email */ s: string;
      /** @secret */ p: string;
      /** @minItems 1 @maxItems 3 @uniqueItems */ l: string[];
    }`);

    expect(node).toMatchObject({
      properties: [
        { node: { exclusiveMinimum: 0, exclusiveMaximum: 1000, multipleOf: 0.5 } },
        { node: { minimum: -1, maximum: 1, multipleOf: 1 } },
        { node: { minLength: 2, maxLength: 4, pattern: '^a', format: 'email' } },
        { node: { format: 'password' } },
        { node: { minItems: 1, maxItems: 3, uniqueItems: true } },
      ],
    });
  });
});

describe('a diagnostic', () => {
  test('names the tool, the path and the type', () => {
    const { diagnostics } = cases.read(toolTaking('file: { parts: { content: Blob }[] }'));

    expect(diagnostics).toMatchObject([
      {
        message: expect.stringContaining('tool "run", parameter "file.parts[].content": Blob'),
        fix: 'Use Uint8Array, which travels as base64.',
      },
    ]);
  });

  test('is placed in the plugin when the member is declared in a package', () => {
    const { found, marks } = cases.read({
      'node_modules/boxes/package.json': `{ "name": "boxes", "type": "module", "exports": { "import": { "types": "./boxes.d.ts" } } }`,
      'node_modules/boxes/boxes.d.ts': 'export interface Box { inner: { content: Promise<string> } }',
      'src/plugin.ts': `import { Tool } from '@sigil/core';\nimport type { Box } from 'boxes';\n${toolTaking('x: { §box: Box }')}`,
    });

    expect(found).toEqual(marks.map((mark) => `SIGIL044 ${mark}`));
  });

  test('is reported for every parameter at once', () => {
    const { found } = cases.read(toolTaking('a: any, b: symbol, c: () => void'));

    expect(found).toHaveLength(3);
  });
});

describe('results', () => {
  const returns: readonly (readonly [type: string, returns: object])[] = [
    ['string', { kind: 'text', takes: ['text'] }],
    ['Promise<string>', { kind: 'text', takes: ['text'] }],
    ['"b" | "a"', { kind: 'text', node: literals('b', 'a'), takes: ['text'] }],
    ['string | undefined', { kind: 'text', takes: ['text', 'undefined'] }],
    ['void', { kind: 'nothing' }],
    ['Promise<undefined>', { kind: 'nothing' }],
    ['never', { kind: 'nothing' }],
    ['Promise<JsonValue>', { kind: 'structured', node: { kind: 'any' } }],
    ['{ a: unknown }', { kind: 'structured', node: object({ a: { kind: 'any' } }) }],
    ['unknown', { kind: 'structured', node: { kind: 'any' } }],
    ['ContentBlock', { kind: 'content', takes: ['block'] }],
    [
      'Promise<readonly ContentBlock[]>',
      { kind: 'content', takes: ['list'], forms: [{ places: [], rest: ['block'] }] },
    ],
    [
      'TextContent | ImageContent[]',
      { kind: 'content', takes: ['block', 'list'], forms: ['text-block', { places: [], rest: ['image-block'] }] },
    ],
    [
      'string | ContentBlock[]',
      { kind: 'content', takes: ['text', 'list'], forms: ['text', { places: [], rest: ['block'] }] },
    ],
    ['number', { kind: 'structured', node: number }],
    ['Promise<("b" | "a")[]>', { kind: 'structured', node: { kind: 'array', items: literals('b', 'a') } }],
    ['string | null', { kind: 'structured', node: { kind: 'union', members: [string, { kind: 'null' }] } }],
    ['Promise<{ a: number }> | { a: number }', { kind: 'structured', node: object({ a: number }) }],
  ];

  test.each(returns)('are read from %s', (type, expected) => {
    expect(asTool(cases.method(toolReturning(type))).returns).toEqual(expected);
  });

  test('are read from an inferred return type', () => {
    const method = cases.method(`export class Plugin { @Tool() async run() { return { at: new Date(), ok: true }; } }`);

    expect(asTool(method).returns).toEqual({
      kind: 'structured',
      node: object({ at: { kind: 'date' }, ok: { kind: 'boolean' } }),
    });
  });
});
