import { afterAll, describe, expect, test } from 'vitest';
import type { SchemaNode } from '../../model/schema-node.js';
import { asTool, openCases, toolReturning, toolTaking } from '../reader-cases.test-support.js';
import { showNode } from './show-node.test-support.js';

const cases = openCases();
afterAll(() => cases.close());

const shapes: readonly (readonly [type: string, shown: string, declarations: string])[] = [
  ['Tree', 'Tree*{name: string, children: [Tree*]}', 'interface Tree { name: string; children: Tree[] }'],
  ['Tree', 'Tree*{left?: Tree*, right?: Tree*}', 'type Tree = { left?: Tree; right?: Tree };'],
  ['List | null', '(List*{next: (List* | null)} | null)', 'interface List { next: List | null }'],
  [
    'A',
    'A*{b: B*{a?: A*, c: C{n: number}}}',
    'interface A { b: B } interface B { a?: A; c: C } interface C { n: number }',
  ],
  ['A', 'A*{c: C*{b: B*{a?: A*}}, b: B*}', 'interface A { c: C; b: B } interface B { a?: A } interface C { b: B }'],
  ['Json', 'Json*=(string | [Json*] | {*: Json*})', 'type Json = string | Json[] | { [key: string]: Json };'],
  [
    'Json',
    'Json*=("a" | null | JsonMap*{*: Json*})',
    `type Json = 'a' | null | JsonMap; interface JsonMap { [key: string]: Json }`,
  ],
  ['Nested', 'Nested*=[Nested*]', 'type Nested = Nested[];'],
  ['Nested', 'Nested*=[(number | Nested*)]', 'type Nested = (number | Nested)[];'],
  ['Pair', 'Pair*=<string, Pair*?>', 'type Pair = [string, Pair?];'],
  [
    'Link<string>',
    'Link_string*{value: string, next?: Link_string*}',
    'interface Link<T> { value: T; next?: Link<T> }',
  ],
  [
    'Link<User>',
    'Link_User*{value: User{n: 1}, next?: Link_User*}',
    'interface User { n: 1 } type Link<T> = { value: T; next?: Link<T> };',
  ],
  [
    'Flip<string, number>',
    'Flip_string_number*{a: string, b: number, flip?: Flip_number_string*{a: number, b: string, flip?: Flip_string_number*}}',
    'interface Flip<A, B> { a: A; b: B; flip?: Flip<B, A> }',
  ],
  [
    'Deep<Tree>',
    'Deep_Tree*{name?: string, children?: [Deep_Tree*]}',
    `interface Tree { name: string; children: Tree[] }
     type Deep<T> = { [K in keyof T]?: T[K] extends readonly (infer U)[] ? Deep<U>[] : T[K] };`,
  ],
  ['Tree["children"]', '[Tree*{children: [Tree*]}]', 'interface Tree { children: Tree[] }'],
  ['Partial<Tree>', '{child?: Tree*{child?: Tree*}}', 'interface Tree { child?: Tree }'],
  [
    'Box',
    'Box*{inner: inner*{box?: Box*, again?: inner*}}',
    `interface Box { inner: { box?: Box; again?: Box['inner'] } }`,
  ],
  ['Self', 'Self*{self?: Self*, n: number}', 'type Self = { self?: Self } & { n: number };'],
  [
    'Omit<Tree, "name">',
    '{children: [Tree*{name: string, children: [Tree*]}]}',
    'interface Tree { name: string; children: Tree[] }',
  ],
  ['Map<string, Tree>', 'map<string, Tree*{kids: map<string, Tree*>}>', 'interface Tree { kids: Map<string, Tree> }'],
  ['Tree', 'Tree*{kids: set<Tree*>}', 'interface Tree { kids: ReadonlySet<Tree> }'],
  [
    'Expression',
    'Expression*=(number | Sum*{kind: "sum", terms: [Expression*]} | Call*{kind: "call", of?: Expression*})',
    `type Expression = number | Sum | Call; interface Sum { kind: 'sum'; terms: Expression[] } interface Call { kind: 'call'; of?: Expression }`,
  ],
  ['typeof value', '{a: {b: number}}', 'const value = { a: { b: 1 } };'],
];

test.each(shapes)('%s is read as %s', (type, shown, declarations) => {
  expect(showNode(cases.node(type, declarations))).toBe(shown);
});

