import { afterAll, describe, expect, test } from 'vitest';
import type { PluginModel } from '../../model/plugin-model.js';
import { openCases, toolTaking } from '../reader-cases.test-support.js';
import { showNode } from './show-node.test-support.js';

const cases = openCases();
afterAll(() => cases.close());

const types = `
export interface Base { z: 1; m?: string; a: boolean }
export interface Other extends Base { y: 2; b: 3 }
export enum Level { High = 'h', Low = 'l', Mid = 'm' }
export type Mode = 'z' | 'm' | 'a';
export interface Page<T> { items: T[]; total: number }
export type Keys = keyof Other;
export type Pairs = { [K in 'z' | 'a' | 'm']: { type: K } }['z' | 'a' | 'm'];
export type Boxed<T> = T extends unknown ? { of: T } : never;
export const table = { z: 9, a: 1, m: 5 } as const;
`;

const parameters = `a: Mode | Level | number, b: Pick<Other, 'a' | 'z' | 'b'>, c: Keys, d: Pairs, e: Boxed<'z' | 'm' | 'a'>,
  f: Record<Mode, Page<'q' | 'b'>>, g: Partial<Record<'z' | 'a', Mode>>, h: (typeof table)[keyof typeof table],
  i: \`\${'z' | 'a'}-\${'y' | 'b'}\`, j: Exclude<Mode, 'm'> | null, k: { [K in Mode as \`x\${K}\`]: K }, l: Level[],
  m: Base | Other | { q: 1 } | { b: 2 }, n: Omit<Other, 'm'> & Base, o: Mode | undefined, p: Required<Other>`;

const plugin = `import { Tool } from '@sigil/core';\nimport type { Base, Other, Mode, Page, Keys, Pairs, Boxed } from './types.js';\nimport { Level, table } from './types.js';\n${toolTaking(parameters)}`;

/** Sources that make the checker see the same types in other orders. */
const disturbances: readonly string[] = [
  'export const nothing = 1;',
  `export const u: 'a' | 'm' | 'z' = 'a'; export const r: Record<'a' | 'z' | 'b', 1> = { a: 1, z: 1, b: 1 };`,
  `import type { Boxed, Base, Other, Page } from './types.js';
   export type E = Boxed<'a'> | Boxed<'m'> | Boxed<'z'>; export declare const e: E;
   export declare const o: Other | { b: 2 } | Base; export declare const p: Page<'b'> | Page<'q'> | Page<'b' | 'q'>;
   export const t: Required<Pick<Other, 'b' | 'a' | 'z' | 'm'>> = { b: 3, a: true, z: 1, m: '' };`,
  `import { Level, type Pairs } from './types.js';
   export const l: Record<Level.Mid | Level.Low | Level.High, 1> = { m: 1, l: 1, h: 1 };
   export type M = Extract<Pairs, { type: 'm' }> | Extract<Pairs, { type: 'a' }>; export declare const m: M;
   export const s: 'a-b' | 'z-y' | 'a-y' | 5 | 1 | 9 = 'a-b';`,
];

const shown = (model: PluginModel): string[] =>
  model.classes.flatMap((one) =>
    one.methods.flatMap((method) =>
      method.parameters.flatMap((parameter) =>
        parameter.kind === 'argument' ? `${parameter.property.name}: ${showNode(parameter.property.node)}` : [],
      ),
    ),
  );

test('order and names follow the source', () => {
  const { model, diagnostics } = cases.read({ 'src/plugin.ts': plugin, 'src/types.ts': types });

  expect(diagnostics).toEqual([]);
  expect(shown(model)).toEqual([
    'a: ("z"|"m"|"a"|"h"|"l" | number)'.replace('|"h"|"l" |', '|"h"|"l"|"m" |'),
    'b: {z: 1, a: boolean, b: 3}',
    'c: "z"|"m"|"a"|"y"|"b"',
    'd: Pairs=({type: "z"} | {type: "a"} | {type: "m"})',
    'e: ({of: "a"} | {of: "m"} | {of: "z"})',
    'f: {z: Page_b_or_q{items: ["q"|"b"], total: number}, m: Page_b_or_q, a: Page_b_or_q}',
    'g: {z?: "z"|"m"|"a", a?: "z"|"m"|"a"}',
    'h: 9|1|5',
    'i: "z-y"|"z-b"|"a-y"|"a-b"',
    'j: "z"|"a"|null',
    'k: {xz: "z", xm: "m", xa: "a"}',
    'l: ["h"|"l"|"m"]',
    'm: (Base{z: 1, m?: string, a: boolean} | Other{z: 1, m?: string, a: boolean, y: 2, b: 3} | {q: 1} | {b: 2})',
    'n: {z: 1, a: boolean, y: 2, b: 3, m?: string}',
    'o: "z"|"m"|"a"',
    'p: {z: 1, m: string, a: boolean, y: 2, b: 3}',
  ]);
});

describe('order and names', () => {
  const alone = shown(cases.read({ 'src/plugin.ts': plugin, 'src/types.ts': types }).model);

  test.each(disturbances)('do not depend on types checked before: %s', (text) => {
    const { model, diagnostics } = cases.read({
      'src/a-first.ts': text,
      'src/plugin.ts': plugin,
      'src/types.ts': types,
    });

    expect(diagnostics).toEqual([]);
    expect(shown(model)).toEqual(alone);
  });

  test('do not depend on the other methods of the plugin', () => {
    const before = `import { Tool } from '@sigil/core';\nimport type { Base, Other, Mode, Page, Keys, Pairs, Boxed } from './types.js';\nimport { Level, table } from './types.js';\n${toolTaking(parameters.split(',\n').reverse().join(',')).replace('Plugin', 'Before').replace('run(', 'before(')}`;
    const { model } = cases.read({ 'src/a.ts': before, 'src/plugin.ts': plugin, 'src/types.ts': types });

    const [, second] = model.classes;
    expect(second && shown({ classes: [second], schemaCalls: [] })).toEqual(alone);
  });

  test('follow the order of files for an interface declared in several files', () => {
    const merged = (first: string, second: string): string[] =>
      shown(
        cases.read({
          [`src/${first}.ts`]: 'declare global { /** One. */ interface Shared { z: 1 } }\nexport {};',
          [`src/${second}.ts`]: 'declare global { interface Shared { a: 2 } }\nexport {};',
          'src/plugin.ts': `import { Tool } from '@sigil/core';\n${toolTaking('x: Shared')}`,
        }).model,
      );

    expect(merged('a', 'b')).toEqual(['x: Shared{z: 1, a: 2}']);
    expect(merged('b', 'a')).toEqual(['x: Shared{a: 2, z: 1}']);
  });
});
