/**
 * Plugins made for the corpus: how their own files import each other and find their place.
 */
import { pluginFile, pluginSource } from '../../corpus-case.mjs';

/** @typedef {import('../../corpus-case.mjs').CorpusCase} CorpusCase */

/**
 * @param {string} kind
 * @param {string} form
 * @param {Omit<CorpusCase, 'package' | 'kind' | 'form'> & { imports?: string, use: string }} parts
 * @returns {CorpusCase}
 */
function ownCase(kind, form, { files, imports = '', use, ...more }) {
  return { package: '(own files)', kind, form, files: { [pluginFile]: pluginSource(imports, use), ...files }, ...more };
}

const withImports = JSON.stringify({
  name: '@corpus/own',
  version: '1.0.0',
  type: 'module',
  sigil: { plugin: true },
  exports: { '.': './dist/plugin.js', './tools': './dist/tools.js' },
  imports: {
    '#greeting': './dist/deep/greeting.js',
    '#parts/*': './dist/deep/*.js',
    '#data': './data.json',
    '#sources/*': './src/deep/*.ts',
    '#limit': 'p-limit',
    '#by-condition': { browser: './dist/deep/browser.js', node: './dist/deep/greeting.js' },
  },
});

/** The compiler finds the source of an own output by `rootDir` and `outDir`. */
const mapped = JSON.stringify({
  compilerOptions: {
    target: 'ES2022',
    lib: ['ES2023'],
    types: ['node'],
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    strict: true,
    esModuleInterop: true,
    resolveJsonModule: true,
    experimentalDecorators: true,
    skipLibCheck: true,
    rootDir: 'src',
    outDir: 'dist',
  },
  include: ['src'],
});

const greeting = {
  'src/deep/greeting.ts': `export const greeting = 'hello';\nexport default greeting;\n`,
  'src/deep/browser.ts': `export const greeting = 'in a browser';\n`,
  'src/tools.ts': `export const tool = 'own tool';\n`,
  'data.json': '{"n":7}',
  'package.json': withImports,
  'tsconfig.json': mapped,
};

const workspaceSource = {
  'shared/package.json': JSON.stringify({
    name: '@corpus/shared',
    version: '1.0.0',
    type: 'module',
    exports: './src/index.ts',
  }),
  'shared/src/index.ts': `export { double } from './double.js';\nexport enum Colour { Red = 'red' }\nexport default class Shared { constructor(readonly n: number) {} }\n`,
  'shared/src/double.ts': `import pLimit from 'p-limit';\n\nexport const double = (n: number): Promise<number> => pLimit(1)(async () => n * 2);\n`,
};

const workspaceDist = {
  'shared/package.json': JSON.stringify({
    name: '@corpus/shared',
    version: '1.0.0',
    type: 'module',
    exports: { types: './dist/index.d.ts', default: './dist/index.js' },
  }),
  'shared/dist/index.js': `import { readFileSync } from 'node:fs';\nexport default function triple(n) { return n * 3; }\nexport const text = readFileSync(new URL('../text.txt', import.meta.url), 'utf8');\n`,
  'shared/dist/index.d.ts': `export default function triple(n: number): number;\nexport declare const text: string;\n`,
  'shared/text.txt': 'beside the linked package',
};

const workspaceConditions = {
  'shared/package.json': JSON.stringify({
    name: '@corpus/shared',
    version: '1.0.0',
    type: 'module',
    exports: { '@corpus/source': './src/index.ts', types: './dist/index.d.ts', default: './dist/index.js' },
  }),
  'shared/src/index.ts': `export const place: string = 'source';\n`,
  'shared/dist/index.js': `export const place = 'dist';\n`,
  'shared/dist/index.d.ts': `export declare const place: string;\n`,
};

/** @param {Record<string, unknown>} more @returns {string} a tsconfig.json with more options */
function tsconfigWith(more) {
  const { compilerOptions } = JSON.parse(mapped);
  return JSON.stringify({ compilerOptions: { ...compilerOptions, rootDir: undefined, ...more }, include: ['src'] });
}

const placeOf = `/** Returns where this file is, from the plugin's folder. */\nexport const here = [import.meta.url, import.meta.dirname, import.meta.filename];\nexport const beside = new URL('./beside.txt', import.meta.url).href;\n`;

