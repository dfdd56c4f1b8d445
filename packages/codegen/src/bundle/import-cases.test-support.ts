/**
 * Small workspaces whose plugin imports something, for comparing a bundle with plain Node running the same sources.
 */

/** Files by path; the plugin is in `plugin`, and its `src/main.ts` exports `run()`, which returns a value for JSON. */
export interface ImportCase {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  /** Symbolic links by path, each to a path in the workspace. */
  readonly links?: Readonly<Record<string, string>>;
  readonly package?: object;
  readonly options?: object;
}

/** Returns the files of an installed package. */
function installed(name: string, description: object, files: Readonly<Record<string, string>>, at = 'plugin') {
  const folder = `${at}/node_modules/${name}`;
  const named = Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]);
  return {
    [`${folder}/package.json`]: JSON.stringify({ name, version: '1.0.0', ...description }),
    ...Object.fromEntries(named),
  } as Readonly<Record<string, string>>;
}

/** Returns sources of the plugin. */
function sources(main: string, more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  const named = Object.entries({ 'main.ts': main, ...more }).map(([path, text]) => [`plugin/src/${path}`, text]);
  return Object.fromEntries(named) as Readonly<Record<string, string>>;
}

const counted = 'export let n = 0; export const inc = () => { n++; }; export const named = 1;';
const esmOnly = installed(
  'esm-only',
  { type: 'module', exports: './i.js' },
  { 'i.js': `export default (x) => 'f' + x; ${counted}` },
);
const dual = installed(
  'dual',
  { exports: { import: './i.mjs', require: './i.cjs' } },
  {
    'i.mjs': 'export default () => "esm"; export const state = { n: 0 };',
    'i.cjs': 'module.exports = { default: () => "cjs", state: { n: 0 } };',
  },
);
const babel = installed(
  'babel',
  {},
  {
    'index.js':
      'Object.defineProperty(exports, "__esModule", { value: true }); exports.default = () => "d"; exports.named = 2;',
  },
);
const plain = installed('plain', {}, { 'index.js': 'module.exports = () => "c"; module.exports.a = 1;' });
const unlisted = installed(
  'unlisted',
  {},
  { 'index.js': 'const o = {}; for (const k of ["one", "two"]) o[k] = k; module.exports = o;' },
);
const awaiting = installed(
  'awaiting',
  { type: 'module', exports: './i.js' },
  {
    'i.js':
      'import { readFile } from "node:fs/promises"; export default await readFile(new URL("./d.txt", import.meta.url), "utf8");',
    'd.txt': 'data',
  },
);
const awaitingInside = {
  ...awaiting,
  ...installed(
    'outer',
    { type: 'module', exports: './i.js' },
    { 'i.js': 'export { default as text } from "awaiting";' },
  ),
};
const conditional = {
  ...installed(
    'conditional',
    { exports: { node: { import: './n.mjs', require: './n.cjs' }, default: './d.mjs' } },
    {
      'n.mjs': 'export default "node";',
      'n.cjs': 'module.exports = "required";',
      'd.mjs': 'export default "other";',
    },
  ),
  ...installed(
    'for-bundlers',
    { main: './c.js', module: './m.mjs', exports: { module: './m.mjs', import: './i.mjs' } },
    {
      'm.mjs': 'export default "bundler";',
      'i.mjs': 'export default "import";',
      'c.js': '',
    },
  ),
  ...installed(
    'for-both',
    { exports: { 'module-sync': './m.mjs', default: './c.cjs' } },
    { 'm.mjs': 'export default "module-sync"; export const only = 1;', 'c.cjs': 'module.exports = "default";' },
  ),
  ...installed(
    'with-addons',
    { exports: { 'node-addons': './a.mjs', default: './d.mjs' } },
    { 'a.mjs': 'export default "addons"; export const only = 2;', 'd.mjs': 'export default "default";' },
  ),
  ...installed(
    'by-field',
    { main: './c.js', module: './m.mjs' },
    { 'm.mjs': 'export default "bundler";', 'c.js': 'module.exports = "main";' },
  ),
};
const note = (name: string): string =>
  `globalThis.sigilOrder = [...(globalThis.sigilOrder ?? []), ${JSON.stringify(name)}];`;
const ordered = {
  ...installed('order-esm', { type: 'module', exports: './i.js' }, { 'i.js': note('esm') }),
  ...installed('order-cjs', {}, { 'index.js': note('cjs') }),
};
const order = '(globalThis as unknown as { sigilOrder: string[] }).sigilOrder';
const linked = {
  'libs/util/package.json': JSON.stringify({
    name: '@org/util',
    type: 'module',
    exports: './index.js',
    sideEffects: false,
  }),
  'libs/util/index.js':
    "import { readFileSync } from 'node:fs'; import there from 'only-there'; import './effect.js'; export default async () => [there, (await import('only-there')).default, globalThis.sigilEffect, readFileSync(new URL('./data.txt', import.meta.url), 'utf8')];",
  'libs/util/effect.js': 'globalThis.sigilEffect = "seen";',
  'libs/util/data.txt': 'beside',
  ...installed('only-there', { type: 'module', exports: './i.js' }, { 'i.js': 'export default "there";' }, 'libs/util'),
};
const linkedCommonJs = {
  'libs/old/package.json': JSON.stringify({ name: '@org/old', main: './dist/index.js' }),
  'libs/old/dist/index.js':
    '"use strict"; const { join } = require("node:path"); const { readFileSync } = require("node:fs"); exports.read = () => readFileSync(join(__dirname, "../data.txt"), "utf8");',
  'libs/old/data.txt': 'linked data',
};

