/**
 * Cases of the effects of methods on their types: names, defaults, injected parameters, and unwrapped results.
 */
import type { JsonObject } from '@sigil/core';
import {
  anyOf,
  array,
  boolean,
  number,
  object,
  ref,
  string,
  strings,
  type CaseGroup,
} from '../type-case.test-support.js';

const nothing = object({});
const context = "import type { Context } from '@sigil/core';";

export const parameters: CaseGroup = {
  name: 'parameters',
  methods: [
    { name: 'none', method: 'run(): void', inputSchema: nothing },
    { name: 'several', method: 'run(b: string, a: number): void', inputSchema: object({ b: string, a: number }) },
    { name: 'optional', method: 'run(a: string, b?: number): void', inputSchema: object({ a: string, 'b?': number }) },
    {
      name: 'with a number as default',
      method: 'run(a = 3, b = -1.5): void',
      inputSchema: object({ 'a?': { ...number, default: 3 }, 'b?': { ...number, default: -1.5 } }),
    },
    {
      name: 'with a text as default',
      method: "run(a = 'x', b: 'y' | 'z' = 'z'): void",
      inputSchema: object({ 'a?': { ...string, default: 'x' }, 'b?': { ...strings('y', 'z'), default: 'z' } }),
    },
    {
      name: 'with true and null as default',
      method: 'run(a = true, b: string | null = null): void',
      inputSchema: object({ 'a?': { ...boolean, default: true }, 'b?': { type: ['string', 'null'], default: null } }),
    },
    {
      name: 'with a list as default',
      method: "run(a: string[] = ['x', 'y']): void",
      inputSchema: object({ 'a?': array(string, { default: ['x', 'y'] }) }),
    },
    {
      name: 'with an object as default',
      method: "run(a: { x: number; y?: string } = { x: 1, y: 'b' }): void",
      inputSchema: object({ 'a?': object({ x: number, 'y?': string }, { default: { x: 1, y: 'b' } }) }),
    },
    {
      name: 'with a constant as default',
      method: 'run(a = limit): void',
      declarations: 'const limit = 10;',
      inputSchema: object({ 'a?': { ...number, default: 10 } }),
    },
    {
      name: 'with a member of an enum as default',
      method: 'run(a: Level = Level.High): void',
      declarations: 'export enum Level { Low = 1, High = 2 }',
      inputSchema: object({ 'a?': { type: 'number', enum: [1, 2], default: 2 } }),
    },
    {
      name: 'with a computed default',
      method: 'run(a: number = Date.now()): void',
      inputSchema: object({ 'a?': number }),
    },
    {
      name: 'destructured',
      method: 'run({ a, b }: { a: string; b?: number }): void',
      inputSchema: object({ a: string, 'b?': number }),
    },
    {
      name: 'destructured with defaults',
      method: 'run({ a, b = 2 }: { a: string; b?: number }): void',
      inputSchema: object({ a: string, 'b?': { ...number, default: 2 } }),
    },
    {
      name: 'one object keeps its name',
      method: 'run(options: { a: string }): void',
      inputSchema: object({ options: object({ a: string }) }),
    },
    {
      name: 'rest',
      method: 'run(first: string, ...more: number[]): void',
      inputSchema: object({ first: string, 'more?': array(number) }),
    },
    {
      name: 'context in between',
      method: 'run(a: string, context: Context, b?: number): void',
      declarations: context,
      inputSchema: object({ a: string, 'b?': number }),
    },
    {
      name: 'context and signal',
      method: 'run(signal: AbortSignal, a: string, ctx: Context): void',
      declarations: context,
      inputSchema: object({ a: string }),
    },
    {
      name: 'context of the author',
      method: 'run(context: Context): void',
      declarations: 'interface Context { page: number }',
      inputSchema: object({ context: object({ page: number }) }),
    },
    { name: 'this', method: 'run(this: object, a: string): void', inputSchema: object({ a: string }) },
    {
      name: 'one type in two parameters',
      method: 'run(from: Place, to: Place): void',
      declarations: 'interface Place { city: string }',
      inputSchema: { ...object({ from: ref('Place'), to: ref('Place') }), $defs: { Place: object({ city: string }) } },
    },
    {
      name: 'with docs',
      docs: '/**\n   * Forecast.\n   * @param city - City name\n   * @param days How many @minimum 1 @maximum 14\n   */',
      method: 'run(city: string, days = 3): void',
      inputSchema: object({
        city: { ...string, description: 'City name' },
        'days?': { ...number, description: 'How many', minimum: 1, maximum: 14, default: 3 },
      }),
    },
    {
      name: 'with docs of members',
      docs: '/** @param options.city The city\n   * @param options.days How many @integer */',
      method: 'run(options: { city: string; days: number }): void',
      inputSchema: object({
        options: object({
          city: { ...string, description: 'The city' },
          days: { type: 'integer', description: 'How many' },
        }),
      }),
    },
    {
      name: 'with docs of the destructured',
      docs: '/** @param options.city The city */',
      method: 'run({ city }: { city: string }): void',
      inputSchema: object({ city: { ...string, description: 'The city' } }),
    },
  ],
};

const user = 'interface User { name: string; born?: Date }';
const openUser = {
  type: 'object',
  properties: { name: string, born: { type: 'string', format: 'date-time' } },
  required: ['name'],
};
const open = (members: Parameters<typeof object>[0]): JsonObject => {
  const { additionalProperties: _closed, ...schema } = object(members);
  return schema;
};

