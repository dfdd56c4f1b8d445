import { afterAll, describe, expect, test } from 'vitest';
import type { InjectionModel, PluginModel } from '../model/plugin-model.js';
import { type CaseSource, coreImports, openCases } from './reader-cases.test-support.js';
import { showNode } from './types/show-node.test-support.js';

const cases = openCases();
afterAll(() => cases.close());

const tool = `@Tool() run(): string { return ''; }`;
const ports = 'export interface Clock { now(): Date }\nexport interface Zoned extends Clock { zone: string }\n';
const plugin = (parameters: string, before = ''): string =>
  `${coreImports}import type { Clock, Zoned } from './ports.js';\n${before}\nexport class Plugin {\n  constructor(${parameters}) {}\n  ${tool}\n}\n`;
const files = (provide: string, source: string): Readonly<Record<string, string>> => ({
  'src/ports.ts': ports,
  ...(provide === '' ? {} : { 'src/provide.ts': `import type { Clock, Zoned } from './ports.js';\n${provide}\n` }),
  'src/plugin.ts': source,
});

function modelOf(source: CaseSource): PluginModel {
  const { model, diagnostics } = cases.read(source);
  expect(diagnostics.map((one) => `${one.code} ${one.message}`)).toEqual([]);
  return model;
}

/** Returns the names of the constructor arguments of the plugin's class, `{}` for its configuration. */
function givenTo({ classes }: PluginModel): string[] | undefined {
  const shown = (one: InjectionModel): string => (one.kind === 'part' ? one.name : one.kind === 'nothing' ? '-' : '{}');
  return classes.find(({ name }) => name === 'Plugin')?.parameters?.map(shown);
}

describe('a parameter of a constructor', () => {
  const giving = 'export function clock(): Clock { throw 0; }';

  test.each<[string, string, string, string, string[]]>([
    ['an interface', giving, 'clock: Clock', '', ['clock']],
    ['what may be left out', giving, 'clock?: Clock, other: Clock | null = null', '', ['clock', 'clock']],
    ['what nothing provides and may be left out', '', 'clock?: Clock', '', ['-']],
    ['a more special type', 'export function zoned(): Zoned { throw 0; }', 'clock: Clock', '', ['zoned']],
    [
      'the very type before a more special one',
      `${giving}\nexport function zoned(): Zoned { throw 0; }`,
      'a: Clock, b: Zoned',
      '',
      ['clock', 'zoned'],
    ],
    ['a function in a constant', 'export const clock = (): Clock => { throw 0; };', 'clock: Clock', '', ['clock']],
    [
      'a class that implements it',
      'export class Watch implements Clock { now() { return new Date(); } }',
      'clock: Clock',
      '',
      ['Watch'],
    ],
    [
      'a class behind it',
      'class Base implements Clock { now() { return new Date(); } }\nexport class Watch extends Base {}',
      'clock: Clock',
      '',
      ['Watch'],
    ],
    [
      'an alias',
      'export function clock(): Now { throw 0; }\nexport type Now = { now(): Date };',
      'clock: Now',
      "import type { Now } from './provide.js';",
      ['clock'],
    ],
    ['a class of the plugin', '', 'a: A', 'export class A { a() { return 1; } }', ['A']],
    ['a class that hides its state', '', 'a: A', 'export class A { #a = 1; readonly b = this.#a; }', ['A']],
    [
      'a class that a provider makes',
      'export function a(): A { throw 0; }\nexport class A { constructor(readonly b: string) {} a() {} }',
      'a: A',
      "import { A } from './provide.js';",
      ['a'],
    ],
    [
      'data that a provider gives',
      'export interface Settings { a: string }\nexport function settings(): Settings { throw 0; }',
      'settings: Settings',
      "import type { Settings } from './provide.js';",
      ['settings'],
    ],
    [
      'a configuration between services',
      giving,
      'a: Clock, config: { url: string }, b: Clock',
      '',
      ['clock', '{}', 'clock'],
    ],
  ])('may be %s', (_what, provide, parameters, before, given) => {
    expect(givenTo(modelOf(files(provide, plugin(parameters, before))))).toEqual(given);
  });

  test.each([
    ['a class with public data only', 'config: A', 'export class A { a = 1; }'],
    ['an interface without methods', 'config: A', 'interface A { a: number }'],
  ])('is configuration if it is %s', (_what, parameters, before) => {
    const model = modelOf(files('', plugin(parameters, before)));

    expect(givenTo(model)).toBeUndefined();
    expect(model).not.toHaveProperty('services');
    expect(model.classes[0]?.configuration).toBeDefined();
  });
});