const starred = {
  ...installed('star-a', { type: 'module', exports: './i.js' }, { 'i.js': 'export const x = 1;' }),
  ...installed(
    'star-b',
    { type: 'module', exports: './i.js' },
    { 'i.js': `export * from './x.js';`, 'x.js': 'export const x = 2;' },
  ),
};

/** Cases in which a bundle must do what plain Node does. */
export const sameAsNode: readonly ImportCase[] = [
  {
    name: 'the default export of an ES module',
    files: { ...esmOnly, ...sources(`import f from 'esm-only'; export const run = () => f(1);`) },
  },
  {
    name: 'default, named and namespace imports of an ES module, with live bindings',
    files: {
      ...esmOnly,
      ...sources(
        `import f, { named, n, inc } from 'esm-only'; import * as all from 'esm-only'; export const run = () => { inc(); return [f(1), named, n, Object.keys(all).sort(), all.n, typeof all.default]; };`,
      ),
    },
  },
  {
    name: 'whether a namespace has __esModule',
    files: {
      ...esmOnly,
      ...installed(
        'marked',
        {},
        { 'index.js': 'exports.__esModule = true; exports.a = 1; module.exports = { a: 2 };' },
      ),
      ...babel,
      ...plain,
      ...sources(
        `import * as esm from 'esm-only'; import * as babel from 'babel'; import * as plain from 'plain'; import * as marked from 'marked'; import * as own from './own.js'; const all: any[] = [esm, babel, plain, marked, own]; export const run = () => all.map((one) => [String(one.__esModule), '__esModule' in one, Object.keys(one).sort(), Object.prototype.toString.call(one), 'toString' in one]);`,
        { 'own.ts': 'export const b = 1; export default 2;' },
      ),
    },
  },
  {
    name: 'names of every form of declaration',
    files: {
      ...installed(
        'declared',
        { type: 'module', exports: './i.js' },
        {
          'i.js': `export const a = 1 /* , x */, b = 2 // , y\n, c = 3; const q = 0; export let d = q\n? 1 : 2, { e, f: [g, ...h], ...i } = { e: 1, f: [2, 3] }, j; export function k() {} export class L {} export async function* m() {} export { q as 'n o' }; export * as p from './i.js'; export*from'./more.js'`,
          'more.js': `export/* */ * /* */ from './most.js'; export var r, s;`,
          'most.js': 'export default 1; export let t',
        },
      ),
      ...sources(
        `import { a, b, c, d, e, g, h, i, j, k, L, m, 'n o' as no, p, r, s, t } from 'declared'; import * as all from 'declared'; export const run = () => [[a, b, c, d, e, g, h, i, j, k, L, m, no, p, r, s, t].map((one) => typeof one), Object.keys(all)];`,
      ),
    },
  },
  {
    name: 'a name that two packages export, in a namespace',
    files: {
      ...starred,
      ...sources(`import * as all from './all.js'; export const run = () => Object.keys(all);`, {
        'all.ts': `export * from 'star-a'; export * from 'star-b'; export const own = 1;`,
      }),
    },
  },
  {
    name: 'a CommonJS module whose __esModule Node does not find',
    files: {
      ...installed(
        'hidden',
        {},
        {
          'index.js':
            'const o = {}; Object.defineProperty(o, "__esModule", { value: true }); o.default = 1; o.x = 2; module.exports = o;',
        },
      ),
      ...sources(`import hidden from 'hidden'; export const run = () => [hidden.default, hidden.x];`),
    },
  },
  {
    name: 'a dual package, whose state import and import() share',
    files: {
      ...dual,
      ...sources(
        `import f, { state } from 'dual'; export const run = async () => { const again = await import('dual'); again.state.n++; return [f(), again.default(), state.n]; };`,
      ),
    },
  },
  {
    name: 'a CommonJS module that was compiled from an ES module',
    files: {
      ...babel,
      ...sources(
        `import d, { named } from 'babel'; import * as all from 'babel'; export const run = () => [typeof d, typeof d.default, named, Object.keys(all).sort()];`,
      ),
    },
  },
  {
    name: 'a CommonJS module',
    files: {
      ...plain,
      ...sources(
        `import c, { a } from 'plain'; import * as all from 'plain'; export const run = () => [c(), a, Object.keys(all).sort()];`,
      ),
    },
  },
  {
    name: 'a package that awaits at its top level',
    files: { ...awaiting, ...sources(`import text from 'awaiting'; export const run = () => text;`) },
  },
  {
    name: 'a package whose dependency awaits at its top level',
    files: { ...awaitingInside, ...sources(`import { text } from 'outer'; export const run = () => text;`) },
  },
  {
    name: 'an own await at the top level',
    files: sources(`const three = await Promise.resolve(3); export const run = () => three;`),
  },
  {
    name: 'the conditions and fields of Node, not those of bundlers',
    files: {
      ...conditional,
      ...sources(
        `import a from 'conditional'; import b from 'for-bundlers'; import c from 'by-field'; import d, { only } from 'for-both'; import e, { only as addons } from 'with-addons'; export const run = () => [a, b, c, d, only, e, addons];`,
      ),
    },
  },
  {
    name: 'files of packages, by their names with an extension of either format',
    files: {
      ...installed(
        'by-file',
        {},
        {
          'm.mjs': `export default 'm'; export const named = 'in m'; export const more = 1;`,
          'c.cjs': `exports.named = 'in c';`,
          'hidden.cjs': `const all = {}; for (const name of ['found']) all[name] = name; module.exports = all;`,
          'effect.mjs': 'globalThis.sigilFileEffect = "seen";',
        },
      ),
      ...sources(
        `import m, { named } from 'by-file/m.mjs'; import * as all from 'by-file/m.mjs'; import c, { named as fromC } from 'by-file/c.cjs'; import hidden from 'by-file/hidden.cjs'; import 'by-file/effect.mjs'; export * from './again.js'; export const run = async () => [m, named, Object.keys(all), c, fromC, hidden, (globalThis as any).sigilFileEffect, (await import('by-file/m.mjs')).more];`,
        { 'again.ts': `export { more } from 'by-file/m.mjs'; export * from 'by-file/c.cjs';` },
      ),
    },
  },
  {
    name: 'JSON with attributes',
    files: {
      ...installed('json', {}, { 'x.json': '{"a":1}' }),
      ...sources(
        `import x from 'json/x.json' with { type: 'json' }; import own from './own.json' with { type: 'json' }; export const run = async () => [x, own, (await import('json/x.json', { with: { type: 'json' } })).default];`,
        { 'own.json': '{"own":true}' },
      ),
    },
  },
  {
    name: 'the order of side effects',
    files: {
      ...ordered,
      ...sources(
        `import './one.js'; import 'order-esm'; import './two.js'; import 'order-cjs'; export const run = () => ${order};`,
        {
          'one.ts': `${note('one').replaceAll('globalThis', '(globalThis as any)')} export {};`,
          'two.ts': `${note('two').replaceAll('globalThis', '(globalThis as any)')} export {};`,
        },
      ),
    },
  },
  {
    name: 'a module for its side effects in a package without side effects',
    package: { sideEffects: false },
    files: sources(`import './one.js'; export const run = () => (globalThis as any).sigilOne;`, {
      'one.ts': '(globalThis as any).sigilOne = 1; export {};',
    }),
  },
  {
    name: "Node's own modules",
    files: sources(
      `import fs, { existsSync } from 'node:fs'; import * as path from 'path'; import process from 'node:process'; export const run = async () => [typeof fs.readFileSync, existsSync('/'), path.join('a', 'b'), process === globalThis.process, typeof (await import('node:os')).EOL];`,
    ),
  },
  {
    name: 'files that begin with a byte order mark',
    files: {
      'plugin/package.json': '\uFEFF{"name":"plugin","version":"1.0.0","type":"module"}',
      ...sources(
        `\uFEFFimport data from './data.json' with { type: 'json' }; export const run = () => [data, import.meta.url];`,
        {
          'data.json': '\uFEFF{"a":1}',
        },
      ),
    },
  },
  {
    name: 'import.meta of nested files',
    files: sources(
      `import * as nested from './a/b.js'; export const run = () => [nested.url, nested.dirname, nested.filename, nested.isOne, import.meta.url];`,
      {
        'a/b.ts':
          'export const { url, dirname, filename } = import.meta; export const isOne = import.meta === import.meta;',
      },
    ),
  },
  {
    name: 'import.meta.resolve() of literals',
    files: {
      ...esmOnly,
      ...sources(
        `export const run = () => [import.meta.resolve('esm-only').split('/').at(-1), import.meta.resolve('node:fs'), import.meta.resolve('./x.js').split('/').slice(-2)];`,
      ),
    },
  },
  {
    name: "an author's own __dirname and require",
    files: {
      ...plain,
      ...sources(
        `import { createRequire } from 'node:module'; import { dirname } from 'node:path'; import { fileURLToPath } from 'node:url'; const require = createRequire(import.meta.url); const __dirname = dirname(fileURLToPath(import.meta.url)); export const run = () => [__dirname, require('plain')(), require('node:path').sep];`,
      ),
    },
  },
  {
    name: 'own modules in a circle',
    files: sources(
      `import { a } from './a.js'; import { early } from './b.js'; export const run = () => [a(), early];`,
      {
        'a.ts': `import { b } from './b.js'; export function a() { return 'a' + b(); }`,
        'b.ts': `import { a } from './a.js'; export function b() { return 'b' + typeof a; } export const early = typeof a;`,
      },
    ),
  },
  {
    name: 'every form of an own export, passed on by another source',
    files: sources(`import * as all from './again.js'; export const run = () => Object.keys(all).sort().join();`, {
      'again.ts': `import whole, { h as imported } from './own.js'; export { whole, imported };
export { a, b, c, D, E, F, g, N, deep, Both, type Shape, type Alias, type Only } from './own.js'; export { default } from './own.js';`,
      'own.ts': `export const a = 1, { x: { b }, ...c } = { x: { b: 2 } }; export abstract class D {} export enum E { one }
export const enum F { one } export async function* g() {} export function h() {} export namespace N { export const n = 1; }
export * as deep from './deep.js'; export interface Shape { a: 1 } export type Alias = 1; interface Both { a: 1 } const Both = 1;
export { Both }; export * from './deep.js'; export default () => 1;`,
      'deep.ts': `export interface Only { a: 1 }`,
    }),
  },
  {
    name: 'barrels',
    files: {
      ...esmOnly,
      ...sources(
        `import d, { x, f, named, whole } from './lib/index.js'; import * as all from './lib/index.js'; export const run = () => [d, x, f(2), named, Object.keys(whole).sort(), Object.keys(all).sort()];`,
        {
          'lib/x.ts': `export const x = 1; export default 'dx';`,
          'lib/y.ts': `export * from 'esm-only'; export { default as f } from 'esm-only'; export * as whole from 'esm-only';`,
          'lib/index.ts': `export * from './x.js'; export * from './y.js'; export { default } from './x.js';`,
        },
      ),
    },
  },
  {
    name: 'a circle of modules that are imported on demand and load packages',
    files: {
      ...esmOnly,
      ...sources(
        `export const run = async () => { const [a, b] = [await import('./a.js'), await import('./b.js')]; return [a.go(), a.default, Object.keys(a).sort(), b.back(), a === await import('./a.js')]; };`,
        {
          'a.ts': `import f from 'esm-only'; import { back } from './b.js'; export const name = 'a'; export const go = () => f(1) + back(); export default 7;`,
          'b.ts': `import { name } from './a.js'; import { named } from 'esm-only'; export const back = () => name + named;`,
        },
      ),
    },
  },
  {
    name: 'such a circle, with the names of the helpers of the bundler',
    files: {
      ...esmOnly,
      ...sources(
        `export const [fn, res, err, target, all, name] = [1, 2, 3, 4, 5, 6]; export const __esm = 7; export const __export = 8; export const run = async () => { const a = await import('./a.js'); return [a.go(), fn, res, err, target, all, name, __esm, __export]; };`,
        {
          'a.ts': `import f from 'esm-only'; import { back } from './b.js'; export const res = 'a'; export const fn = 1; export const go = () => f(1) + back();`,
          'b.ts': `import * as a from './a.js'; import { named } from 'esm-only'; export const back = () => Object.keys(a).join() + named;`,
        },
      ),
    },
  },
  {
    name: 'a module that is imported at once and on demand',
    files: {
      ...esmOnly,
      ...sources(
        `import { n } from './state.js'; export const run = async () => { const { up } = await import('./lazy.js'); up(); return n; };`,
        {
          'state.ts': `import { named } from 'esm-only'; export let n = named; export const up = () => { n++; };`,
          'lazy.ts': `export { up } from './state.js';`,
        },
      ),
    },
  },
  {
    name: 'files of the plugin by computed paths',
    files: sources(
      "export const run = async () => { const load = (name: string) => import(`./parts/${name}.js`).then(({ part }) => part, (error: { code: string }) => error.code); return [await load('a'), await load('b'), await load('c')]; };",
      { 'parts/a.ts': `export const part = 'a';`, 'parts/b.ts': `export const part = 'b';` },
    ),
  },
  {
    name: 'files of the plugin by sums of texts',
    files: sources(
      "export const run = async () => { const part = async (name: string) => (await import('./parts/' + name + '.js')).part; return [await part('a')]; };",
      { 'parts/a.ts': `export const part = 'a';` },
    ),
  },
  {
    name: 'files of the plugin by paths that begin with a variable',
    files: sources(
      "const dirs = ['./parts', '../src/parts'.replace('src', 'dist'), import.meta.dirname + '/parts', new URL('./parts', import.meta.url).href]; export const run = async () => { const found = []; for (const dir of dirs) { found.push((await import(`${dir}/a.js`)).part, (await import(dir + '/b.js')).part); } return found; };",
      { 'parts/a.ts': `export const part = 'a';`, 'parts/b.ts': `export const part = 'b';` },
    ),
  },
  {
    name: 'files of the plugin by computed URLs',
    files: sources(
      "export const run = async () => { const load = async (name: string) => (await import(new URL(`./parts/${name}.js`, import.meta.url).href)).part; return [await load('a'), await load('b')]; };",
      { 'parts/a.ts': `export const part = 'a';`, 'parts/b.ts': `export const part = 'b';` },
    ),
  },
  {
    name: 'files of the plugin by computed paths in a nested file, once',
    files: sources(
      "import { counter } from './parts/a.js'; import { load } from './nested/load.js'; export const run = async () => { counter.n++; return [(await load('../parts/', 'a')).counter.n, (await load('./', 'own')).own]; };",
      {
        'parts/a.ts': `export const counter = { n: 1 };`,
        'nested/load.ts': 'export const load = (dir: string, name: string) => import(`${dir}${name}.js`);',
        'nested/own.ts': `export const own = 'own';`,
      },
    ),
  },
  {
    name: 'packages by computed names',
    files: {
      ...esmOnly,
      ...plain,
      ...sources(
        "export const run = async () => { const found = []; for (const name of ['esm-only', 'plain', 'node:path', 'not-there']) found.push(await import(name).then((all) => Object.keys(all).length > 0, (error: { code: string }) => error.code)); return found; };",
      ),
    },
  },
  {
    name: 'packages of a linked package by computed names',
    files: {
      ...linked,
      ...installed('only-required', {}, { 'index.js': `module.exports = 'required';` }, 'libs/old'),
      'libs/dynamic/package.json': JSON.stringify({ name: '@org/dynamic', type: 'module', exports: './index.js' }),
      'libs/dynamic/index.js':
        "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url); export const load = async (name) => [(await import(name)).default, (await import(`./${name}.js`)).default, require('./old.cjs')];",
      'libs/dynamic/only-there.js': `export default 'own';`,
      'libs/dynamic/old.cjs': `module.exports = 'old';`,
      'libs/old/package.json': JSON.stringify({ name: '@org/old', main: './index.js' }),
      'libs/old/index.js':
        'exports.load = (name) => [require(name), require("./" + name + ".js"), require.resolve(name).split("/").at(-1)];',
      'libs/old/only-required.js': `module.exports = 'own';`,
      ...installed(
        'only-there',
        { type: 'module', exports: './i.js' },
        { 'i.js': 'export default "there";' },
        'libs/dynamic',
      ),
      ...sources(
        `import { load } from '@org/dynamic'; import { load as old } from '@org/old'; export const run = async () => [await load('only-there'), old('only-required')];`,
      ),
    },
    links: { 'plugin/node_modules/@org/dynamic': 'libs/dynamic', 'plugin/node_modules/@org/old': 'libs/old' },
  },
  {
    name: 'a linked package that an installed package imports too',
    package: { dependencies: { '@org/state': '*', user: '*' } },
    files: {
      'libs/state/package.json': JSON.stringify({
        name: '@org/state',
        type: 'module',
        exports: { '.': './index.js', './more': './more.js' },
      }),
      'libs/state/index.js': `export { n, up } from './more.js';`,
      'libs/state/more.js': 'export let n = 0; export const up = () => { n++; };',
      ...installed(
        'user',
        { type: 'module', exports: './i.js', peerDependencies: { '@org/state': '*' } },
        { 'i.js': `import { up } from '@org/state'; export const use = () => up();` },
      ),
      ...sources(
        `import { n, up } from '@org/state'; import * as more from '@org/state/more'; import { use } from 'user'; export const run = async () => { up(); use(); return [n, more.n, (await import('@org/state')).n]; };`,
      ),
    },
    links: { 'plugin/node_modules/@org/state': 'libs/state' },
  },
  {
    name: 'import = with metadata of decorators in a CommonJS plugin',
    package: { type: 'commonjs' },
    options: { emitDecoratorMetadata: true },
    files: {
      ...plain,
      ...sources(
        `import c = require('plain'); const D = (): any => () => {}; class X { @D() m(): string { return ''; } } export const run = () => [c(), X.name];`,
      ),
    },
  },
  {
    name: 'own files that package.json names where TypeScript writes them',
    options: { rootDir: './src', outDir: './dist' },
    package: { exports: { './tools': './dist/tools.js' }, imports: { '#parts/*': './dist/parts/*.js' } },
    files: sources(
      `import { tool } from 'plugin/tools'; import { tool as same } from './tools.js'; import { part } from '#parts/a'; export const run = () => [tool(), tool === same, part];`,
      { 'tools.ts': `export const tool = () => 'tool';`, 'parts/a.ts': `export const part = 'a';` },
    ),
  },
  {
    name: 'a default export with properties of a CommonJS module that was compiled from an ES module',
    files: {
      ...installed(
        'replaced',
        {},
        {
          'index.js':
            'Object.defineProperty(exports, "__esModule", { value: true }); exports.default = () => "d"; module.exports = exports.default; module.exports.default = exports.default;',
        },
      ),
      ...sources(
        `import d from 'replaced'; import * as all from 'replaced'; export const run = () => [d(), Object.keys(all).sort(), all.default === d];`,
      ),
    },
  },
  {
    name: 'a linked package inside of the folder',
    files: {
      'plugin/shared/package.json': JSON.stringify({ name: '@org/inner', type: 'module', exports: './index.js' }),
      'plugin/shared/index.js': `import { readFileSync } from 'node:fs'; export const text = readFileSync(new URL('./text.txt', import.meta.url), 'utf8');`,
      'plugin/shared/text.txt': 'inner',
      ...sources(`import { text } from '@org/inner'; export const run = () => text;`),
    },
    links: { 'plugin/node_modules/@org/inner': 'plugin/shared' },
  },
  {
    name: 'an optional package that is missing',
    files: sources(
      `export const run = async () => { try { await import('not-there'); } catch (error) { return (error as { code: string }).code; } };`,
    ),
  },
  {
    name: 'a linked package with dependencies of its own',
    files: { ...linked, ...sources(`import util from '@org/util'; export const run = () => util();`) },
    links: { 'plugin/node_modules/@org/util': 'libs/util' },
  },
  {
    name: 'a linked CommonJS package that reads a file beside itself',
    files: { ...linkedCommonJs, ...sources(`import { read } from '@org/old'; export const run = () => read();`) },
    links: { 'plugin/node_modules/@org/old': 'libs/old' },
  },
  {
    name: 'a package that only an #import names',
    package: { imports: { '#pkg': 'esm-only' } },
    files: { ...esmOnly, ...sources(`import f from '#pkg'; export const run = () => f(3);`) },
  },
  {
    name: 'an import that only verbatimModuleSyntax keeps',
    options: { verbatimModuleSyntax: true },
    files: { ...ordered, ...sources(`import {} from 'order-esm'; export const run = () => ${order}.at(-1);`) },
  },
  {
    name: 'enums',
    files: sources(`import { C, E } from './e.js'; export const run = () => [C.A, C.B, E.X, E[2]];`, {
      'e.ts': `export const enum C { A = 1, B = 'b' } export enum E { X = 'x', Y = 2 }`,
    }),
  },
  {
    name: 'metadata of decorators',
    options: { emitDecoratorMetadata: true },
    files: sources(
      `import { Svc, type Shape } from './svc.js'; const seen: unknown[] = []; (Reflect as any).metadata = (key: string, value: any) => () => { seen.push([key, Array.isArray(value) ? value.map((one) => one?.name) : value?.name]); }; const D = (): any => () => {}; class X { @D() p!: Svc; @D() q!: Shape; @D() m(a: string, b: Svc): Promise<number> { return Promise.resolve(1); } } export const run = () => [seen, X.name];`,
      { 'svc.ts': 'export class Svc {} export interface Shape { a: number }' },
    ),
  },
  {
    name: 'a CommonJS plugin',
    package: { type: 'commonjs' },
    files: {
      ...babel,
      ...dual,
      ...plain,
      ...esmOnly,
      ...sources(
        `import d, { named } from 'babel'; import dual from 'dual'; import c from 'plain'; import f from 'esm-only'; export const run = () => [d(), named, dual.default?.() ?? dual(), c(), f(1), __dirname];`,
      ),
    },
  },
  {
    name: 'names that a required module lacks, in a CommonJS plugin',
    package: { type: 'commonjs' },
    files: {
      ...plain,
      ...sources(
        `import { a, nope } from 'plain'; import { zip } from 'node:fs'; import { none } from './again.js'; export const run = () => [a, typeof nope, typeof zip, typeof none];`,
        { 'again.ts': `export { none } from 'plain';` },
      ),
    },
  },
  {
    name: 'import = in a CommonJS plugin',
    package: { type: 'commonjs' },
    files: {
      ...plain,
      ...sources(
        `import c = require('plain'); import own = require('./own'); import path = require('node:path'); export const run = () => [c(), own.o, path.sep];`,
        { 'own.ts': 'export = { o: 1 };' },
      ),
    },
  },
];

