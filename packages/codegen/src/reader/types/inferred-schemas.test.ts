import { afterAll, describe, expect, test } from 'vitest';
import { coreImports, openCases, toolReturning, toolTaking } from '../reader-cases.test-support.js';

const cases = openCases();
afterAll(() => cases.close());

/** A library with the types of zod that matter here. */
const library = {
  'node_modules/schemas/package.json': JSON.stringify({ name: 'schemas', type: 'module', types: './index.d.ts' }),
  'node_modules/schemas/index.d.ts': `
export interface Schema<T> { result: T; _output: T; min(n: number): Schema<T>; max(n: number): Schema<T>; default(value: T): Schema<T> }
export declare function number(): Schema<number>;
export declare function text(options?: { minLength?: number }): Schema<string>;
export declare function date(): Schema<Date>;
export declare function object<T>(shape: { [K in keyof T]: Schema<T[K]> }): Schema<T>;
type output<S extends Schema<unknown>> = S['result'];
export type { output as infer };
export type Static<S extends Schema<unknown>> = S['result'];
export type ValueOf<T> = T[keyof T];
export declare const Shipped: Schema<{ a: number }>;
`,
};

const declarations = `
import * as s from 'schemas';
const Inner = s.object({ n: s.number().default(1), words: s.text({ minLength: 2 }) });
const Order = s.object({ pieces: s.number().min(1).max(9), inner: Inner });
const Bare = s.object({ n: s.number(), on: s.date() });
const table = { a: 1, b: 2 } as const;
`;

const read = (source: string): readonly string[] =>
  cases.read({ ...library, 'src/plugin.ts': coreImports + source }).diagnostics.map((one) => {
    expect(one).toMatchObject({ code: 'SIGIL056', severity: 'note', file: 'src/plugin.ts' });
    return one.message;
  });

describe('a type inferred from a schema', () => {
  const lost = 'has none of the constraints of Order (min, max, default, minLength): types do not carry them';

  test.each([
    ['s.infer<typeof Order>', ''],
    ['Input', 'type Input = s.infer<typeof Order>;'],
    ['Input["pieces"]', 'type Input = s.infer<typeof Order>;'],
    ['Partial<Input>[] | null', 'type Input = s.infer<typeof Order>;'],
    ['{ a: { b?: Input } }', 'type Input = s.infer<typeof Order>;'],
    ['More', 'interface More extends s.infer<typeof Order> { more: string }'],
  ])('has a note of the constraints that it lacks: %s %s', (type, further) => {
    const message = `s.infer<typeof Order> ${lost}`;

    expect(read(toolTaking(`x: ${type}`, declarations + further))).toEqual([message]);
    expect(read(toolReturning(`{ x: ${type} }`, declarations + further))).toEqual([message]);
  });

  test.each([
    ["s.infer<(typeof schemas)['id']>", "(typeof schemas)['id']", 'min'],
    ["s.infer<(typeof schemas)['order']>", "(typeof schemas)['order']", 'min, max, default, minLength'],
    ['s.infer<typeof schemas.id>', 'schemas.id', 'min'],
    ['s.infer<ReturnType<typeof make>>', 'ReturnType<typeof make>', 'max'],
    ['s.infer<ReturnType<typeof open>>', 'ReturnType<typeof open>', 'max, min'],
    ["(typeof Order)['_output']", 'Order', 'min, max, default, minLength'],
    ["(typeof schemas)['id']['_output']", "(typeof schemas)['id']", 'min'],
    ['s.infer<Named>', 'Order', 'min, max, default, minLength'],
  ])('has the note however its schema is named: %s', (type, schema, names) => {
    const further = `
const schemas = { id: s.number().min(1), order: Order, Bare };
function make() { return s.number().max(3); }
const open = () => make().min(1);
type Named = typeof Order;
void [schemas, open];`;
    const message = `${type} has none of the constraints of ${schema} (${names}): types do not carry them`;

    expect(read(toolTaking(`x: ${type}`, declarations + further))).toEqual([message]);
    expect(read(toolTaking("x: s.infer<(typeof schemas)['Bare']>", declarations + further))).toEqual([]);
  });

  test('has the note where it is written, once for all of its uses', () => {
    const source = `export class Plugin {
  @Tool() one(x: Input): Input { return x; }
  @Tool() two(x: Input): string { return ''; }
}
${declarations}
type Input = §s.Static<typeof Order>;`;
    const { found, marks } = cases.read({ ...library, 'src/plugin.ts': coreImports + source });

    expect(found).toEqual(marks.map((mark) => `SIGIL056 ${mark}`));
  });

  test('has the note if its schema is in a package', () => {
    expect(read(toolTaking('x: s.infer<typeof s.Shipped>', declarations))).toEqual([
      's.infer<typeof s.Shipped> has none of the constraints of s.Shipped: types do not carry them',
    ]);
  });

  test.each(['s.infer<typeof Bare>', 's.ValueOf<typeof table>', '{ a: typeof table }'])(
    'has no note if it lacks nothing: %s',
    (type) => {
      expect(read(toolTaking(`x: ${type}`, declarations))).toEqual([]);
    },
  );
});

test('constraints of numbers that are keys have a note', () => {
  const source = toolTaking('x: Record<Share, string>', '/** @minimum 0 */ type Share = number;');

  expect(read(source)).toEqual([
    'tool "run", parameter "x<key>": the constraints of the keys are left out, since keys are text in JSON',
  ]);
});

test('the note of a parameter whose schema is one of Standard Schema offers it as the input', () => {
  const standard = library['node_modules/schemas/index.d.ts'].replace(
    'export interface Schema<T> {',
    "export interface Schema<T> { '~standard': { version: 1 }; transform<U>(to: (value: T) => U): Schema<U>;",
  );
  const files = { ...library, 'node_modules/schemas/index.d.ts': standard };
  const read = (source: string) =>
    cases.read({ ...files, 'src/plugin.ts': coreImports + declarations + source }).diagnostics;
  const changed = 'const Changed = s.object({ n: s.number().transform(String) });\n';

  const [ofParameter] = read(toolTaking('x: s.infer<typeof Order>'));
  const [ofTransform] = read(changed + toolTaking('x: s.infer<typeof Changed>'));
  const [ofResult] = read(toolReturning('s.infer<typeof Order>'));

  expect(ofParameter?.fix).toContain('`@Tool({ input: Order })` makes it the whole input');
  expect(ofTransform?.message).toContain('has none of the constraints of Changed (transform)');
  expect(ofResult?.fix).not.toContain('input: Order');
});
