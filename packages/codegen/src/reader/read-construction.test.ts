import { afterAll, describe, expect, test } from 'vitest';
import type { ConfigurationModel } from '../model/plugin-model.js';
import { resolveNode } from '../model/schema-node.js';
import { type CaseSource, openCases } from './reader-cases.test-support.js';

const cases = openCases();
afterAll(() => cases.close());

const tool = `@Tool() run(): string { return ''; }`;
const plugin = (members: string, before = ''): string => `${before}\nexport class Plugin {\n${members}\n${tool}\n}`;

function configurationOf(source: CaseSource): ConfigurationModel | undefined {
  const { model, diagnostics } = cases.read(source);
  expect(diagnostics.map((one) => `${one.code} ${one.message}`)).toEqual([]);
  return model.classes.find((one) => one.name === 'Plugin')?.configuration;
}

/** Returns each member as `name`, or `name?` if optional, `= value` for a default, and the description. */
function members(configuration: ConfigurationModel | undefined): string[] {
  const node = configuration && resolveNode(configuration.node);
  if (node?.kind !== 'object') return [];
  return node.properties.map(({ name, isRequired, node: { documentation: docs = {} } }) =>
    [
      isRequired ? name : `${name}?`,
      ...(docs.default === undefined ? [] : [`= ${JSON.stringify(docs.default)}`]),
      ...(docs.description === undefined ? [] : [`(${docs.description})`]),
    ].join(' '),
  );
}

describe('a class', () => {
  test.each([
    ['without a constructor', ''],
    ['with a constructor that takes nothing', 'constructor() {}'],
    ['with a constructor that hands everything on', 'constructor(...args: any[]) { void args; }'],
  ])('has no configuration %s', (_what, constructor) => {
    expect(configurationOf(plugin(constructor))).toBeUndefined();
  });
});

describe('the parameter of the constructor', () => {
  const config = 'interface Config { /** Where it is. */ url: string; units?: "metric" | "imperial" }';

  test.each([
    ['plain', 'constructor(config: Config) { void config; }', ['url (Where it is.)', 'units?']],
    ['a property', 'constructor(private readonly config: Config) { void config; }', ['url (Where it is.)', 'units?']],
    [
      'destructured',
      "constructor({ url, units = 'metric' }: Config) { void url; }",
      ['url (Where it is.)', 'units? = "metric"'],
    ],
    [
      'described by @param',
      '/** @param config.units Which */\n constructor(config: Config) { void config; }',
      ['url (Where it is.)', 'units? (Which)'],
    ],
  ])('may be %s', (_what, constructor, expected) => {
    const configuration = configurationOf(plugin(constructor, config));

    expect(members(configuration)).toEqual(expected);
    expect(configuration?.isRequired).toBe(true);
  });

  test.each([
    'config?: Config',
    "config: Config = { url: 'a' }",
    'config: Config | undefined',
    "{ url }: Config = { url: 'a' }",
    'config: Partial<Config> = {}, other = 1, ...rest: string[]',
  ])('is optional when written %s', (parameter) => {
    expect(configurationOf(plugin(`constructor(${parameter}) {}`, config))?.isRequired).toBe(false);
  });

  test('has its default value and its @param description', () => {
    const source = plugin(
      `/** @param config Settings. */\n constructor(config: Config = { url: 'a' }) { void config; }`,
      config,
    );

    expect(configurationOf(source)?.node.documentation).toEqual({ description: 'Settings.', default: { url: 'a' } });
  });

  test('may be a record', () => {
    const configuration = configurationOf(plugin('constructor(config: Record<string, number>) { void config; }'));

    expect(configuration?.node).toMatchObject({ kind: 'object', additional: { kind: 'number' } });
  });
});

describe('an inherited constructor', () => {
  test('is read with the type arguments of the subclass', () => {
    const base = 'class Base<C> { constructor(readonly config: { inner: C }) {} }';
    const source = `${base}\nexport class Plugin extends Base<{ b: string; a: number }> { ${tool} }`;

    const node = configurationOf(source)?.node;

    expect(node && resolveNode(node)).toMatchObject({
      properties: [{ name: 'inner', node: { kind: 'object', properties: [{ name: 'b' }, { name: 'a' }] } }],
    });
  });

  test('is overridden by a constructor of the subclass', () => {
    const base = 'class Base { constructor(readonly config: { a: string }) {} }';

    expect(
      configurationOf(`${base}\nexport class Plugin extends Base { constructor() { super({ a: '' }); } ${tool} }`),
    ).toBeUndefined();
  });

  test('may be reached through a mixin', () => {
    const source = `type Constructor = new (...args: any[]) => object;
function Named<T extends Constructor>(Base: T) { return class extends Base { name = ''; }; }
class Base { constructor(readonly config: { a: string }) {} }
export class Plugin extends Named(Base) { ${tool} }`;

    expect(members(configurationOf(source))).toEqual(['a']);
  });
});