/** Imports that Node refuses, or cannot run, and a bundle runs all the same. */
export const morePermissive: readonly (ImportCase & { readonly value: unknown })[] = [
  {
    name: 'types of an own source that another one passes on without saying so',
    value: 'a',
    files: sources(`import * as all from './again.js'; export const run = () => Object.keys(all).join();`, {
      'again.ts': `import { Only } from './own.js'; export { a, Shape, Alias } from './own.js'; export { Only };`,
      'own.ts': `export const a = 1; export interface Shape { a: 1 } export type Alias = 1; export * from './deep.js';`,
      'deep.ts': `export interface Only { a: 1 }`,
    }),
  },
  {
    name: 'names of a CommonJS module that Node does not find, but its declarations have',
    value: ['one', 'two', 'two'],
    files: {
      ...unlisted,
      'plugin/node_modules/unlisted/index.d.ts':
        'declare const whole: { one: string; two: string; three: string }; export = whole;',
      ...sources(
        `import { one } from 'unlisted'; import { two } from './again.js'; import { two as second } from './all.js'; export const run = () => [one, two, second];`,
        {
          'again.ts': `export { two } from 'unlisted';`,
          'all.ts': `export * from './star.js';`,
          'star.ts': `export * from 'unlisted';`,
        },
      ),
    },
  },
  {
    name: 'types that are imported and passed on as values are',
    value: 'f1',
    files: {
      ...esmOnly,
      'plugin/node_modules/esm-only/i.d.ts':
        'export default function f(x: number): string; export interface Shape { a: number }',
      ...sources(
        `import f, { Shape } from './again.js'; const shape: Shape = { a: 1 }; export const run = () => f(shape.a);`,
        { 'again.ts': `import { Shape } from 'esm-only'; export { default } from 'esm-only'; export { Shape };` },
      ),
    },
  },
  {
    name: 'a linked package of TypeScript that passes on a type',
    value: 'f1',
    files: {
      ...installed(
        'esm-only',
        { type: 'module', exports: './i.js' },
        {
          'i.js': `export default (x) => 'f' + x;`,
          'i.d.ts': 'export default function f(x: number): string; export interface Shape { a: number }',
        },
        'libs/ts',
      ),
      'libs/ts/package.json': JSON.stringify({ name: '@org/ts', type: 'module', exports: './src/index.ts' }),
      'libs/ts/tsconfig.json': JSON.stringify({ compilerOptions: { target: 'ES2022', module: 'ESNext' } }),
      'libs/ts/src/index.ts': `export { default, Shape } from 'esm-only';`,
      ...sources(
        `import f, { type Shape } from '@org/ts'; const shape: Shape = { a: 1 }; export const run = () => f(shape.a);`,
      ),
    },
    links: { 'plugin/node_modules/@org/ts': 'libs/ts' },
  },
  {
    name: 'a linked package of TypeScript',
    value: ['f1', 'seen'],
    files: {
      ...installed(
        'esm-only',
        { type: 'module', exports: './i.js' },
        { 'i.js': `export default (x) => 'f' + x;` },
        'libs/ts',
      ),
      'libs/ts/package.json': JSON.stringify({
        name: '@org/ts',
        type: 'module',
        exports: './src/index.ts',
        sideEffects: false,
      }),
      'libs/ts/src/index.ts': `import f from 'esm-only'; import './effect.js'; export const u = (x: number): unknown => [f(x), (globalThis as any).sigilLinked];`,
      'libs/ts/src/effect.ts': `(globalThis as any).sigilLinked = 'seen'; export {};`,
      ...sources(`import { u } from '@org/ts'; export const run = () => u(1);`),
    },
    links: { 'plugin/node_modules/@org/ts': 'libs/ts' },
  },
  {
    name: 'a linked package of TypeScript with options of its own',
    value: [5, 'z', true],
    files: {
      'libs/own/package.json': JSON.stringify({ name: '@org/own', type: 'module', exports: './src/index.ts' }),
      'libs/own/tsconfig.json': JSON.stringify({
        compilerOptions: {
          target: 'ES2020',
          module: 'ESNext',
          experimentalDecorators: true,
          paths: { '@/*': ['./src/*'] },
        },
      }),
      'libs/own/src/index.ts': `import { z } from '@/z.js'; class Base { constructor() { (this as any).early = 5; } } class C extends Base { early: any; } let isLegacy = false; const mark = (target: object, key: string) => { isLegacy = typeof key === 'string' && typeof target === 'object'; }; class D { @mark m() {} } export const all = [new C().early, z, isLegacy && !!D];`,
      'libs/own/src/z.ts': `export const z = 'z';`,
      ...sources(`import { all } from '@org/own'; export const run = () => all;`),
    },
    options: { experimentalDecorators: false },
    links: { 'plugin/node_modules/@org/own': 'libs/own' },
  },
  {
    name: 'paths of the tsconfig',
    value: ['z', 'f1'],
    options: { paths: { '@/*': ['./src/*'], short: ['./node_modules/esm-only/i.js'] } },
    files: {
      ...esmOnly,
      ...sources(`import { z } from '@/lib/z.js'; import f from 'short'; export const run = () => [z, f(1)];`, {
        'lib/z.ts': `export const z = 'z';`,
      }),
    },
  },
  {
    name: 'a file of TypeScript behind an #import',
    value: 'internal',
    package: { imports: { '#x': './src/internal/x.ts' } },
    files: sources(`import { x } from '#x'; export const run = () => x;`, {
      'internal/x.ts': `export const x = 'internal';`,
    }),
  },
  {
    name: 'a package that a CommonJS plugin could not require',
    value: 5,
    package: { type: 'commonjs' },
    files: {
      ...installed(
        'import-only',
        { type: 'module', exports: { import: './i.js' } },
        { 'i.js': 'export default await Promise.resolve(5);' },
      ),
      ...sources(`import five from 'import-only'; export const run = () => five;`),
    },
  },
  {
    name: 'files of a package without exports, without their extension',
    value: ['chunk', 'fp', 'fp'],
    options: { module: 'ESNext', moduleResolution: 'bundler' },
    files: {
      ...installed(
        'lo',
        {},
        {
          'index.js': '',
          'chunk.js': `module.exports = 'chunk';`,
          'fp/index.js': `module.exports = 'fp';`,
        },
      ),
      ...sources(
        `import chunk from 'lo/chunk'; import fp from 'lo/fp'; export const run = async () => [chunk, fp, (await import('lo/fp')).default];`,
      ),
    },
  },
  {
    name: 'JSON of a package without an attribute',
    value: { a: 1 },
    files: {
      ...installed('json', {}, { 'x.json': '{"a":1}' }),
      ...sources(`import x from 'json/x.json'; export const run = () => x;`),
    },
  },
  {
    name: 'a custom condition of the tsconfig',
    value: 'source',
    options: { customConditions: ['@org/source'] },
    files: {
      'libs/c/package.json': JSON.stringify({
        name: '@org/c',
        type: 'module',
        exports: { '@org/source': './src/index.ts', default: './dist/index.js' },
      }),
      'libs/c/src/index.ts': `export default 'source';`,
      'libs/c/dist/index.js': `export default 'dist';`,
      ...sources(`import c from '@org/c'; export const run = () => c;`),
    },
    links: { 'plugin/node_modules/@org/c': 'libs/c' },
  },
];

