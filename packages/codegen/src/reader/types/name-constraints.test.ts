import { afterAll, describe, expect, test } from 'vitest';
import { isError } from '../../model/diagnostic.js';
import type { SchemaNode } from '../../model/schema-node.js';
import { resolveNode } from '../../model/schema-node.js';
import { asTool, openCases, toolReturning, toolTaking } from '../reader-cases.test-support.js';

const cases = openCases();
afterAll(() => cases.close());

const declarations = `
/** @secret */ type Token = string;
/** @format email */ type Email = string;
/** @minimum 1 @maximum 12 */ type Month = number;
/** @minimum 0 @maximum 100 */ type Percent = number;
/** @minLength 3 */ type Branded = string & { readonly __b: 'x' };
/** @secret */ type Key = string & { readonly __b: 'T' };
/** @pattern ^a */ type Pattern = string;
interface Row { tok: Token; e: Email; m: Month; pattern: Pattern; b: Branded; opt?: Token; self: Row['e'];
  /** @secret */ own: string;
  /** @minItems 2 */ list: string[] }
interface List<T> extends Array<T> {}
interface Lookup { [name: string]: Month }
interface Page<T> { items: T[]; first: T }
interface Auth<T> { user: string; credential: T }
interface Nest<T> { inner: { v: T } }
interface Year extends G<Month> { y: number }
interface G<T> { a: T }
type Result<T> = { ok: true; value: T };
type Months = Result<Month>;
/** @minItems 1 */ type NonEmpty<T> = T[];
type First<T> = T extends { first: infer F } ? F : never;
type Inner<T> = T extends Promise<infer U> ? U : never;
type Held<T> = T extends { first: infer F; items: unknown[] } ? F : never;
type Item<T> = T extends readonly (infer I)[] ? I : never;
type Value<T> = T extends Map<string, infer V> ? V : never;
type Given<T> = T extends () => infer R ? R : never;
type Second<T> = T extends [unknown, infer S] ? S : never;
type Last<T> = T extends [...unknown[], infer L] ? L : never;
type Any<T> = T extends { [name: string]: infer V } ? V : never;
type Selected = Row['m'];
type Boxed<T> = { [K in keyof T]: { value: T[K] } };
declare const DEFAULT_MONTH: Month;
declare const months: Month[];
const options = { month: DEFAULT_MONTH };
declare function take(token: Token): Month;
declare function load(): Promise<Month>;
`;

const month = { kind: 'number', minimum: 1, maximum: 12 };
const percent = { kind: 'number', minimum: 0, maximum: 100 };
const email = { kind: 'string', format: 'email' };
const secret = { kind: 'string', format: 'password' };

function members(node: SchemaNode): Record<string, SchemaNode> {
  const object = resolveNode(node);
  return object.kind === 'object' ? Object.fromEntries(object.properties.map((one) => [one.name, one.node])) : {};
}

