import { afterAll, describe, expect, test } from 'vitest';
import { asTool, openCases, toolTaking } from './reader-cases.test-support.js';

const cases = openCases();
afterAll(() => cases.close());

const string = { kind: 'string' };
const names = (source: string | Record<string, string>): string[] => {
  const { model, diagnostics } = cases.read(source);
  if (diagnostics.length > 0) throw new Error(diagnostics.map((one) => one.message).join('\n'));
  return model.classes.flatMap((one) => one.methods.map((method) => `${one.name}:${method.kind}:${method.name}`));
};

describe('discovery', () => {
  test('finds named, renamed, default and expression exports, ordered by file and position', () => {
    const core = `import { Tool } from '@sigil/core';\n`;
    const found = names({
      'src/b.ts': `${core}class Inner { @Tool() inner(): string { return ''; } }\nexport { Inner as Outer };`,
      'src/a.ts': `${core}export default class Main { @Tool() main(): string { return ''; } }\nexport class Other { @Tool() other(): string { return ''; } }`,
      'src/c.ts': `${core}class Last { @Tool() last(): string { return ''; } }\nexport default Last;`,
      'src/index.ts': `export * from './a.js';\nexport { Outer } from './b.js';`,
    });

    expect(found).toEqual(['Main:tool:main', 'Other:tool:other', 'Inner:tool:inner', 'Last:tool:last']);
  });

  test('records the name under which the module exports a class', () => {
    const { model } = cases.read(
      'class A { @Tool() a(): string { return ""; } }\nexport { A as B };\nexport default class C { @Tool() c(): string { return ""; } }',
    );

    expect(model.classes.map((one) => [one.name, one.exportName, one.file])).toEqual([
      ['A', 'B', 'src/plugin.ts'],
      ['C', 'default', 'src/plugin.ts'],
    ]);
  });

  test('identifies decorators by their import and not by their name', () => {
    const found = names({
      'src/plugin.ts': `import { Tool as Publish } from '@sigil/core';\nimport * as sigil from '@sigil/core';\nimport { Tool } from './mine.js';
        export class Plugin { @Publish() a(): string { return ''; } @sigil.Prompt() b(): string { return ''; } @Tool() c(): unknown { return 1; } }`,
      'src/mine.ts': `export const Tool = () => (_target: object, _key: string) => {};`,
    });

    expect(found).toEqual(['Plugin:tool:a', 'Plugin:prompt:b']);
  });

  test('ignores test files', () => {
    const core = `import { Tool } from '@sigil/core';\n`;
    const found = names({
      'src/plugin.ts': `${core}${toolTaking('x: string')}`,
      'src/plugin.test.ts': `${core}export class Fake { @Tool() fake(): any { return 1; } }`,
    });

    expect(found).toEqual(['Plugin:tool:run']);
  });

  test('publishes inherited methods first, with overriding signatures and type arguments', () => {
    const { model, diagnostics } = cases.read(`
      abstract class Store<T> {
        /** Gets one. */
        @Tool() get(id: T): string { return String(id); }
        /** Lists. */
        @Tool({ name: 'all' }) list(): string { return ''; }
      }
      export class Users extends Store<'b' | 'a'> {
        @Tool() own(): string { return ''; }
        override list(limit?: number): string { return String(limit); }
      }`);

    expect(diagnostics).toEqual([]);
    expect(model.classes[0]?.methods).toMatchObject([
      {
        name: 'get',
        description: 'Gets one.',
        parameters: [{ property: { name: 'id', node: { kind: 'literals', values: ['b', 'a'] } } }],
      },
      {
        name: 'all',
        method: 'list',
        description: 'Lists.',
        parameters: [{ property: { name: 'limit', isRequired: false } }],
      },
      { name: 'own' },
    ]);
  });

  test('reads classes that extend the result of a function', () => {
    const found = names(`
      function timed() { return class { time(): string { return ''; } }; }
      export class Plugin extends timed() { @Tool() run(): string { return ''; } }`);

    expect(found).toEqual(['Plugin:tool:run']);
  });
});

