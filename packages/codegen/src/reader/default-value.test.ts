import { afterAll, expect, test } from 'vitest';
import { openCases, toolTaking } from './reader-cases.test-support.js';

const cases = openCases();
afterAll(() => cases.close());

const declarations = `
enum Level { Low = 1, High = Low + 1 }
const limits = { most: 20, names: ['a', 'b'] } as const;
const pause = 60 * 1000;
const big = 9007199254740993n;
/** @format date */ type Day = Date;
declare const unknown: number;`;

/** Returns whether the parameter is required, and its default. */
const read = (parameter: string): unknown => {
  const [only] = cases.method(toolTaking(parameter, declarations)).parameters;
  if (only?.kind !== 'argument') throw new Error('expected one argument');
  return [only.property.isRequired, only.property.node.documentation?.default];
};

test.each<[string, unknown]>([
  ['n = 5n', '5'],
  ['n = -5n', '-5'],
  ['n = 0xffn', '255'],
  ['n = big', '9007199254740993'],
  ['n: bigint[] = [1n, -2n]', ['1', '-2']],
  ['n: bigint | string = 5n', '5'],
  ['n = -1.5', -1.5],
  ['n = 1_000', 1000],
  ['n = 0x10', 16],
  ['n = 24 * 60 * 60', 86400],
  ['n = pause / 2', 30000],
  ['n = 2 ** 10 - 1', 1023],
  ['level = Level.High', 2],
  ['n: number = limits.most', 20],
  ['names: readonly string[] = limits.names', ['a', 'b']],
  ['text = `plain`', 'plain'],
  ['text = `at most ${limits.most}`', 'at most 20'],
  ["text = 'a' + 'b'", 'ab'],
  ['flag = false', false],
  ['nothing: string | null = null', null],
  ["options: { a: number; b?: string } = { a: 1, b: 'x' }", { a: 1, b: 'x' }],
  ['options = { a: 1 } as const', { a: 1 }],
  ["since = new Date('2024-02-29')", '2024-02-29T00:00:00.000Z'],
  ["since = new Date('2024-02-29T10:00:00+02:00')", '2024-02-29T08:00:00.000Z'],
  ['since = new Date(0)', '1970-01-01T00:00:00.000Z'],
  ["since: Day = new Date('2024-02-29')", '2024-02-29'],
  ["at = new URL('https://a.example')", 'https://a.example/'],
  ['matching = /^[a-z]+$/u', '^[a-z]+$'],
  ["tags = new Set(['a', 'b'])", ['a', 'b']],
  ['tags = new Set<string>()', []],
  ["ages = new Map([['a', 1]])", { a: 1 }],
  ['names = new Map<number, string>()', []],
])('%s is optional, and its default is in the schema', (parameter, value) => {
  expect(read(parameter)).toEqual([false, value]);
});

test.each([
  'n = unknown',
  'n = 1n + 2n',
  'n = 1 / 0',
  'n = Math.max(1, 2)',
  'since = new Date()',
  "since = new Date('2024-02-29T10:00:00')",
  'since = new Date(2024, 1, 29)',
  "since: Day = new Date('2024-02-29T10:00:00Z')",
  "at = new URL('/a', 'https://a.example')",
  'matching = /a/i',
  'n?: number',
])('%s is optional without a default in the schema', (parameter) => {
  expect(read(parameter)).toEqual([false, undefined]);
});