export const results: CaseGroup = {
  name: 'results',
  methods: [
    { name: 'void', method: 'run(): void', inputSchema: nothing },
    { name: 'promise of nothing', method: 'run(): Promise<void>', inputSchema: nothing },
    { name: 'text', method: 'run(): string', inputSchema: nothing },
    { name: 'promise of text', method: 'run(): Promise<string>', inputSchema: nothing },
    { name: 'words', method: "run(): 'yes' | 'no'", inputSchema: nothing },
    { name: 'object', method: 'run(): User', declarations: user, inputSchema: nothing, outputSchema: openUser },
    {
      name: 'promise of an object',
      method: 'run(): Promise<User>',
      declarations: user,
      inputSchema: nothing,
      outputSchema: openUser,
    },
    {
      name: 'promise of a promise',
      method: 'run(): Promise<Promise<User>>',
      declarations: user,
      inputSchema: nothing,
      outputSchema: openUser,
    },
    {
      name: 'object or a promise of it',
      method: 'run(): User | Promise<User>',
      declarations: user,
      inputSchema: nothing,
      outputSchema: openUser,
    },
    { name: 'number', method: 'run(): number', inputSchema: nothing, outputSchema: number },
    { name: 'boolean', method: 'run(): boolean', inputSchema: nothing, outputSchema: boolean },
    { name: 'array', method: 'run(): User[]', declarations: user, inputSchema: nothing, outputSchema: array(openUser) },
    {
      name: 'union',
      method: 'run(): { a: string } | { b: number }',
      inputSchema: nothing,
      outputSchema: anyOf(open({ a: string }), open({ b: number })),
    },
    {
      name: 'object or null',
      method: 'run(): { a: string } | null',
      inputSchema: nothing,
      outputSchema: anyOf(open({ a: string }), { type: 'null' }),
    },
    {
      name: 'what the compiler infers',
      method: 'run(a: string)',
      body: 'return { a, n: a.length };',
      inputSchema: object({ a: string }),
      outputSchema: open({ a: string, n: number }),
    },
    {
      name: 'generator with a result',
      method: 'async *run(): AsyncGenerator<string, User>',
      declarations: user,
      inputSchema: nothing,
      outputSchema: openUser,
      streamSchema: string,
    },
    {
      name: 'generator of data',
      method: 'async *run(): AsyncGenerator<User>',
      declarations: user,
      inputSchema: nothing,
      outputSchema: array(openUser),
      streamSchema: openUser,
    },
    {
      name: 'generator of text',
      method: 'async *run(): AsyncGenerator<string>',
      inputSchema: nothing,
      streamSchema: string,
    },
    {
      name: 'generator of data with a text in the end',
      method: 'async *run(): AsyncGenerator<Date | undefined, string>',
      inputSchema: nothing,
      streamSchema: { type: 'string', format: 'date-time' },
    },
    {
      name: 'generator that the compiler infers',
      method: 'async *run()',
      body: "yield 1; yield 'a'; return true;",
      inputSchema: nothing,
      outputSchema: boolean,
      streamSchema: { enum: ['a', 1] },
    },
    {
      name: 'generator of events only',
      method: 'async *run(): AsyncGenerator<YieldedProgress | YieldedLog>',
      declarations: "import type { YieldedLog, YieldedProgress } from '@sigil/core';",
      inputSchema: nothing,
      streamSchema: { not: {} },
    },
    {
      name: 'generator of text and events',
      method: 'async *run(): AsyncGenerator<string | YieldedEvent<"a">>',
      declarations: "import type { YieldedEvent } from '@sigil/core';",
      inputSchema: nothing,
      streamSchema: string,
    },
    {
      name: 'generator of data among events',
      method: 'async *run(): AsyncGenerator<User | YieldedContent<number | boolean> | YieldedToolUse>',
      declarations: `import type { YieldedContent, YieldedToolUse } from '@sigil/core';\n${user}`,
      inputSchema: nothing,
      outputSchema: array(anyOf(openUser, number, boolean)),
      streamSchema: anyOf(openUser, number, boolean),
    },
    {
      name: 'generator of events of the author',
      method: 'async *run(): AsyncGenerator<YieldedProgress>',
      declarations: 'interface YieldedProgress { done: number }',
      inputSchema: nothing,
      outputSchema: array(open({ done: number })),
      streamSchema: open({ done: number }),
    },
    {
      name: 'generator that uses the helpers',
      method: 'async *run()',
      body: "yield toolUse('search'); yield progress(1); yield content(new Date(0)); yield error('no');",
      declarations: "import { content, error, progress, toolUse } from '@sigil/core';",
      inputSchema: nothing,
      outputSchema: array({ type: 'string', format: 'date-time' }),
      streamSchema: { type: 'string', format: 'date-time' },
    },
    {
      name: 'iterable of data',
      method: 'run(): AsyncIterable<{ n: number }>',
      inputSchema: nothing,
      outputSchema: array(open({ n: number })),
      streamSchema: open({ n: number }),
    },
    {
      name: 'content blocks',
      method: 'run(): TextContent[]',
      declarations: "import type { TextContent } from '@sigil/core';",
      inputSchema: nothing,
    },
    {
      name: 'recursive',
      method: 'run(): { root: Tree }',
      declarations: 'interface Tree { value: string; children: Tree[] }',
      inputSchema: nothing,
      outputSchema: {
        ...open({ root: ref('Tree') }),
        $defs: { Tree: open({ value: string, children: array(ref('Tree')) }) },
      },
    },
    {
      name: 'a result with docs',
      docs: '/** @returns The one. */',
      method: 'run(): { a: string }',
      inputSchema: nothing,
      outputSchema: { ...open({ a: string }), description: 'The one.' },
    },
    {
      name: 'inherited method',
      declarations: 'class Base<T> { @Tool({ name: "$tool" }) run(a: T): { a: T } { return { a }; } }',
      heritage: 'extends Base<number>',
      inputSchema: object({ a: number }),
      outputSchema: open({ a: number }),
    },
  ],
};
