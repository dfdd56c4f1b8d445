import { afterAll, expect, test } from 'vitest';
import { coreImports, openCases, toolTaking } from '../reader-cases.test-support.js';

const cases = openCases();
afterAll(() => cases.close());

const note = '/** Changes a type.\n\n@example\n```\nchange(it);\n```\n@example it */';

/** A package with types for programmers, and with data. */
const tools = {
  'node_modules/tools/package.json': JSON.stringify({ name: 'tools', type: 'module', types: './index.d.ts' }),
  'node_modules/tools/index.d.ts': `
${note} export type Simplify<T> = { [K in keyof T]: T[K] } & {};
${note} export type SetOptional<T, K extends keyof T> = T extends unknown ? Simplify<Omit<T, K> & Partial<Pick<T, K>>> : never;
${note} export type LiteralUnion<L, B> = L | (B & Record<never, never>);
${note} export type Tagged<T, N extends string> = T & { readonly __tag: N };
${note} export type Promisable<T> = T | PromiseLike<T>;
${note} export type Arrayable<T> = T[];
${note} export type Couple<T> = [T, T];
${note} export type Same<T> = T;
/** One entry or more. @minItems 1 */ export type Some<T> = T[];
/** A page of entries. */ export type Page<T> = { items: T[] };
`,
};

const declarations = `
import type { Simplify, SetOptional, LiteralUnion, Tagged, Arrayable, Couple, Same, Some, Page } from 'tools';
/** A person. */ interface Person { name: string; age: number }
/** A colour. */ type Colour = LiteralUnion<'red' | 'green', string>;
/** Marks a person. */ type Id = Tagged<string, 'id'>;
`;

function describe(type: string): unknown {
  const source = coreImports + toolTaking(`x: { v: ${type} }`, declarations);
  const { model, diagnostics } = cases.read({ ...tools, 'src/plugin.ts': source });
  const [parameter] = model.classes[0]?.methods[0]?.parameters ?? [];
  const node = parameter?.kind === 'argument' ? parameter.property.node : undefined;

  expect(diagnostics).toEqual([]);
  return node?.kind === 'object' ? node.properties[0]?.node : undefined;
}

test.each([
  'Simplify<{ a: 1 }>',
  'Simplify<{ a: 1 } & { b: 2 }>',
  'Simplify<Person>',
  "SetOptional<Person, 'age'>",
  "LiteralUnion<'red' | 'green', string>",
  "LiteralUnion<'red', string> | null",
  "Tagged<string, 'id'>",
  "Tagged<string, 'id'> | null",
  'Arrayable<string>',
  'Couple<string>',
  'Same<string>',
])('the documentation of a generic alias of a package does not describe values: %s', (type) => {
  expect(JSON.stringify(describe(type), named)).not.toMatch(/Changes a type|change\(it\)|"examples"/);
});

test.each([
  ['Colour', { documentation: { description: 'A colour.' } }],
  ['Id', { documentation: { description: 'Marks a person.' } }],
  ['Same<Id>', { documentation: { description: 'Marks a person.' } }],
])('the documentation of an alias of the author stays: %s', (type, expected) => {
  expect(describe(type)).toMatchObject(expected);
});

test('the constraints of a generic alias of a package stay', () => {
  const text = JSON.stringify(describe('Some<string>'), named);

  expect(text).toContain('"minItems":1');
  expect(text).not.toContain('One entry');
});

test('an object that a package writes out keeps its documentation', () => {
  expect(JSON.stringify(describe('Page<string>'), named)).toContain('A page of entries.');
});

/** Writes the definition of a reference, whose members are getters. */
function named(_key: string, value: unknown): unknown {
  const isDefinition = typeof value === 'object' && value !== null && 'isRecursive' in value && 'node' in value;
  return isDefinition ? { node: value.node } : value;
}