describe('a class', () => {
  test('has its doc comment and a namespace that prefixes tools and prompts but not resources', () => {
    const { model } = cases.read(`
      const space = 'wx';
      /**
       * Weather.
       *
       * For people who go outside.
       */
      @Namespace(space)
      export class Weather {
        @Tool() a(): string { return ''; }
        @Prompt({ name: 'b-2' }) b(): string { return ''; }
        @Resource('a://b') c(): string { return ''; }
      }`);

    expect(model.classes).toMatchObject([
      {
        description: 'Weather.\n\nFor people who go outside.',
        namespace: 'wx',
        methods: [{ name: 'wx_a' }, { name: 'wx_b-2' }, { name: 'c' }],
      },
    ]);
  });

  test('passes its namespace on to subclasses', () => {
    expect(
      names(
        `@Namespace('base') abstract class Base { @Tool() a(): string { return ''; } }\nexport class Sub extends Base {}`,
      ),
    ).toEqual(['Sub:tool:base_a']);
  });

  test.each(['.', '-', '_'])('joins its namespace and names by "%s" if it says so', (separator) => {
    const source = `@Namespace('wx', { separator: '${separator}', scopes: ['a'] }) export class Plugin { @Tool() a(): string { return ''; } }`;

    expect(names(source)).toEqual([`Plugin:tool:wx${separator}a`]);
  });

  test('takes the separator from where it takes its namespace', () => {
    const base = `@Namespace('base', { separator: '.' }) abstract class Base { @Tool() a(): string { return ''; } }`;

    expect(names(`${base}\nexport class Sub extends Base {}`)).toEqual(['Sub:tool:base.a']);
    expect(names(`${base}\n@Namespace('sub') export class Sub extends Base {}`)).toEqual(['Sub:tool:sub_a']);
  });
});

describe('decorator arguments', () => {
  test('may be any expression with a constant value', () => {
    const method = cases.method(`
      const prefix = 'run';
      enum Theme { Light = 'light' }
      const description = 'x';
      const icons = [{ src: \`data:\${prefix}\`, sizes: ['any'], theme: Theme.Light }] as const;
      const flags = { safe: true } as const;
      export class Plugin {
        @Tool({ name: prefix, title: 'A' + ' title', description, readOnly: flags.safe, destructive: (false), icons })
        walk(): string { return ''; }
      }`);

    expect(method).toMatchObject({
      name: 'run',
      method: 'walk',
      title: 'A title',
      description: 'x',
      readOnly: true,
      destructive: false,
      icons: [{ src: 'data:run', sizes: ['any'], theme: 'light' }],
    });
  });

  test('may set the task support and metadata of a tool', () => {
    const method = cases.method(`
      const owner = { team: 'maps', tags: ['a', null] } as const;
      export class Plugin {
        @Tool({ task: 'optional', meta: { 'example.com/owner': owner, x_1: 1, 'a.b-c/D.e': true } })
        run(): string { return ''; }
      }`);

    expect(method).toMatchObject({
      task: 'optional',
      meta: { 'example.com/owner': { team: 'maps', tags: ['a', null] }, x_1: 1, 'a.b-c/D.e': true },
    });
  });

  test('may list former names of a tool and of its arguments', () => {
    const method = cases.method(`
      export class Plugin {
        @Tool({ formerly: { names: ['go'], arguments: { speed: 'pace' } } })
        run(pace: string): string { return pace; }
      }`);

    expect(method).toMatchObject({ formerly: { names: ['go'], arguments: { speed: 'pace' } } });
  });

  test.each([
    [
      'its own',
      `@Namespace('shop', { scopes: ['orders:read'] })`,
      `{ scopes: ['orders:write', 'audit'] }`,
      ['orders:write', 'audit'],
    ],
    ['those of its class', `@Namespace('shop', { scopes: ['orders:read'] })`, '', ['orders:read']],
    ['none, where it says so', `@Namespace('shop', { scopes: ['orders:read'] })`, '{ scopes: [] }', undefined],
    ['none, where nothing is said', `@Namespace('shop')`, '', undefined],
  ])('give a tool these scopes: %s', (_case, onClass, options, scopes) => {
    const method = cases.method(`
      ${onClass}
      export class Plugin {
        @Tool(${options}) run(): string { return ''; }
      }`);

    expect(method.scopes).toEqual(scopes);
  });

  test('may not map a former argument to one that does not exist', () => {
    const { diagnostics } = cases.read(`
      export class Plugin {
        @Tool({ formerly: { arguments: { speed: 'pase' } } })
        run(pace: string): string { return pace; }
      }`);

    expect(diagnostics).toMatchObject([{ code: 'SIGIL025', message: expect.stringContaining('"pase"') }]);
  });

  test('may set icons with https: and data: URIs on every kind of component', () => {
    const icons = [{ src: 'https://example.com/a.png', theme: 'dark' }, { src: 'data:image/svg+xml,%3Csvg/%3E' }];
    const { model, diagnostics } = cases.read(`
      const icons = ${JSON.stringify(icons)} as const;
      export class Plugin {
        @Tool({ icons }) a(): string { return ''; }
        @Resource('a://b', { icons }) b(): string { return ''; }
        @Resource('a://b/{c}', { icons }) c(c: string): string { return c; }
        @Prompt({ icons }) d(): string { return ''; }
      }`);

    expect(diagnostics).toEqual([]);
    expect(model.classes[0]?.methods).toMatchObject([{ icons }, { icons }, { icons }, { icons }]);
  });

  test('take precedence over the doc comment', () => {
    const method = cases.method(
      `export class Plugin {\n/** Summary. @title One */\n@Tool({ title: 'Two' })\nrun(): string { return ''; } }`,
    );

    expect(method).toMatchObject({ title: 'Two', description: 'Summary.' });
  });

  test('may be imported from another file', () => {
    const found = names({
      'src/names.ts': `export const names = { tool: 'other' } as const;\nexport const unused = 1;`,
      'src/plugin.ts': `import { Tool } from '@sigil/core';\nimport { names as all } from './names.js';\nexport class Plugin { @Tool({ name: all.tool }) run(): string { return ''; } }`,
    });

    expect(found).toEqual(['Plugin:tool:other']);
  });
});

