import type { JsonObject } from '@sigil/core';
import { afterAll, describe, expect, test } from 'vitest';
import { argumentsOf } from '../manifest/method-arguments.js';
import { writeArgumentsSchema } from '../manifest/write-schema.js';
import type { Diagnostic } from '../model/diagnostic.js';
import type { SchemaNode } from '../model/schema-node.js';
import { coreImports, openCases, toolTaking, type CaseReading } from './reader-cases.test-support.js';
import { showNode } from './types/show-node.test-support.js';

const cases = openCases();
afterAll(() => cases.close());

/** A package with types that the plugin's author cannot edit. */
const boxes = `
export interface Loose { inside: any; more: { [key: string]: any }; list: any[] }
export type Given<T = any> = { value: T };
export type AnyOf<T> = { [K in keyof T]: any };
export interface Tagged { /** The size. @minLength 1 @minimum 2 */ size: number }
export interface Valued { /** @default "x" @example 1 */ size: number }
export interface Contrary { /** @minimum 5 @maximum 1 */ size: number }
export interface Templated { /** @pattern ^v */ version: \`v\${number}\` }
export interface Slow { /** @pattern ^(a+)+$ @maxLength 99 */ text: string }
export interface Twice { /** @minimum 1 @minimum 2 */ size: number }
export interface Tree { /** @example {"kids": 1} */ root?: Tree; kids: Tree[] }
export interface Service { /** @param x it @minimum 1 */ run(x: string): string }
export declare class Spot { private line: number }
export interface Located { name: string; at?: Spot }
export interface Coloured { color: string | Spot }
export type Paint = string | Spot;
export interface Scripted { size: number | ((of: string) => number) }
export type Jsonable = string | { a: number } | { toJSON: () => string };
export type Loop = string | Loop[] | { toJSON: () => string };
export interface Needy { at: Spot }
export interface Outer { name: string; needy?: { of: Needy } }
export interface Listed { name: string; spots: Spot[]; both: ReadonlyArray<Spot | Needy> }
export interface Paired { name: string; pair?: [number, Spot] }
export interface Handlers { [event: string]: () => void }
export type Table = Record<string, Needy | false>;
export interface Joined { at: 'x' | (Spot & { name: string }) | (Outer & Spot) }
export interface Lined { height: ((number | { value: number }) & { signal: string }) | null }
export type Keyed = (string | { a: 1 } | { b: 2 }) & { key: string };
export interface Request { /** @header Region */ region: string; rows: Row[]; /** @header REGION */ again: string; next?: Request }
export interface Called { name: string; run: (() => void) & ((x: 1) => void) }
export interface Row { /** The size. @header Row */ size: string }
export interface Common extends Record<string, any> { token: string }
export interface Growing { of?: Grow<string> }
export interface Grow<T> { next: Grow<T[]> }
export type Match = ['match', ...number[], string];
export interface Styled { color: Match }
export type Ending<T, E> = [...T[], E];
export type ByMethod = Partial<{ [K in 'Get' | 'Put' as Lowercase<K>]: Spot } & { name: string }>;
export interface Many { a: any; b: any; c: any; d: any; e: any }
`;

function read(plugin: string): CaseReading {
  return cases.read({
    'node_modules/boxes/package.json': JSON.stringify({ name: 'boxes', version: '1.0.0', types: './index.d.ts' }),
    'node_modules/boxes/index.d.ts': boxes,
    'src/plugin.ts': `${coreImports}import type * as boxes from 'boxes';\n${plugin}`,
  });
}

function nodeIn({ model }: CaseReading): SchemaNode | undefined {
  const [parameter] = model.classes.flatMap((one) => one.methods)[0]?.parameters ?? [];
  return parameter?.kind === 'argument' ? parameter.property.node : undefined;
}

function inputSchemaOf({ model }: CaseReading): JsonObject {
  const [method] = model.classes.flatMap((one) => one.methods);
  return method ? writeArgumentsSchema(argumentsOf(method)) : {};
}

function shown(reading: CaseReading): string {
  const node = nodeIn(reading);
  return node ? showNode(node) : '';
}

function kinds(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(({ severity = 'error', code }) => `${severity} ${code}`);
}