describe('the constraints of a named primitive', () => {
  test.each([
    ['Auth<Token>', { credential: secret }],
    ['Page<Percent>', { items: { items: percent }, first: percent }],
    ['Result<Email>', { value: email }],
    ['Months', { value: month }],
    ['Readonly<G<Month>>', { a: month }],
    ['Partial<G<Email>>', { a: email }],
    ['Pick<G<Month>, "a">', { a: month }],
    ['G<Month> & { b: 1 }', { a: month }],
    ['Year', { a: month }],
    ['Partial<Year>', { a: month }],
    ['Inner<Promise<G<Month>>>', { a: month }],
  ])('reach the members of %s', (type, expected) => {
    expect(members(cases.node(type, declarations))).toMatchObject(expected);
    expect(members(resultOf(type))).toMatchObject(expected);
  });

  test.each([
    ['NonEmpty<Month>', { kind: 'array', minItems: 1, items: month }],
    ['List<Token>', { kind: 'array', items: secret }],
    ["Row['tok']", secret],
    ["Row['m']", month],
    ["Row['b']", { kind: 'string', minLength: 3 }],
    ["Row['pattern']", { kind: 'string', pattern: '^a' }],
    ["Row['own']", secret],
    ["Row['list']", { kind: 'array', minItems: 2 }],
    ["Row['self']", email],
    ["Row['e'] | null", { members: [email, { kind: 'null' }] }],
    ["Partial<Row>['m']", month],
    ["NonNullable<Row['opt']>", secret],
    ['Selected', month],
    ["Lookup['m']", month],
    ["G<Month>['a']", month],
    ["Nest<Month>['inner']['v']", month],
    ["Record<'a', Month>['a']", month],
    ['[Month, Percent][1]', percent],
    ['Month[][number]', month],
    ['(typeof months)[number]', month],
    ['typeof DEFAULT_MONTH', month],
    ["(typeof options)['month']", month],
    ['Branded | null', { members: [{ kind: 'string', minLength: 3 }, { kind: 'null' }] }],
    ['Branded | number', { members: [{ kind: 'string', minLength: 3 }, { kind: 'number' }] }],
    ['Key | null', { members: [secret, { kind: 'null' }] }],
    ['Parameters<(m: Month) => void>[0]', month],
    ['Parameters<typeof take>[0]', secret],
    ['ReturnType<() => Month>', month],
    ['Awaited<Promise<Month>>', month],
    ['Awaited<ReturnType<typeof load>>', month],
    ['Email extends string ? Email : never', email],
    ['First<Page<Month>>', month],
    ['First<{ first: Row["m"] }>', month],
    ['Held<Page<Percent>>', percent],
    ['Inner<Promise<Month>>', month],
    ['Inner<Promise<Token>> | null', { members: [secret, { kind: 'null' }] }],
    ['Item<Month[]>', month],
    ['Item<readonly Token[]>', secret],
    ['Item<Array<Row["e"]>>', email],
    ['Value<Map<string, Month>>', month],
    ['Given<() => Month>', month],
    ['Second<[Token, Month]>', month],
  ])('reach %s', (type, expected) => {
    expect(resolveNode(cases.node(type, declarations))).toMatchObject(expected);
    expect(resolveNode(resultOf(type))).toMatchObject(expected);
  });

  test('of all members reach a type that selects all of them', () => {
    const node = cases.node('Two[keyof Two]', `${declarations}interface Two { m: Month; e: Email }`);

    expect(node).toMatchObject({ kind: 'union', members: expect.arrayContaining([month, email]) });
  });

  test('reach a parameter whose type is that of its default', () => {
    const { model, diagnostics } = cases.read(toolTaking('x = DEFAULT_MONTH', declarations));
    const [parameter] = model.classes[0]?.methods[0]?.parameters ?? [];

    expect(diagnostics).toEqual([]);
    expect(parameter).toMatchObject({ property: { node: month, isRequired: false } });
  });

  test('reach the configuration', () => {
    const { model } = cases.read(`export class Plugin {
  constructor(private readonly config: { auth: Auth<Token>; t: Row['tok']; b?: Key | null }) {}
  @Tool() run(): string { return ''; }
}
${declarations}`);
    const node = model.classes[0]?.configuration?.node;
    const { auth, t, b } = node ? members(node) : {};

    expect(auth && members(auth)).toMatchObject({ credential: secret });
    expect(t).toMatchObject(secret);
    expect(b).toMatchObject({ members: [secret, { kind: 'null' }] });
  });

  test('differ between uses of one generic type, in one tool', () => {
    const source = toolTaking('a: Page<Month>, b: Page<Percent>, c: Page<number>, d: Page<G<Month>>', declarations);
    const nodes = cases.method(source).parameters.flatMap((one) => (one.kind === 'argument' ? one.property.node : []));

    expect(nodes.map((node) => node.kind === 'ref' && node.definition.name)).toEqual([
      ...['Page_Month', 'Page_Percent', 'Page_number', 'Page_G_number'],
    ]);
    expect(nodes.map((node) => members(node).first)).toMatchObject([month, percent, { kind: 'number' }, {}]);
    expect(nodes[2] && members(nodes[2]).first).toEqual({ kind: 'number' });
  });

  test('reach a recursive generic type at every level', () => {
    const node = cases.node('Tree<Month>', `${declarations}interface Tree<T> { value: T; kids: Tree<T | null>[] }`);
    const { kids } = members(node);

    expect(members(node)).toMatchObject({ value: month });
    expect(kids?.kind === 'array' && members(kids.items).value).toMatchObject({ members: [month, { kind: 'null' }] });
  });
});