describe('a definition', () => {
  test('is shared by all parameters of a method', () => {
    const { parameters } = cases.method(
      toolTaking('a: User, b: User[], c: Page<User>', 'interface User { n: 1 } interface Page<T> { of: T }'),
    );
    const shown = new Set<never>();
    const nodes = parameters.map((one) => (one.kind === 'argument' ? showNode(one.property.node, shown) : one.kind));

    expect(nodes).toEqual(['User{n: 1}', '[User]', 'Page_User{of: User}']);
  });

  test('differs from a definition of the same name in another file', () => {
    const node = nodeOf({
      'src/a.ts': 'export interface Item { a: string }',
      'src/b.ts': 'export interface Item { b: Item | null }\nexport namespace Deep { export interface Item { c: 1 } }',
      'src/plugin.ts': `import { Tool } from '@sigil/core';\nimport type { Item } from './a.js';\nimport type * as b from './b.js';\n${toolTaking('x: [Item, b.Item, b.Deep.Item, Item]')}`,
    });

    expect(showNode(node)).toBe('<Item{a: string}, Item*{b: (Item* | null)}, Item{c: 1}, Item>');
  });

  test('of a generic type differs by type argument, even if the arguments share a name', () => {
    const node = cases.node(
      '[Box<A.Item>, Box<B.Item>, Box<A.Item>]',
      'interface Box<T> { of: T } namespace A { export interface Item { a: 1 } } namespace B { export interface Item { b: 1 } }',
    );

    expect(showNode(node)).toBe('<Box_Item{of: Item{a: 1}}, Box_Item{of: Item{b: 1}}, Box_Item>');
  });

  test('is read separately for parameters and results', () => {
    const { model } = cases.read(
      `export class Plugin { @Tool() run(x: Shape): Shape { return x; } }\ninterface Shape { kind: 'a'; b?: undefined }`,
    );
    const [method] = model.classes.flatMap((one) => one.methods);
    const [parameter] = method?.parameters ?? [];

    expect(parameter?.kind === 'argument' && showNode(parameter.property.node)).toBe('Shape{kind: "a"}');
    expect(method && shownResult(asTool(method).returns)).toBe('Shape{kind: "a", b?: never}');
  });
});

describe('the name of a definition', () => {
  test.each([
    ['Größe', 'Grosse', 'interface Größe { a: 1 }'],
    ['Smørrebrød', 'Smorrebrod', 'interface Smørrebrød { a: 1 }'],
    ['Тип', 'Type', 'interface Тип { a: 1 }'],
    ['$Money', 'Money', 'interface $Money { a: 1 }'],
    ['Page<string[]>', 'Page_stringArray', 'interface Page<T> { of: T }'],
    ['Page<"b" | "a">', 'Page_a_or_b', 'interface Page<T> { of: T }'],
    ['Page<boolean | null>', 'Page_boolean_or_null', 'interface Page<T> { of: T }'],
    ['Page<{ a: 1 }>', 'Page_Object', 'interface Page<T> { of: T }'],
    ['Page<Partial<User>>', 'Page_Partial_User', 'interface Page<T> { of: T } interface User { a: 1 }'],
    ['Page', 'Page_string', 'interface Page<T = string> { of: T }'],
    ['Tags', 'Tags', 'type Tags = string[];'],
    ['List<User>', 'List_User', 'type List<T> = readonly T[]; interface User { a: 1 }'],
    ['Point', 'Point', 'type Point = [number, number];'],
    ['Id', 'Id', 'type Id = string | number;'],
    ['Maybe<User>', 'Maybe_User', 'type Maybe<T> = T | null; interface User { a: 1 }'],
    ['Settings', 'Settings', 'type Settings = Partial<User>; interface User { a: 1 }'],
    ['Alias', 'User', 'type Alias = User; interface User { a: 1 }'],
    ['Both', 'Both', 'type Both = User & { b: 1 }; interface User { a: 1 }'],
    ['Config', 'Config', 'type Config = typeof config; const config = { a: { b: 1 } };'],
  ])('for %s is %s', (type, name, declarations) => {
    expect(cases.node(type, declarations)).toMatchObject({ kind: 'ref', definition: { name, isRecursive: false } });
  });

  test.each([
    ['{ a: 1 }', ''],
    ['Partial<User>', 'interface User { a: 1 }'],
    ['Texts<User>', 'interface User { a: 1 } type Texts<T> = { [K in keyof T]: string };'],
    ['Record<string, User>', 'interface User { a: 1 }'],
    ['User[]', 'interface User { a: 1 }'],
    ['Mode', `type Mode = 'a' | 'b';`],
    ['Level', 'enum Level { A, B }'],
    ['Mode | null', `type Mode = 'a' | 'b';`],
    ['Name', 'type Name = string;'],
    ['Moment', 'type Moment = Date;'],
    ['Anything', 'type Anything = JsonValue;'],
  ])('is not given to %s', (type, declarations) => {
    expect(cases.node(type, declarations).kind).not.toBe('ref');
  });

  const members = '(Circle{r: number} | Square{a: number}';
  test.each([
    ['x?: Shape', `Shape=${members})`],
    ['x: Shape | undefined', `Shape=${members})`],
    ['x: { y?: Shape }', `{y?: Shape=${members})}`],
    ['x: Shape | null', `${members} | null)`],
  ])(
    'of a union is kept unless the union is part of a wider one, whose members keep their names: %s',
    (parameter, expected) => {
      const { parameters } = cases.method(
        toolTaking(
          parameter,
          'type Shape = Circle | Square; interface Circle { r: number } interface Square { a: number }',
        ),
      );
      const [first] = parameters;
      const shown = first?.kind === 'argument' ? showNode(first.property.node) : '';

      expect(shown).toBe(expected);
    },
  );
});