describe('parameters', () => {
  const parameters = (source: string, declarations?: string): unknown =>
    cases.method(toolTaking(source, declarations)).parameters;
  const argument = (name: string, node: object, isRequired = true): object => ({
    kind: 'argument',
    property: { name, node, isRequired },
  });

  test('of type Context or AbortSignal are injected, under any name and when optional', () => {
    expect(parameters('a: string, ctx: Context, signal?: AbortSignal, maybe?: Context')).toEqual([
      argument('a', string),
      { kind: 'context' },
      { kind: 'signal' },
      { kind: 'context' },
    ]);
  });

  test('of a type Context that the plugin declares are arguments', () => {
    const method = cases.method({
      'src/plugin.ts': `import { Tool } from '@sigil/core';\n${toolTaking('context: Context', 'interface Context { a: string }')}`,
    });

    expect(method.parameters).toMatchObject([{ kind: 'argument', property: { name: 'context' } }]);
  });

  test('do not include this', () => {
    expect(parameters('this: Plugin, a: string')).toEqual([argument('a', string)]);
  });

  test('are not required if they are optional or have a default', () => {
    expect(
      parameters('a?: string, b?: string | undefined, c: string | undefined = undefined, d: string | void = undefined'),
    ).toEqual([
      argument('a', string, false),
      argument('b', string, false),
      argument('c', string, false),
      argument('d', string, false),
    ]);
  });

  test.each([
    ["x = 'a'", 'a'],
    ['x = -1.5', -1.5],
    ['x = true', true],
    ['x: (string | number)[] = ["a", 1]', ['a', 1]],
    ['x: { a: number[]; b?: string } = { a: [1], b: undefined }', { a: [1] }],
    ['x: E = E.B', 7, 'enum E { A, B = 7 }'],
    ['x: number = limit', 3, 'const limit = 3;'],
    ["x: 'a' | 'b' = mode", 'b', `const mode = 'b';`],
    ['x: string | null = null', null],
    ['x = `a`', 'a'],
  ])('document the default of %s', (source, value, declarations = '') => {
    expect(parameters(source, declarations)).toMatchObject([
      { property: { isRequired: false, node: { documentation: { default: value } } } },
    ]);
  });

  test.each([
    'x = new Date()',
    'x = Math.random()',
    'x = [...list]',
    'x: number = changing',
    'x = 1e400',
    'x = -1e400',
    'x: { a: number } = { a: 1e400 }',
    'x: number = E.Endless',
  ])('are optional without a documented default for %s', (source) => {
    const [parameter] = cases.method(
      toolTaking(source, 'const list = ["a"];\nlet changing = 1;\nchanging += 1;\nenum E { Endless = 1 / 0 }'),
    ).parameters;

    expect(parameter).toMatchObject({ property: { isRequired: false } });
    expect(parameter).not.toHaveProperty('property.node.documentation');
  });

  test('are spread when destructured, with their own defaults and documentation', () => {
    const method = cases.method(`
      interface Query { /** Words. */ text: string; limit?: number; mode: 'fast' | 'slow'; deep: { a: string } }
      export class Plugin {
        /**
         * Finds.
         * @param query.limit How many @maximum 9
         * @param mode How
         */
        @Tool()
        find({ text, limit = 5, mode: way = 'slow', deep: { a } }: Query, context: Context): string { return ''; }
      }`);

    expect(method.parameters).toEqual([
      {
        kind: 'spread',
        properties: [
          { name: 'text', isRequired: true, node: { kind: 'string', documentation: { description: 'Words.' } } },
          {
            name: 'limit',
            isRequired: false,
            node: { kind: 'number', maximum: 9, documentation: { description: 'How many', default: 5 } },
          },
          {
            name: 'mode',
            isRequired: false,
            node: {
              kind: 'literals',
              values: ['fast', 'slow'],
              documentation: { description: 'How', default: 'slow' },
            },
          },
          {
            name: 'deep',
            isRequired: true,
            node: { kind: 'object', properties: [{ name: 'a', node: string, isRequired: true }] },
          },
        ],
      },
      { kind: 'context' },
    ]);
  });

  test.each([
    ['...tags: string[]', { kind: 'array', items: string }, false],
    ['...tags: readonly (string | Date)[]', { kind: 'array' }, false],
    ['...tags: [string, number?]', { kind: 'tuple', required: 1 }, true],
    ['...tags: [string?, ...number[]]', { kind: 'tuple', required: 0 }, false],
    ['/** @minItems 1 */ ...tags: string[]', { kind: 'array', minItems: 1 }, true],
  ])('become a list if they are a rest parameter, required if it cannot be empty: %s', (rest, node, isRequired) => {
    expect(cases.method(toolTaking(`first: string, ${rest}`)).parameters).toMatchObject([
      { kind: 'argument' },
      { kind: 'rest', property: { name: 'tags', node, isRequired } },
    ]);
  });

  test('are documented by @param, by a comment before them, and by the tags in both', () => {
    const method = cases.method(`export class Plugin {
      /**
       * Runs.
       * @param a The - first @default x @example "y" @title A
       * @param when - The moment. @deprecated say nothing
       */
      @Tool()
      run(a: string | undefined, /** The second. @minimum 1 */ b: number, when: Date): string { return ''; } }`);

    expect(method.parameters).toMatchObject([
      {
        property: {
          isRequired: false,
          node: { documentation: { title: 'A', description: 'The - first', default: 'x', examples: ['y'] } },
        },
      },
      { property: { node: { minimum: 1, documentation: { description: 'The second.' } } } },
      {
        property: {
          node: {
            kind: 'date',
            documentation: { description: 'The moment.\n\nDeprecated: say nothing', deprecated: true },
          },
        },
      },
    ]);
  });
});