test.each([
  ['/** @maximum 100 */ type Half = Month;', { minimum: 1, maximum: 12 }],
  ['/** @minimum 3 @maximum 100 */ type Half = Month;', { minimum: 3, maximum: 12 }],
  ['/** @minimum -1 @maximum 6 */ type Half = Month;', { minimum: 1, maximum: 6 }],
  ["/** @maximum 100 */ type Half = Row['m'];", { minimum: 1, maximum: 12 }],
])('an alias of an alias has the narrower bounds of both: %s', (alias, expected) => {
  expect(cases.node('Half', declarations + alias)).toEqual({ kind: 'number', ...expected });
});

test.each([
  ['/** @maximum 100 */ x: Month', month],
  ['/** @maximum 6 @minimum -3 */ x: Month', { kind: 'number', minimum: 1, maximum: 6 }],
  ['/** @maximum 100 */ x: Month | null', { members: [month, { kind: 'null' }] }],
  ['/** @maxLength 9 @minLength 1 */ x: Branded', { kind: 'string', minLength: 3, maxLength: 9 }],
  ['/** @minItems 1 */ x: AtLeast', { kind: 'array', minItems: 2 }],
  ['/** @multipleOf 6 */ x: Fours', { kind: 'number', multipleOf: 12 }],
  ['/** @integer */ x: Halves', { kind: 'number', multipleOf: 1 }],
  ['/** @secret */ x: Email', secret],
  ['/** @format uri */ x: Token', secret],
])('of a member and its named type both hold: %s', (member, expected) => {
  const further =
    '/** @minItems 2 */ type AtLeast = string[]; /** @multipleOf 4 */ type Fours = number; /** @multipleOf 0.5 */ type Halves = number;';
  const { model, diagnostics } = cases.read(
    toolTaking('holder: Holder', `interface Holder { ${member} }${declarations}${further}`),
  );
  const [parameter] = model.classes[0]?.methods[0]?.parameters ?? [];
  const node = parameter?.kind === 'argument' ? members(parameter.property.node).x : undefined;

  expect(node && resolveNode(node)).toMatchObject(expected);
  expect(diagnostics.filter(isError)).toEqual([]);
});

test.each([
  ['/** §@pattern b$ */ x: Pattern', 'has the pattern "^a" already'],
  ['/** §@format uri */ x: Email', 'has the format "email" already'],
  ['/** §@minimum 20 */ x: Month', 'leaves nothing below @maximum'],
])('of a member that cannot hold beside those of its named type are an error: %s', (member, says) => {
  const { diagnostics, found, marks } = cases.read(
    toolTaking('holder: Holder', `interface Holder { ${member} }${declarations}`),
  );

  expect(found.map((one) => one.slice('SIGIL070 '.length))).toEqual(marks);
  expect(diagnostics).toMatchObject([{ message: expect.stringContaining(says) }]);
});

describe('a type that a mapped type changes has the constraints of the member', () => {
  const row =
    'interface Plain { m: Month; e?: Email; tok: Token; /** Long. @maxLength 4 */ own: string; bare: string }';
  const text = { kind: 'string' };
  const own = { kind: 'string', maxLength: 4 };
  const kept = { m: month, e: email, tok: secret, own, bare: text };

  test.each([
    ['{ [K in keyof A]: K extends keyof A ? A[K] : never }', kept],
    ['{ [K in keyof A]: K extends "m" ? string : A[K] }', { ...kept, m: text }],
    ['{ [K in keyof A]: A[K] extends number ? string : A[K] }', { m: text, tok: secret, own }],
    [
      '{ [K in keyof A]: { value: A[K] } }',
      mapEach(kept, (value) => ({ properties: [{ name: 'value', node: value }] })),
    ],
    ['{ [K in keyof A]: A[K][] }', { m: { items: month }, tok: { items: secret }, own: { items: own } }],
    ['{ [K in keyof A]: A[K] | null }', mapEach(kept, (value) => ({ members: [value, { kind: 'null' }] }))],
    ['{ [K in keyof A]: [A[K], Plain["m"]] }', { tok: { items: [secret, month] } }],
    ['{ [K in keyof A as `get_${string & K}`]: A[K] }', { get_m: month, get_tok: secret, get_own: own }],
    ['{ [K in "x" | "y"]: Plain["m"] }', { x: month, y: month }],
    ['{ [K in keyof A]: Holder<A[K]> }', mapEach(kept, (value) => ({ properties: [{ name: 'v', node: value }] }))],
    ['Deep<{ inner: A }>["inner"]', kept],
    ['Merge<{ m: string; z: Month }, A>', { z: month, m: month, tok: secret }],
    ['Merge<A, { m: string; z: Month }>', { z: month, m: text, tok: secret, own }],
    ['{ [K in keyof A]: null | A[K] }', { m: { members: [{ kind: 'null' }, month] } }],
    ['Partial<{ [K in keyof A]: A[K] | null }>', { m: { members: [month, { kind: 'null' }] } }],
    ['Omit<A, "m"> & { [K in "m"]: Plain[K][] }', { m: { items: month }, tok: secret }],
  ])('%s', (body, expected) => {
    const further = `type Changed<A> = ${body}; interface Holder<T> { v: T }
type Deep<A> = { [K in keyof A]?: A[K] extends object ? Deep<A[K]> : A[K] };
type Merge<A, B> = { [K in keyof A | keyof B]: K extends keyof B ? B[K] : K extends keyof A ? A[K] : never };`;
    const node = members(cases.node('Changed<Plain>', declarations + row + further));
    const read = Object.fromEntries(Object.keys(expected).map((name) => [name, node[name] && resolveNode(node[name])]));

    expect(read).toMatchObject(expected);
    for (const name of ['m', 'bare']) {
      const wanted: unknown = Reflect.get(expected, name);
      if (wanted === text) expect(read[name]).toEqual(text);
    }
  });
});