describe('documentation', () => {
  test('of a type is kept on its definition, and that of uses and aliases on the reference', () => {
    const node = cases.node(
      '{ /** The first. */ a: User; b: Owner; c: User }',
      '/** Someone. */ interface User { n: 1 }\n/** Who has it. */ type Owner = User;',
    );

    const user = { name: 'User', node: { documentation: { description: 'Someone.' } } };
    expect(node).toMatchObject({
      properties: [
        { node: { kind: 'ref', documentation: { description: 'The first.' }, definition: user } },
        { node: { kind: 'ref', documentation: { description: 'Who has it.' }, definition: user } },
        { node: { kind: 'ref', definition: user } },
      ],
    });
    expect(node).not.toHaveProperty('properties.2.node.documentation');
  });

  test('with default or example values is checked against recursive types', () => {
    const { found, marks } = cases.read(
      toolTaking(
        'x: Tree',
        '/** @example {"kids": []} */ interface Tree { /** @default null */ up?: Tree | null; kids: Tree[]; /** §@example {"kids": 1} */ odd?: Tree }',
      ),
    );

    expect(found).toEqual(marks.map((mark) => `SIGIL071 ${mark}`));
  });
});

describe('the check for endless types', () => {
  test.each([
    ['interface Grow<T> { value: T; §next: Grow<T[]> }', 'Grow<string>'],
    ['interface Grow<T> { a: Grow<T[]>; b: Grow<[T]>; c: Grow<{ t: T }> }', 'Grow<string>'],
    ['type Grow<T> = { value: T; next: Grow<{ of: T }> };', 'Grow<string>'],
    ['type Grow<T> = [T, Grow<[T]>?];', 'Grow<string>'],
    ['interface Left<T> { right: Right<T[]> } interface Right<T> { left: Left<{ t: T }> }', 'Left<1>'],
    ['type Wide<T> = { [K in "a" | "b" | "c"]: Wide<[T, K]> };', 'Wide<1>'],
  ])('reports an endless type once: %s', (declarations, type) => {
    const { diagnostics } = cases.read(toolTaking(`x: ${type}`, declarations));

    expect(diagnostics.map((one) => one.code)).toEqual(['SIGIL045']);
    expect(diagnostics[0]).toMatchObject({
      file: 'src/plugin.ts',
      message: expect.stringContaining('tool "run", parameter "x'),
    });
  });

  test.each([
    [
      'a list that gets shorter',
      'type End<T extends 1[]> = T extends [1, ...infer R extends 1[]] ? { tail: End<R> } : 0;',
    ],
    [
      'a list that gets longer',
      `type Up<T extends 1[]> = T['length'] extends 20 ? 0 : { tail: Up<[...T, 1]> }; type End<T extends 1[]> = T extends [] ? 0 : Up<[]>;`,
    ],
  ])('accepts a type that ends at its twentieth level: %s', (_, declarations) => {
    const twenty = `[${Array(20).fill('1').join(', ')}]`;
    const { diagnostics, model } = cases.read(toolTaking(`x: End<${twenty}>`, declarations));
    const [parameter] = model.classes[0]?.methods[0]?.parameters ?? [];
    const shown = parameter?.kind === 'argument' ? showNode(parameter.property.node) : '';

    expect(diagnostics).toEqual([]);
    expect(shown.match(/tail/g)).toHaveLength(20);
  });

  test('reports a type with too many parts as SIGIL055 instead', () => {
    const { diagnostics } = cases.read(
      toolTaking(
        `x: Every<${Array.from({ length: 20 }, (__, index) => `'k${index}'`).join(' | ')}>`,
        'type Every<T extends string> = { [K in T]: { of: K; others?: Every<Exclude<T, K>> } }[T];',
      ),
    );

    expect(diagnostics.map(({ code }) => code)).toEqual(['SIGIL055']);
  });

  test('accepts a type whose parts refer to each other in very many ways', () => {
    const names = Array.from({ length: 80 }, (__, index) => `'k${index}'`).join(' | ');
    const { diagnostics } = cases.read(
      toolTaking(
        'x: Call<Name>',
        `type Name = ${names};
         type Any<K extends Name> = K extends Name ? [name: K, a: number | Any<Name>, b: string | Any<Name>, c: Any<Name> | true] : never;
         interface Call<K extends Name> { of: boolean | Any<K> }`,
      ),
    );

    expect(diagnostics).toEqual([]);
  });

  test('accepts a deep type that ends', () => {
    const depth = 40;
    const declarations = Array.from(
      { length: depth },
      (_, index) => `interface T${index} { a: T${index + 1}; b: T${index + 1} }`,
    );

    const node = cases.node('T0', `${declarations.join('\n')}\ninterface T${depth} { end: true }`);

    expect(showNode(node)).toContain('T40{end: true}, b: T40}');
  });
});