describe('an any in a package', () => {
  test.each([
    ['boxes.Loose', 'Loose{inside: any, more: {*: any}, list: [any]}'],
    ['boxes.Given', 'Given_any{value: any}'],
    ["boxes.Loose['inside']", 'any'],
    ['boxes.Common', 'Common{token: string, *: any}'],
    ["Pick<boxes.Loose, 'inside'>", '{inside: any}'],
    ['boxes.AnyOf<{ a: 1 }>', '{a: any}'],
  ])('accepts any JSON and is reported as a note: %s', (type, expected) => {
    const reading = read(toolTaking(`x: ${type}`));

    expect(shown(reading)).toBe(expected);
    expect(new Set(kinds(reading.diagnostics))).toEqual(new Set(['note SIGIL040']));
  });

  test.each([
    ['boxes.Given<any>', ''],
    ['boxes.Given<Mine>', 'type Mine = any;'],
    ["Mine['a']", 'interface Mine { a: any }'],
    ['{ [K in keyof boxes.Loose]: any }', ''],
    ['boxes.Loose | any', ''],
  ])('does not excuse an any in the plugin: %s', (type, declarations) => {
    const { diagnostics } = read(toolTaking(`x: ${type}`, declarations));

    expect(new Set(kinds(diagnostics))).toEqual(new Set(['error SIGIL040']));
  });

  test('is reported at the place in the plugin that uses it, at most three times', () => {
    const { diagnostics, marks } = read(toolTaking('§x: boxes.Many'));

    expect(diagnostics.map(({ file, line, column }) => `${file}:${line}:${column}`)).toEqual(Array(3).fill(marks[0]));
    expect(diagnostics[2]?.message).toBe(
      'tool "run", parameter "x.c": any says nothing about the value, so that all JSON is taken (and 2 more)',
    );
  });
});

describe('a tag in a package', () => {
  test.each([
    ['boxes.Tagged', { kind: 'number', minimum: 2, documentation: { description: 'The size.' } }, ['note SIGIL070']],
    ['boxes.Valued', { kind: 'number', documentation: { examples: [1] } }, ['note SIGIL071']],
    ['boxes.Contrary', { kind: 'number' }, ['note SIGIL071']],
    ['boxes.Twice', { kind: 'number', minimum: 1 }, ['note SIGIL071']],
    ['boxes.Slow', { kind: 'string', maxLength: 99 }, ['note SIGIL076']],
    ['boxes.Templated', { kind: 'string' }, ['note SIGIL070']],
  ])('is ignored with a note when it does not fit: %s', (type, expected, told) => {
    const reading = read(toolTaking(`x: ${type}`));
    const node = nodeIn(reading);
    const object = node?.kind === 'ref' ? node.definition.node : node;
    const member = object?.kind === 'object' ? object.properties[0]?.node : undefined;

    expect(kinds(reading.diagnostics)).toEqual(told);
    expect(member).toMatchObject(expected);
    expect(Object.keys(member ?? {}).filter((key) => key !== 'pattern')).toEqual(Object.keys(expected));
  });

  test('is ignored without a note when its value does not fit a recursive type', () => {
    const reading = read(toolTaking('x: boxes.Tree'));

    expect(reading.diagnostics).toEqual([]);
    const node = nodeIn(reading);
    const object = node?.kind === 'ref' ? node.definition.node : undefined;
    const [root] = object?.kind === 'object' ? object.properties : [];
    expect(root?.name).toBe('root');
    expect(root?.node).not.toHaveProperty('documentation');
  });

  test('is reported as a note when the plugin implements its method', () => {
    const { diagnostics, marks } = read(
      `export class Plugin implements boxes.Service {\n  @Tool() §run(x: string): string { return x; }\n}`,
    );

    expect(kinds(diagnostics)).toEqual(['note SIGIL070']);
    expect(diagnostics.map(({ file, line, column }) => `${file}:${line}:${column}`)).toEqual(marks);
  });
});

describe('a header in a package', () => {
  test('is left out with a note where it cannot be sent', () => {
    const reading = read(toolTaking('x: boxes.Row[], y: string, z?: boxes.Row'));

    expect(kinds(reading.diagnostics)).toEqual(['note SIGIL074', 'note SIGIL075']);
    expect(JSON.stringify(inputSchemaOf(reading))).not.toContain('x-mcp-header');
    expect(JSON.stringify(inputSchemaOf(reading))).toContain('"description":"The size."');
  });

  test('is left out of a recursive type with a note', () => {
    const reading = read(toolTaking('x: boxes.Request'));

    expect(new Set(kinds(reading.diagnostics))).toEqual(new Set(['note SIGIL074', 'note SIGIL075']));
    expect(JSON.stringify(inputSchemaOf(reading))).not.toContain('x-mcp-header');
  });

  test('is kept where it can be sent, and repeating it in the plugin is an error', () => {
    const kept = read(toolTaking('x: boxes.Row'));
    const repeated = read(toolTaking('x: boxes.Row, /** @header row */ y: string'));

    expect(kept.diagnostics).toEqual([]);
    expect(JSON.stringify(inputSchemaOf(kept))).toContain('"x-mcp-header":"Row"');
    expect(kinds(repeated.diagnostics)).toEqual(['error SIGIL075']);
  });
});