describe('a result without a type of its own', () => {
  const plugin = (body: string): string => `export class Plugin {
  private readonly month: Month = 1; private readonly row!: Row; private readonly email: Email = '';
  @Tool() ${body}
}
${declarations}declare function fetchMonth(): Promise<Month>; declare function generic<T>(value: T): T;
declare const rows: Row[]; declare const pair: [number, Row]; declare const part: { m?: Month };
function helper() { return DEFAULT_MONTH; }
async function later() { return fetchMonth(); }
function several(flag: boolean) { return flag ? DEFAULT_MONTH : 3; }`;

  test.each([
    'run() { return months.map((m) => String(m)); }',
    'run() { return months.map((m) => m * 2); }',
    'run() { return rows.some((row) => row.m > 1); }',
    'run() { return `${this.month}`; }',
    'run() { return months.length; }',
  ])('has no note if it is not made of constrained values: %s', (body) => {
    expect(cases.read(plugin(body)).diagnostics).toEqual([]);
  });

  test.each([
    ['§run() { return this.month; }', month],
    ['async §run() { return this.month; }', month],
    ['async §run() { const fetched = await fetchMonth(); return fetched; }', month],
    ['§run() { return fetchMonth(); }', month],
    ['§run() { return (this.row.m)!; }', month],
    [
      '§run() { return this.row; }',
      { properties: expect.arrayContaining([{ name: 'm', node: month, isRequired: true }]) },
    ],
    ['§run() { return { m: this.month }; }', { properties: [{ name: 'm', node: month, isRequired: true }] }],
    [
      '§run() { const m = this.month; return { m, n: 1 }; }',
      { properties: [{ name: 'm', node: month }, { name: 'n' }] },
    ],
    ['§run() { const { m } = this.row; return { m }; }', { properties: [{ name: 'm', node: month }] }],
    ['§run() { const { m: n } = rows[0]!; return n; }', month],
    ['§run() { const [, { m }] = pair; return { m }; }', { properties: [{ name: 'm', node: month }] }],
    [
      '§run() { return { m: rows[0]!.m, n: months[1]!, o: this.row["m"] }; }',
      { properties: ['m', 'n', 'o'].map((name) => ({ name, node: month, isRequired: true })) },
    ],
    ['§run() { return helper(); }', month],
    ['async §run() { return { m: await later() }; }', { properties: [{ name: 'm', node: month }] }],
    ['§run() { return rows.map((row) => ({ m: row.m })); }', { items: { properties: [{ name: 'm', node: month }] } }],
  ])('has the constraints of the returned expression: %s', (body, expected) => {
    const { returns } = asTool(cases.method(plugin(body)));

    expect(returns.kind === 'structured' && resolveNode(returns.node)).toMatchObject(expected);
  });

  test('has the constraints of a returned text', () => {
    expect(asTool(cases.method(plugin('run() { return this.email; }'))).returns).toMatchObject({ node: email });
  });

  test.each([
    '§run(flag: boolean) { return flag ? this.month : 3; }',
    '§run(flag: boolean) { if (flag) return this.month; return 3; }',
    '§run(m?: Month) { return m ?? 3; }',
    '§run() { return [this.month]; }',
    '§run() { return rows.map((row) => row.m); }',
    '§run() { return { all: rows.map((row) => row.m) }; }',
    '§run() { return rows.filter((row) => row.m > 1).map(({ m }) => m)[0]!; }',
    '§run() { const all = rows.map((row) => row.m); return { all }; }',
    '§run() { return Object.fromEntries(rows.map((row) => [row.e, row.m])); }',
    '§run() { return months.slice(1); }',
    '§run() { return new Set(months); }',
    'async §run() { return Promise.all(rows.map(async (row) => row.m)); }',
    '§run() { return generic(this.month); }',
    '§run() { return several(true); }',
    '§run() { const { m = 1 } = part; return { m }; }',
  ])('has a note if several expressions lose constraints: %s', (body) => {
    const { diagnostics, found, marks } = cases.read(plugin(body));

    expect(found).toEqual(marks.map((mark) => `SIGIL056 ${mark}`));
    expect(diagnostics).toMatchObject([
      { severity: 'note', message: expect.stringContaining('is inferred, and loses @minimum, @maximum of Month') },
    ]);
  });
});