test('a recursive type with an error is reported once for each tool that uses it, and these are left out', () => {
  const { found, marks, model } = cases.read(`
    interface Tree { §bad: symbol; branch: Branch } interface Branch { tree: Tree }
    export class Plugin {
      @Tool() a(x: Tree, y: Branch, z: Tree[]): string { throw [x, y, z]; }
      @Tool() b(x: string, y: Branch): string { throw [x, y]; }
      @Tool() sound(x: string): string { return x; }
    }`);

  expect(found).toEqual([...marks, ...marks].map((mark) => `SIGIL048 ${mark}`));
  expect(model.classes.flatMap((one) => one.methods.map(({ name }) => name))).toEqual(['sound']);
});

test('results of several methods have equal definitions', () => {
  const { model } = cases.read(`
    interface Tree { of: 'b' | 'a'; kids: Tree[]; page?: Page<Tree> } interface Page<T> { items: T[] }
    export class Plugin {
      @Tool() a(): Tree { throw 0; }
      @Tool() b(): Page<Tree> { throw 0; }
      @Tool() c(x: Tree): Tree { throw x; }
    }`);
  const results = model.classes.flatMap((one) => one.methods.map((method) => shownResult(asTool(method).returns)));

  const tree = 'Tree*{of: "b"|"a", kids: [Tree*], page?: Page_Tree*{items: [Tree*]}}';
  expect(results).toEqual([tree, 'Page_Tree*{items: [Tree*{of: "b"|"a", kids: [Tree*], page?: Page_Tree*}]}', tree]);
});

function nodeOf(source: Record<string, string>): SchemaNode {
  const [parameter] = cases.method(source).parameters;
  if (parameter?.kind !== 'argument') throw new Error('expected one argument');
  return parameter.property.node;
}

function shownResult(returns: ReturnType<typeof asTool>['returns']): string {
  return returns.kind === 'structured' ? showNode(returns.node) : returns.kind;
}

test('a recursive interface may be returned', () => {
  expect(shownResult(asTool(cases.method(toolReturning('Tree', 'interface Tree { up?: Tree }'))).returns)).toBe(
    'Tree*{up?: Tree*}',
  );
});