const noSuchName =
  '"esm-only" has no export named "nope", only a default, "n", "inc", "named"; correct the name, or install a version that has it';

/** Imports of names that Node's linker does not find, with the message of the build and the place of the name. */
export const missingNames: readonly (ImportCase & {
  readonly message: string;
  readonly column: number;
  readonly file?: string;
})[] = [
  {
    name: 'a name that an ES module does not export',
    column: 10,
    message: noSuchName,
    files: { ...esmOnly, ...sources(`import { nope } from 'esm-only'; export const run = () => nope;`) },
  },
  {
    name: 'a name that an ES module does not export, passed on by a source of TypeScript',
    column: 10,
    file: 'src/again.ts',
    message: noSuchName,
    files: {
      ...esmOnly,
      ...sources(`import { nope } from './again.js'; export const run = () => nope;`, {
        'again.ts': `export { nope } from 'esm-only';`,
      }),
    },
  },
  {
    name: 'a name that is imported and exported',
    column: 17,
    file: 'src/again.ts',
    message: noSuchName,
    files: {
      ...esmOnly,
      ...sources(`import { nope } from './again.js'; export const run = () => nope;`, {
        'again.ts': `import { named, nope } from 'esm-only'; export { nope, named };`,
      }),
    },
  },
  {
    name: 'a name that a source of JavaScript never uses',
    column: 10,
    file: 'src/own.js',
    message: noSuchName,
    files: {
      ...esmOnly,
      ...sources(`import './own.js'; export const run = () => 1;`, { 'own.js': `import { nope } from 'esm-only';` }),
    },
  },
  {
    name: 'a name that no package exports of which a source passes on everything',
    column: 10,
    message: '"src/all.ts" has no export named "nope", and passes on none from "esm-only"; correct the name',
    files: {
      ...esmOnly,
      ...sources(`import { nope } from './all.js'; export const run = () => nope;`, {
        'all.ts': `export * from 'esm-only'; export const own = 1;`,
      }),
    },
  },
  {
    name: 'a name that an own source does not export, passed on by another',
    column: 10,
    file: 'src/again.ts',
    message: '"./own.js" has no export named "nope"; correct the name',
    files: sources(`import { yes } from './again.js'; export const run = () => yes;`, {
      'again.ts': `export { nope, yes } from './own.js';`,
      'own.ts': `export const yes = 1; const nope = 2; export const { a, b: [nop] } = { a: nope, b: [3] };`,
    }),
  },
  {
    name: 'a default export that an own source does not have, imported and exported',
    column: 8,
    file: 'src/again.ts',
    message: '"./own.js" has no default export; correct the name',
    files: sources(`import { yes } from './again.js'; export const run = () => yes;`, {
      'again.ts': `import none, { yes } from './own.js'; export { none, yes };`,
      'own.ts': `export * from './deep.js';`,
      'deep.ts': `export default class Deep {} export const yes = 1;`,
    }),
  },
  {
    name: 'a default export that an ES module does not have',
    column: 8,
    message: '"star-a" has no default export, only "x"; correct the name, or install a version that has it',
    files: { ...starred, ...sources(`import x from 'star-a'; export const run = () => x;`) },
  },
  {
    name: 'a name that a CommonJS module does not export',
    column: 10,
    message:
      'Node finds no export named "nope" in the CommonJS module "plain"; correct the name, or import the default of "plain" and read its member',
    files: { ...plain, ...sources(`import { nope } from 'plain'; export const run = () => nope;`) },
  },
  {
    name: "a name that Node's own module does not export",
    column: 10,
    message: `"node:fs" has no export named "nope" in Node ${process.versions.node}; correct the name`,
    files: sources(`import { nope } from 'node:fs'; export const run = () => nope;`),
  },
  {
    name: 'a name that two packages export, passed on by export *',
    column: 10,
    message:
      'several modules that are passed on by "export *" export "x", so Node finds none; import it from one of them, or export it by its name',
    files: {
      ...starred,
      ...sources(`import { x } from './all.js'; export const run = () => x;`, {
        'all.ts': `export * from 'star-a'; export * from 'star-b';`,
      }),
    },
  },
];