/** @type {readonly CorpusCase[]} */
export const madePlugins = [
  ownCase('#internal', 'named and default', {
    files: greeting,
    imports: `import text, { greeting } from '#greeting';`,
    use: `return [text, greeting, (await import('#greeting')).default];`,
  }),
  ownCase('#internal', 'pattern', {
    files: greeting,
    imports: `import { greeting } from '#parts/greeting';`,
    use: `return greeting;`,
  }),
  ownCase('#internal', 'the sources themselves', {
    files: greeting,
    loadsSources: true,
    imports: `import text, { greeting } from '#sources/greeting';`,
    use: `return [text, greeting];`,
  }),
  ownCase('#internal', 'a package', {
    files: greeting,
    imports: `import pLimit from '#limit';`,
    use: `return pLimit(1)(async () => 'limited');`,
  }),
  ownCase('#internal', 'JSON with attributes', {
    files: greeting,
    imports: `import data from '#data' with { type: 'json' };`,
    use: `return data.n;`,
  }),
  ownCase('#internal', 'by a condition', {
    files: greeting,
    imports: `import { greeting } from '#by-condition';`,
    use: `return greeting;`,
  }),
  ownCase('self-reference', 'subpath', {
    files: greeting,
    imports: `import { tool } from '@corpus/own/tools';`,
    use: `return [tool, (await import('@corpus/own/tools')).tool];`,
  }),
  ownCase('self-reference', 'one instance with a relative import', {
    files: { ...greeting, 'src/tools.ts': `export const state = { n: 0 };\n` },
    imports: `import { state } from '@corpus/own/tools';\nimport { state as same } from './tools.js';`,
    use: `state.n = 5; return [same.n, state === same];`,
  }),
  ownCase('barrels and cycles', 'default exports through a barrel', {
    files: {
      'src/parts/index.ts': `export { default } from './one.js';\nexport { default as two } from './two.js';\nexport * from './two.js';\n`,
      'src/parts/one.ts': `export default function one(): number { return 1; }\n`,
      'src/parts/two.ts': `export const extra = 'extra';\nexport default (): number => 2;\n`,
    },
    imports: `import one, { extra, two } from './parts/index.js';\nimport * as parts from './parts/index.js';`,
    use: `return [one(), two(), extra, Object.keys(parts).sort(), two.name];`,
  }),
  ownCase('barrels and cycles', 'a barrel of default exports of packages', {
    files: {
      'src/libraries.ts': `export { default as pLimit } from 'p-limit';\nexport { default as _ } from 'lodash';\nexport { z } from 'zod';\nexport * from 'nanoid';\n`,
    },
    imports: `import { _, nanoid, pLimit, z } from './libraries.js';`,
    use: `return [await pLimit(1)(async () => 1), _.last([1, 2]), z.number().parse(3), nanoid(4).length];`,
  }),
  ownCase('barrels and cycles', 'a cycle of functions', {
    files: {
      'src/even.ts': `import { isOdd } from './odd.js';\nexport function isEven(n: number): boolean { return n === 0 || isOdd(n - 1); }\n`,
      'src/odd.ts': `import { isEven } from './even.js';\nexport function isOdd(n: number): boolean { return n !== 0 && isEven(n - 1); }\nexport const readAtStart = typeof isEven;\n`,
    },
    imports: `import { isEven } from './even.js';\nimport { readAtStart } from './odd.js';`,
    use: `return [isEven(4), readAtStart];`,
  }),
  ownCase('import.meta', 'in nested files', {
    files: { 'src/deep/a/place.ts': placeOf, 'src/place.ts': placeOf },
    imports: `import * as top from './place.js';\nimport * as deep from './deep/a/place.js';`,
    use: `return [top, deep, import.meta.url];`,
  }),
  ownCase('import.meta', 'resolve', {
    files: {
      'src/deep/resolve.ts': `export const found = [import.meta.resolve('p-limit'), import.meta.resolve('./x.js'), import.meta.resolve('node:fs')];\n`,
    },
    imports: `import { found } from './deep/resolve.js';`,
    use: `return [...found, import.meta.resolve('ms')];`,
  }),
  ownCase('import.meta', 'createRequire in a nested file', {
    files: {
      'src/deep/require.ts': `import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);\nexport const version = (require('../../package.json') as { version: string }).version;\nexport const ms = require('ms') as (text: string) => number;\nexport const resolved = require.resolve('ms');\n`,
    },
    imports: `import { ms, resolved, version } from './deep/require.js';`,
    use: `return [version, ms('1s'), resolved];`,
  }),
  ownCase('import.meta', 'files beside a nested file', {
    files: {
      'src/deep/read.ts': `import { readFileSync } from 'node:fs';\nimport { join } from 'node:path';\nexport const texts = [readFileSync(new URL('../../notes.txt', import.meta.url), 'utf8'), readFileSync(join(import.meta.dirname, '../../notes.txt'), 'utf8')];\n`,
      'notes.txt': 'of the plugin',
    },
    imports: `import { texts } from './deep/read.js';`,
    use: `return texts;`,
  }),
  ownCase('import.meta', 'a worker thread of an own file', {
    refusal: 'SIGIL090',
    files: {
      'src/deep/worker.ts': `import { parentPort } from 'node:worker_threads';\nparentPort?.postMessage('from a thread');\n`,
    },
    imports: `import { Worker } from 'node:worker_threads';`,
    use: `const worker = new Worker(new URL('./deep/worker.js', import.meta.url));
  return new Promise((resolve, reject) => { worker.once('message', resolve); worker.once('error', reject); });`,
  }),
  ownCase('import.meta', 'its members', {
    files: {},
    use: `const meta = import.meta as unknown as Record<string, unknown>; return Object.keys(meta).filter((name) => name !== 'main').sort();`,
    imports: '',
  }),
  ownCase('JSON', 'own file with attributes', {
    files: { 'src/data.json': '{"a":[1,{"b":null}]}' },
    imports: `import data from './data.json' with { type: 'json' };`,
    use: `return [data, Object.keys(await import('./data.json', { with: { type: 'json' } }))];`,
  }),
  ownCase('wasm', 'own file, read beside the plugin', {
    files: { 'add.wasm': 'AGFzbQEAAAABBwFgAn9/AX8DAgEABwcBA2FkZAAACgkBBwAgACABags=' },
    imports: `import { readFile } from 'node:fs/promises';`,
    use: `const { instance } = await WebAssembly.instantiate(await readFile(new URL('../add.wasm', import.meta.url)));
  return (instance.exports['add'] as (a: number, b: number) => number)(20, 22);`,
  }),
  ownCase('linked workspace package', 'TypeScript source', {
    files: workspaceSource,
    loadsSources: true,
    links: { 'node_modules/@corpus/shared': 'shared' },
    imports: `import Shared, { Colour, double } from '@corpus/shared';`,
    use: `return [await double(4), Colour.Red, new Shared(1).n];`,
  }),
  ownCase('linked workspace package', 'TypeScript source, dynamic', {
    files: workspaceSource,
    loadsSources: true,
    links: { 'node_modules/@corpus/shared': 'shared' },
    use: `const { default: Shared, double } = await import('@corpus/shared'); return [await double(5), new Shared(2).n];`,
  }),
  ownCase('linked workspace package', 'dist', {
    files: workspaceDist,
    links: { 'node_modules/@corpus/shared': 'shared' },
    imports: `import triple, { text } from '@corpus/shared';`,
    use: `return [triple(3), text];`,
  }),
  ownCase('linked workspace package', 'imported by an installed package too', {
    files: {
      'package.json': JSON.stringify({
        ...{ name: '@corpus/own', version: '1.0.0', type: 'module', sigil: { plugin: true } },
        dependencies: { '@corpus/shared': '*', user: '*' },
      }),
      'shared/package.json': JSON.stringify({ name: '@corpus/shared', type: 'module', exports: './index.js' }),
      'shared/index.js': `export let count = 0;\nexport const add = () => ++count;\n`,
      'shared/index.d.ts': `export declare let count: number;\nexport declare function add(): number;\n`,
      'node_modules/user/package.json': JSON.stringify({
        ...{ name: 'user', version: '1.0.0', type: 'module', exports: './index.js' },
        peerDependencies: { '@corpus/shared': '*' },
      }),
      'node_modules/user/index.js': `import { add } from '@corpus/shared';\nexport const addOnce = () => add();\n`,
      'node_modules/user/index.d.ts': `export declare function addOnce(): number;\n`,
    },
    links: { 'node_modules/@corpus/shared': 'shared' },
    imports: `import { add, count } from '@corpus/shared';\nimport { addOnce } from 'user';`,
    use: `add(); return [addOnce(), count];`,
  }),
  ownCase('linked workspace package', 'with computed imports of its own packages', {
    files: {
      'shared/package.json': JSON.stringify({ name: '@corpus/shared', type: 'module', exports: './index.js' }),
      'shared/index.js': `export const load = async (name) => [(await import(name)).default, (await import(\`./\${name}.js\`)).default];\n`,
      'shared/index.d.ts': `export declare function load(name: string): Promise<string[]>;\n`,
      'shared/inner.js': `export default 'own';\n`,
      'shared/node_modules/inner/package.json': JSON.stringify({
        name: 'inner',
        type: 'module',
        exports: './index.js',
      }),
      'shared/node_modules/inner/index.js': `export default 'of the linked package';\n`,
    },
    links: { 'node_modules/@corpus/shared': 'shared' },
    imports: `import { load } from '@corpus/shared';`,
    use: `return load('inner');`,
  }),
  ownCase('linked workspace package', 'custom condition', {
    files: { ...workspaceConditions, 'tsconfig.json': tsconfigWith({ customConditions: ['@corpus/source'] }) },
    links: { 'node_modules/@corpus/shared': 'shared' },
    conditions: ['@corpus/source'],
    loadsSources: true,
    imports: `import { place } from '@corpus/shared';`,
    use: `return place;`,
  }),
  ownCase('linked workspace package', 'without its custom condition', {
    files: workspaceConditions,
    links: { 'node_modules/@corpus/shared': 'shared' },
    imports: `import { place } from '@corpus/shared';`,
    use: `return place;`,
  }),
  ownCase('TypeScript', 'enums, parameter properties and namespaces', {
    files: {
      'src/words.ts': `export enum Level { Low = 1, High }\nexport namespace Units { export const second = 1000; }\nexport class Point { constructor(readonly x: number, private readonly y = 2) {} get sum(): number { return this.x + this.y; } }\n`,
    },
    imports: `import { Level, Point, Units } from './words.js';`,
    use: `return [Level.High, Level[1], Units.second, new Point(1).sum, Object.keys(new Point(3))];`,
  }),
  ownCase('TypeScript', 'class fields as the tsconfig says', {
    files: {
      'tsconfig.json': tsconfigWith({ useDefineForClassFields: false }),
      'src/fields.ts': `export class Base { constructor() { this.fill(); } fill(): void { return; } }\nexport class Sub extends Base { one!: string; override fill(): void { this.one = 'filled'; } }\n`,
    },
    imports: `import { Sub } from './fields.js';`,
    use: `return new Sub();`,
  }),
  ownCase('TypeScript', 'emitDecoratorMetadata', {
    files: {
      'tsconfig.json': tsconfigWith({ emitDecoratorMetadata: true }),
      'src/typed.ts': `import 'reflect-metadata';\nconst seen: unknown[] = [];\nfunction note(target: object, name: string): void { seen.push([name, (Reflect.getMetadata('design:type', target, name) as { name?: string } | undefined)?.name]); }\nexport class Typed { @note text: string = 'a'; @note when: Date = new Date(0); @note count?: number; }\nexport { seen };\n`,
    },
    imports: `import { seen } from './typed.js';`,
    use: `return seen;`,
  }),
  ownCase('TypeScript', 'imports of types alone leave nothing', {
    files: {
      'src/types.ts': `export interface Shape { n: number }\n(globalThis as { loaded?: boolean }).loaded = true;\n`,
    },
    imports: `import type { Shape } from './types.js';`,
    use: `const shape: Shape = { n: 1 }; return [shape, (globalThis as { loaded?: boolean }).loaded ?? false];`,
  }),
  ownCase('TypeScript', '.mts and .cts files', {
    files: {
      'src/esm.mts': `export const kind = 'mts';\n`,
    },
    imports: `import { kind } from './esm.mjs';`,
    use: `return kind;`,
  }),
  ownCase('strictness and names', 'this, arguments and class names', {
    files: {
      'src/one/same.ts': `export class Same { static where = 'one'; }\nexport default class { }\n`,
      'src/two/same.ts': `export class Same { static where = 'two'; }\nexport const Anonymous = class { };\n`,
    },
    imports: `import Unnamed, { Same } from './one/same.js';\nimport { Anonymous, Same as Other } from './two/same.js';`,
    use: `return [Same.name, Other.name, Unnamed.name, Anonymous.name, typeof (function (this: unknown) { return this; })()];`,
  }),
  ownCase('strictness and names', 'the namespace of a module', {
    files: { 'src/values.ts': `export let n = 1;\nexport const add = (): number => ++n;\n` },
    imports: `import * as values from './values.js';`,
    use: `values.add();
  const all = values as unknown as Record<string, unknown>;
  let refusal = ''; try { all['n'] = 9; } catch (error) { refusal = (error as Error).name; }
  return [values.n, refusal, Object.keys(all).sort()];`,
  }),
];
