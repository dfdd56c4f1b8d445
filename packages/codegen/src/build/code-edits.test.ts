import { join } from 'node:path';
import { expect, test } from 'vitest';
import { evaluateBundle } from '../bundle/evaluate-bundle.test-support.js';
import { buildPlugin } from './build-plugin.js';
import { makePluginFolder, writeTsconfig } from './plugin-folder.test-support.js';

const tool = (body: string): string => `import { Tool } from '@sigil/core';
${body}
export class Sample { @Tool() run(): string { return JSON.stringify(run()); } }
`;

async function run(files: Readonly<Record<string, string>>, options: object = {}): Promise<unknown> {
  const folder = await makePluginFolder({
    'tsconfig.json': writeTsconfig({ experimentalDecorators: true, ...options }),
    ...files,
  });
  const { diagnostics } = await buildPlugin(folder.path);
  expect(diagnostics).toEqual([]);
  const path = join(folder.path, 'dist', 'plugin.cjs');
  const { classes } = await evaluateBundle(await folder.read('dist/plugin.cjs'), path);
  const Sample = classes.get('Sample')!;
  return JSON.parse((new Sample() as { run(): string }).run()) as unknown;
}

test('types that metadata of decorators names are not imported, from own files and from packages without code', async () => {
  const source = tool(`import { Shape } from './shape.js';
import { Request } from 'only-types';
const seen: unknown[] = [];
Object.assign(Reflect, { metadata: (key: string, value: unknown) => () => { seen.push([key, Array.isArray(value) && value.map((one) => one?.name)]); } });
const mark = (): MethodDecorator => () => undefined;
class Marked { @mark() go(shape: Shape, request: Request, when: Date): string | undefined { return undefined; } }
const run = () => [Marked.name, seen[1]];`).replace(
    'import Only, { Request }',
    'import type Only from "only-types"; import { Request }',
  );

  const value = await run(
    {
      'src/plugin.ts': source,
      'src/shape.ts': 'export interface Shape { a: number }',
      'node_modules/only-types/package.json': '{"name":"only-types","types":"index.d.ts"}',
      'node_modules/only-types/index.d.ts': 'export interface Request { url: string }',
    },
    { emitDecoratorMetadata: true },
  );

  expect(value).toEqual(['Marked', ['design:paramtypes', ['Object', 'Object', 'Date']]]);
});

test('members of const enums that only declarations have are written as values', async () => {
  const source = tool(`import { Level } from 'levels';
declare const enum Own { Low = -1, Word = 'w' }
const run = () => [Level.High, Level['Name'], Own.Low, Own.Word];`);

  const value = await run({
    'src/plugin.ts': source,
    'node_modules/levels/package.json': '{"name":"levels","type":"module","exports":"./i.js","types":"i.d.ts"}',
    'node_modules/levels/i.js': 'export {};',
    'node_modules/levels/i.d.ts': `export declare const enum Level { High = 7, Name = 'n' }`,
  });

  expect(value).toEqual([7, 'n', -1, 'w']);
});