test('generic interfaces are matched by their type arguments', () => {
  const source = {
    'src/provide.ts': `export interface Box<T> { open(): T }
export function texts(): Box<string> { throw 0; }
export class Numbers implements Box<number> { open() { return 1; } }`,
    'src/plugin.ts': `${coreImports}import type { Box } from './provide.js';
export class Plugin { constructor(a: Box<number>, b: Box<string>) {} ${tool} }`,
  };

  expect(givenTo(modelOf(source))).toEqual(['Numbers', 'texts']);
});

test('services are constructed after their dependencies, otherwise in source order', () => {
  const source = files(
    'export function clock(config: { zone?: string } = {}): Clock { throw config; }',
    plugin(
      'b: B, a: A',
      'export class A { constructor(readonly clock: Clock) {} a() {} }\nexport class B { constructor(readonly a: A) {} b() {} }',
    ) + `export class Other { ${tool.replace('run', 'other')} }`,
  );

  const { construction, services } = modelOf(source);

  expect(construction).toEqual(['clock', 'A', 'B', 'Plugin', 'Other']);
  expect(services?.map(({ name, provides, isFunction }) => [name, provides, isFunction])).toEqual([
    ['clock', ['Clock'], true],
    ['A', ['A'], false],
    ['B', ['B'], false],
  ]);
  expect(services?.[0]?.configuration).toMatchObject({ isRequired: false });
});

test('a provider that nothing requires is not a service', () => {
  const model = modelOf(files('export function clock(): Clock { throw 0; }\nexport const zone = 1;', plugin('')));

  expect(model).not.toHaveProperty('services');
});

test('adding, changing and removing a file of providers takes effect at once', () => {
  const source = plugin('settings: Settings', 'interface Settings { now(): Date; }');
  const asking = plugin('clock?: Clock');

  expect(givenTo(modelOf(files('', asking)))).toEqual(['-']);
  expect(givenTo(modelOf(files('export function clock(): Clock { throw 0; }', asking)))).toEqual(['clock']);
  expect(givenTo(modelOf(files('export function other(): Clock { throw 0; }', asking)))).toEqual(['other']);
  expect(givenTo(modelOf(files('', asking)))).toEqual(['-']);
  expect(cases.read(files('', source)).diagnostics).toMatchObject([
    { code: 'SIGIL035', fix: 'Write into src/provide.ts: `export function settings(): Settings { … }`.' },
  ]);
});

test.each([
  ['Context', 'It belongs to one call: take it as a parameter of the published method.'],
  ['Announcer', 'Take it in `start(announcer)`.'],
])('a %s in a constructor is rejected with a fix that says where to get it', (type, fix) => {
  const source = `import { Tool, type ${type} } from '@sigil/core';\nexport class Plugin { constructor(readonly it: ${type}) {} ${tool} }`;

  expect(cases.read({ 'src/plugin.ts': source }).diagnostics).toMatchObject([{ code: 'SIGIL035', fix }]);
});

describe('carried state', () => {
  const carried = (members: string, before = '') =>
    modelOf(`${before}\nexport class Plugin {\n${members}\n${tool}\n}`).classes[0]?.carry;

  test.each([
    ['fields', `static carry = ['a', 'b']; a = 1; private b?: Date;`, '{a: number, b?: date}'],
    [
      'a constant list',
      `static readonly carry = names; protected a = new Map<string, number>();`,
      '{a: map<string, number>}',
    ],
    [
      'parameter properties',
      `static carry = ['a'] as const; constructor(private a?: { b: string }) {}`,
      '{a?: {b: string}}',
    ],
  ])('is read from %s', (_what, members, shown) => {
    const carry = carried(members, `const names = ['a'];`);

    expect(carry && showNode(carry.node)).toBe(shown);
    expect(carry?.version).toBe(1);
  });

  test('has a version and may be inherited from a base class', () => {
    const base = `class Base { static carry = { version: 3, fields: ['a'] }; a = 'x'; }`;
    const { classes } = modelOf(`${base}\nexport class Plugin extends Base { ${tool} }`);

    expect(classes[0]?.carry).toMatchObject({ version: 3, node: { properties: [{ name: 'a' }] } });
  });

  test('is read for services too', () => {
    const service = 'export class A { static carry = ["n"]; n = 1; a() {} }';
    const { services } = modelOf(`${service}\nexport class Plugin { constructor(a: A) {} ${tool} }`);

    expect(services).toMatchObject([{ name: 'A', carry: { version: 1 } }]);
  });

  test('is ignored if carry is a method', () => {
    expect(carried('static carry(): void {}')).toBeUndefined();
  });
});