/** Imports that cannot run, with the message of the build and the place of the import. */
export const refusedImports: readonly (ImportCase & { readonly message: string; readonly column: number })[] = [
  {
    name: 'a package that is not installed',
    column: 15,
    message: 'cannot find "not-there"; install its package, or correct the name',
    files: sources(`import x from 'not-there'; export const run = () => x;`),
  },
  {
    name: 'TypeScript in node_modules',
    column: 15,
    message:
      '"ts-pkg" is TypeScript in node_modules, which Node does not run; install a version with JavaScript, or link the package into the workspace',
    files: {
      ...installed('ts-pkg', { type: 'module', exports: './i.ts' }, { 'i.ts': 'export default 1;' }),
      ...sources(`import x from 'ts-pkg'; export const run = () => x;`),
    },
  },
  {
    name: 'a native module in an import statement',
    column: 15,
    message: 'Node cannot import "native/a.node"; load it with createRequire(import.meta.url) or read it with node:fs',
    files: {
      ...installed('native', {}, { 'a.node': '' }),
      ...sources(`import x from 'native/a.node'; export const run = () => x;`),
    },
  },
  {
    name: 'a worker beside the source',
    column: 44,
    message:
      '"./w.js" is dist/w.js when the plugin runs, which no build writes; move the file out of the sources, or copy it there before the build',
    files: sources(`export const run = () => new URL('./w.js', import.meta.url);`, { 'w.ts': 'export {};' }),
  },
  {
    name: 'a file beside the source by a computed URL',
    column: 62,
    message:
      '"./data/a.txt" is dist/data/a.txt when the plugin runs, which no build writes; move the file out of the sources, or copy it there before the build',
    files: sources('export const run = (n: string) => new URL(`./data/${n}.txt`, import.meta.url);', {
      'data/a.txt': 'a',
    }),
  },
  {
    name: 'an own CommonJS file by createRequire()',
    column: 121,
    message:
      '"./own.cjs" is dist/own.cjs when the plugin runs, which no build writes; load it with import or import(), which make it a part of the bundle',
    files: sources(
      `import { createRequire } from 'node:module'; const load = createRequire(import.meta.url); export const run = () => load('./own.cjs');`,
      { 'own.cts': 'export = 1;' },
    ),
  },
  {
    name: 'own files by createRequire() of a computed path',
    column: 107,
    message:
      '"./parts/a.js" is dist/parts/a.js when the plugin runs, which no build writes; load it with import or import(), which make it a part of the bundle',
    files: sources(
      "import module from 'node:module'; export const run = (n: string) => module.createRequire(import.meta.url)('./parts/' + n + '.js');",
      { 'parts/a.ts': 'export {};' },
    ),
  },
  {
    name: 'import.meta.resolve() of a variable',
    column: 38,
    message: 'a bundle has import.meta.resolve() of literals only; use createRequire(import.meta.url).resolve()',
    files: sources(`export const run = (name: string) => import.meta.resolve(name);`),
  },
];