test('an alias that leaves nothing of its type is an error', () => {
  const { found, marks } = cases.read(
    toolTaking('x: Late', `${declarations}/** §@minimum 20 @maximum 30 */ type Late = Month;`),
  );

  expect(found).toEqual(marks.map((mark) => `SIGIL071 ${mark}`));
});

describe('a secret', () => {
  test('beside any other text marks the text', () => {
    expect(cases.node('Token | string', declarations)).toEqual(secret);
  });

  test('stays one in a member that a mapped type changes', () => {
    const { tok, m } = members(cases.node("Boxed<Pick<Row, 'tok' | 'm'>>", declarations));

    expect(tok && members(tok)).toMatchObject({ value: secret });
    expect(m && members(m)).toEqual({ value: month });
  });

  test('is none that is lost if one branch of a condition keeps it', () => {
    const strip = 'type Strip<T> = T extends `x${infer R}` ? R : T;';

    expect(cases.node('Strip<Token>', declarations + strip)).toEqual(secret);
  });

  test.each([
    'Last<[1, Token]>',
    'Last<[1, Token]> | null',
    'Any<{ a: Token }>',
    'Any<Pick<Row, "tok">>',
    'Uppercase<Token>',
    '`${Token}` | null',
    '`x-${Token}`',
  ])('that is lost in %s is an error', (type) => {
    const { diagnostics } = cases.read(toolTaking(`x: ${type}`, declarations));

    expect(diagnostics).toMatchObject([
      { code: 'SIGIL056', message: expect.stringContaining('is computed, and loses @secret of Token') },
    ]);
    expect(diagnostics[0]?.severity).toBeUndefined();
  });
});

test.each(['§Last<[Email, Month]>', '§Any<{ a: Month }>', '§Any<{ a: Month } & { b: Month }>'])(
  'a note says where constraints are lost: %s',
  (type) => {
    const { diagnostics, found, marks } = cases.read(toolTaking(`x: ${type}`, declarations));

    expect(found).toEqual(marks.map((mark) => `SIGIL056 ${mark}`));
    expect(diagnostics).toMatchObject([
      { code: 'SIGIL056', severity: 'note', message: expect.stringContaining('loses @minimum, @maximum of Month') },
    ]);
  },
);

test('two circular types that the compiler reports are not followed without end', () => {
  const { diagnostics } = cases.read(
    toolTaking(
      "x: Odd['a']",
      "interface Odd { a: Odd['b']; b: Odd['a']['a']; c: typeof d }\nconst d = e;\nconst e = d;",
    ),
  );

  expect(diagnostics.map(({ code }) => code)).toContain('SIGIL001');
});

function mapEach(record: object, change: (value: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}

/** Returns the node of a member of a result with this type. */
function resultOf(type: string): SchemaNode {
  const method = cases.method(toolReturning(`{ v: ${type} }`, declarations));
  const node = method.kind === 'tool' && method.returns.kind === 'structured' ? method.returns.node : undefined;
  const member = node && members(node).v;
  if (!member) throw new Error('expected a member v');
  return member;
}