describe('a method', () => {
  test.each(['@Tool()\n/** Runs. */\n', '@Tool() /** Runs. */ ', '/** No. */ @Tool() /** Runs. */\n'])(
    'may have its doc comment between the decorator and the name: %j',
    (before) => {
      expect(cases.method(`export class Plugin { ${before}run(): string { return ''; } }`).description).toBe('Runs.');
    },
  );

  test('states its deprecation in the description', () => {
    expect(
      cases.method(
        `export class Plugin {\n/** Runs.\n * @deprecated use walk */\n@Tool()\nrun(): string { return ''; } }`,
      ).description,
    ).toBe('Runs.\n\nDeprecated: use walk');
  });

  test('applies the text and tags of @returns to its result', () => {
    const method = cases.method(
      `export class Plugin {\n/** Counts.\n * @returns how many @minimum 0 */\n@Tool()\nrun(): number { return 1; } }`,
    );

    expect(asTool(method).returns).toEqual({
      kind: 'structured',
      node: { kind: 'number', minimum: 0, documentation: { description: 'how many' } },
    });
  });

  test.each([
    ['of a format', '@returns where @format email', { format: 'email', documentation: { description: 'where' } }],
    ['of a pattern', '@returns @pattern ^a', { pattern: '^a' }],
  ])('has a text result with the constraint %s', (_what, tags, constraints) => {
    const method = cases.method(
      `export class Plugin {\n/** Runs.\n * ${tags} */\n@Tool()\nrun(): Promise<string> { return Promise.resolve('a'); } }`,
    );

    expect(asTool(method).returns).toEqual({
      kind: 'text',
      node: { kind: 'string', ...constraints },
      takes: ['text'],
    });
  });
});