test('a result member that is an intersection of functions causes no diagnostics', () => {
  const reading = read('export class Plugin { @Tool() run(): boxes.Called { throw new Error(); } }');

  expect(reading.diagnostics).toEqual([]);
});

describe('a tuple in a package whose rest is not last', () => {
  test.each([
    ['boxes.Match', 'Match=<"match", ...number, string>'],
    ['boxes.Styled', 'Styled{color: Match=<"match", ...number, string>}'],
    ['boxes.Ending<number, string>', 'Ending_number_string=<...number, string>'],
    ['Mine', 'Match=<"match", ...number, string>'],
  ])('is read, with a note that its schema accepts more: %s', (type, expected) => {
    const reading = read(toolTaking(`x: ${type}`, 'type Mine = boxes.Match;'));

    expect(shown(reading)).toBe(expected);
    expect(kinds(reading.diagnostics)).toEqual(['note SIGIL050']);
    expect(reading.diagnostics[0]?.message).toMatch(/calls are checked for it, and the schema takes more$/);
  });

  test('causes no diagnostics in a result', () => {
    const reading = read(`export class Plugin { @Tool() run(): { of: boxes.Match } { throw new Error(); } }`);

    expect(reading.diagnostics).toEqual([]);
  });

  test('is rejected when the plugin itself declares such a tuple', () => {
    const { diagnostics } = read(toolTaking('x: [...boxes.Match[], string]'));

    expect(kinds(diagnostics)).toEqual(['error SIGIL050']);
  });
});

describe('a type in a package that is not allowed in arguments', () => {
  test.each([
    ['boxes.Located', 'Located{name: string}', 'SIGIL043'],
    ['boxes.Coloured', 'Coloured{color: string}', 'SIGIL043'],
    ['boxes.Paint', 'string', 'SIGIL043'],
    ['boxes.Scripted', 'Scripted{size: number}', 'SIGIL042'],
    ['boxes.Loop', 'Loop*=(string | [Loop*])', 'SIGIL042'],
    ['boxes.Jsonable', 'Jsonable=(string | {a: number})', 'SIGIL042'],
    ['boxes.Outer', 'Outer{name: string}', 'SIGIL043'],
    ['boxes.Listed', 'Listed{name: string, spots: <>, both: <>}', 'SIGIL043'],
    ['boxes.Paired', 'Paired{name: string}', 'SIGIL043'],
    ['boxes.Handlers', 'Handlers{}', 'SIGIL042'],
    ['boxes.Table', 'Table{*: false}', 'SIGIL043'],
    ['boxes.Joined', 'Joined{at: "x"}', 'SIGIL043'],
    ['boxes.ByMethod', 'ByMethod{name?: string}', 'SIGIL043'],
    ['boxes.Lined', 'Lined{height: ({value: number, signal: string} | null)}', 'SIGIL053'],
    ['boxes.Keyed', 'Keyed=({a: 1, key: string} | {b: 2, key: string})', 'SIGIL053'],
  ])('is left out with a note where it is not required: %s', (type, expected, code) => {
    const reading = read(toolTaking(`x: ${type}`));

    expect(shown(reading)).toBe(expected);
    expect(new Set(kinds(reading.diagnostics))).toEqual(new Set([`note ${code}`]));
    expect(reading.diagnostics[0]?.message).toMatch(/; it is left out$/);
  });

  test.each([
    ['boxes.Needy', '', 'SIGIL043'],
    ['boxes.Spot[]', '', 'SIGIL043'],
    ['Record<string, boxes.Spot>', '', 'SIGIL043'],
    ['{ at: 1 | ((string | { a: 1 }) & { b: 1 }) }', '', 'SIGIL053'],
    ['boxes.Growing', '', 'SIGIL045'],
    ['{ at?: boxes.Spot }', '', 'SIGIL043'],
    ["{ [K in 'At' as Lowercase<K>]?: boxes.Spot }", '', 'SIGIL043'],
    ["Partial<Record<'at', boxes.Spot>>", '', 'SIGIL043'],
    ['Mine', 'type Mine = string | boxes.Spot;', 'SIGIL043'],
    ['boxes.Spot | string', '', 'SIGIL043'],
  ])('is rejected where it is required or written by the plugin: %s', (type, declarations, code) => {
    const { diagnostics } = read(toolTaking(`x: ${type}`, declarations));

    expect(kinds(diagnostics)).toEqual([`error ${code}`]);
  });
});