describe('a resource', () => {
  test.each([
    ['string', undefined, 'text/plain'],
    ['{ a: number }', undefined, 'application/json'],
    ['ResourceContents', undefined, 'application/octet-stream'],
    ['Promise<string>', 'text/csv', 'text/csv'],
    ['AsyncGenerator<string>', '', 'text/plain'],
    ['Generator<Buffer | Uint8Array, void>', 'image/png', 'image/png'],
  ])('that returns %s and declares the MIME type %s has %s', (type, chosen, mimeType) => {
    const options = chosen
      ? `, { mimeType: '${chosen}', size: 5, annotations: { audience: ['user'], priority: 1 } }`
      : '';
    const method = cases.method(
      `export class Plugin { @Resource('a://b'${options}) read(): ${type} { throw new Error(); } }`,
    );

    expect(method).toMatchObject({ kind: 'resource', uri: 'a://b', isTemplate: false, mimeType });
    if (chosen) expect(method).toMatchObject({ size: 5, annotations: { audience: ['user'], priority: 1 } });
  });

  test.each([
    ['resource', `'a://b'`, ''],
    ['template', `'a://{b}'`, 'b: string'],
  ])('declares its caching as a %s', (_kind, uri, parameters) => {
    const method = cases.method(
      `export class Plugin { @Resource(${uri}, { cache: { ttlMs: 0, scope: 'public' } }) read(${parameters}): string { return ''; } }`,
    );

    expect(method).toMatchObject({ cache: { ttlMs: 0, scope: 'public' } });
  });

  test('is a template if its URI has variables', () => {
    const method = cases.method(
      `export class Plugin { @Resource('a://{x}/{+rest}') read(rest: string, x: number, context: Context): string { return ''; } }`,
    );

    expect(method).toMatchObject({
      isTemplate: true,
      parameters: [{ property: { name: 'rest' } }, { property: { name: 'x' } }, { kind: 'context' }],
    });
  });

  test('has optional parameters in its query, of every type that travels as text', () => {
    const method = cases.method(
      `export class Plugin { @Resource('a://find{?q,limit,deep,kind}')
        read(q: string, limit = 3, deep?: boolean, kind?: 'a' | 'b'): string { return [q, limit, deep, kind].join(); } }`,
    );

    expect(method).toMatchObject({
      uri: 'a://find{?q,limit,deep,kind}',
      isTemplate: true,
      parameters: [
        { property: { name: 'q', isRequired: true } },
        { property: { name: 'limit', isRequired: false } },
        { property: { name: 'deep', isRequired: false } },
        { property: { name: 'kind', isRequired: false } },
      ],
    });
  });

  test('is listed with what no URI may contain encoded', () => {
    const source = `export class Plugin { @Resource('a://my notes/café') read(): string { return ''; } }`;

    expect(cases.method(source)).toMatchObject({ uri: 'a://my%20notes/caf%C3%A9', isTemplate: false });
  });
});

describe('a prompt', () => {
  test.each([
    'string',
    'PromptMessage',
    'ImageContent',
    'Promise<PromptMessage[]>',
    'string | readonly PromptMessage[]',
  ])('may return %s', (type) => {
    expect(
      cases.method(
        `export class Plugin { @Prompt() ask(a: 'x' | 'y', b: boolean, c?: Date): ${type} { throw new Error(); } }`,
      ).kind,
    ).toBe('prompt');
  });
});
