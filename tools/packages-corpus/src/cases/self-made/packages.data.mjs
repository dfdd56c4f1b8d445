/**
 * Packages made for the corpus, of kinds that widely used ones hardly show: how they are published.
 */
import { pluginFile, pluginSource } from '../../corpus-case.mjs';

/** @typedef {import('../../corpus-case.mjs').CorpusCase} CorpusCase */

/**
 * Returns a case whose plugin imports packages in its own `node_modules`.
 *
 * @param {string} kind
 * @param {string} form
 * @param {Omit<CorpusCase, 'package' | 'kind' | 'form'> & { imports?: string, use: string }} parts
 * @returns {CorpusCase}
 */
function madeCase(kind, form, { files, imports = '', use, ...more }) {
  return {
    package: '(made for the corpus)',
    kind,
    form,
    files: { [pluginFile]: pluginSource(imports, use), ...files },
    ...more,
  };
}

/**
 * Returns the files of a package with its package.json, below the plugin's `node_modules`.
 *
 * @param {string} name
 * @param {Record<string, unknown>} members of its package.json
 * @param {Readonly<Record<string, string>>} files
 * @returns {Record<string, string>}
 */
function packageFiles(name, members, files) {
  const folder = `node_modules/${name}`;
  const own = Object.entries(files).map(([file, text]) => [`${folder}/${file}`, text]);
  return {
    [`${folder}/package.json`]: JSON.stringify({ name, version: '1.0.0', ...members }),
    ...Object.fromEntries(own),
  };
}

const importOnly = packageFiles(
  'import-only',
  { type: 'module', exports: { '.': { types: './index.d.ts', import: './index.js' } } },
  {
    'index.js': `export default function twice(n) { return n * 2; }\nexport const label = 'import only';\n`,
    'index.d.ts': `export default function twice(n: number): number;\nexport declare const label: string;\n`,
  },
);

const awaiting = packageFiles(
  'awaiting',
  { type: 'module', exports: { types: './index.d.ts', default: './index.js' } },
  {
    'index.js': `import { later } from './later.js';\nexport const value = await later();\nexport default value + 1;\n`,
    'later.js': `export const later = () => new Promise((resolve) => setImmediate(() => resolve(41)));\n`,
    'index.d.ts': `export declare const value: number;\ndeclare const one: number;\nexport default one;\n`,
  },
);

const dualState = packageFiles(
  'dual-state',
  {
    exports: {
      '.': { types: './index.d.ts', import: './index.mjs', require: './index.cjs' },
    },
  },
  {
    'index.mjs': `let count = 0;\nexport const add = () => ++count;\nexport const half = 'import';\nexport class Token {}\nexport default { half };\n`,
    'index.cjs': `let count = 100;\nexports.add = () => ++count;\nexports.half = 'require';\nexports.Token = class Token {};\nexports.onlyHere = true;\n`,
    'index.d.ts': `export declare const add: () => number;\nexport declare const half: string;\nexport declare class Token {}\ndeclare const all: { half: string };\nexport default all;\n`,
  },
);

const flagged = packageFiles(
  'flagged',
  { main: 'index.js', types: 'index.d.ts' },
  {
    'index.js': `Object.defineProperty(exports, '__esModule', { value: true });\nexports.default = function add(a, b) { return a + b; };\nexports.name = 'flagged';\n`,
    'index.d.ts': `declare function add(a: number, b: number): number;\nexport default add;\nexport declare const name: string;\n`,
  },
);

const hidden = packageFiles(
  'hidden-names',
  { main: 'index.js', types: 'index.d.ts' },
  {
    'index.js': `const names = ['one', 'two'];\nfor (const name of names) exports[name] = () => name;\nmodule.exports.lone = 1;\n`,
    'index.d.ts': `declare namespace all { function one(): string; function two(): string; const lone: number; }\nexport = all;\n`,
  },
);

const conditional = packageFiles(
  'conditional',
  {
    type: 'module',
    exports: {
      '.': {
        types: './index.d.ts',
        special: './special.js',
        browser: './browser.js',
        'node-addons': './addons.js',
        node: './node.js',
        default: './default.js',
      },
      './deep/*': { types: './index.d.ts', default: './deep/*.js' },
      './mode': {
        types: './index.d.ts',
        development: './development.js',
        production: './production.js',
        default: './neither.js',
      },
      './sync': { types: './index.d.ts', 'module-sync': './sync.js', default: './default.js' },
    },
  },
  {
    'index.d.ts': `declare const place: string;\nexport default place;\n`,
    ...Object.fromEntries(
      [
        'special',
        'browser',
        'addons',
        'node',
        'default',
        'deep/one',
        'development',
        'production',
        'neither',
        'sync',
      ].map((name) => [`${name}.js`, `export default '${name}';\n`]),
    ),
  },
);

const besides = packageFiles(
  'besides',
  {
    type: 'module',
    exports: { '.': { types: './index.d.ts', default: './lib/index.js' }, './data.json': './data.json' },
  },
  {
    'lib/index.js': `import { readFileSync } from 'node:fs';\nexport const text = readFileSync(new URL('../notes.txt', import.meta.url), 'utf8');\nexport const folder = import.meta.dirname.split(/[\\\\/]/).slice(-3).join('/');\n`,
    'index.d.ts': `export declare const text: string;\nexport declare const folder: string;\n`,
    'notes.txt': 'beside the package',
    'data.json': '{"a":{"b":1}}',
  },
);

const besidesCommonJs = packageFiles(
  'besides-commonjs',
  { main: 'lib/index.js', types: 'lib/index.d.ts' },
  {
    'lib/index.js': `const { readFileSync } = require('node:fs');\nconst { join } = require('node:path');\nexports.text = readFileSync(join(__dirname, '../notes.txt'), 'utf8');\nexports.load = (name) => require('./parts/' + name);\n`,
    'lib/parts/a.js': `module.exports = 'part a';\n`,
    'lib/index.d.ts': `export declare const text: string;\nexport declare function load(name: string): string;\n`,
    'notes.txt': 'beside it',
  },
);

// (module (func (export "add") (param i32 i32) (result i32) local.get 0 local.get 1 i32.add))
const wasmText = 'AGFzbQEAAAABBwFgAn9/AX8DAgEABwcBA2FkZAAACgkBBwAgACABags=';

const wasm = packageFiles(
  'with-wasm',
  { type: 'module', exports: { types: './index.d.ts', default: './index.js' } },
  {
    'index.js': `import { readFile } from 'node:fs/promises';\nconst { instance } = await WebAssembly.instantiate(await readFile(new URL('./add.wasm', import.meta.url)));\nexport const add = instance.exports.add;\n`,
    'add.wasm': wasmText,
    'index.d.ts': `export declare function add(a: number, b: number): number;\n`,
  },
);

const order = {
  ...packageFiles(
    'effect-first',
    { type: 'module', exports: { types: './index.d.ts', default: './index.js' }, sideEffects: false },
    {
      'index.js': `(globalThis.corpusOrder ??= []).push('first package');\nexport const one = 1;\n`,
      'index.d.ts': `export declare const one: number;\n`,
    },
  ),
  ...packageFiles(
    'effect-second',
    { main: 'index.js', types: 'index.d.ts' },
    { 'index.js': `(globalThis.corpusOrder ??= []).push('second package');\n`, 'index.d.ts': `export {};\n` },
  ),
};

const starred = packageFiles(
  'starred',
  { type: 'module', exports: { types: './index.d.ts', default: './index.js' } },
  {
    'index.js': `export * from './part.js';\nexport const own = 'own';\nexport default 'not in a star';\n`,
    'part.js': `export let count = 0;\nexport const add = () => ++count;\n`,
    'index.d.ts': `export declare let count: number;\nexport declare const add: () => number;\nexport declare const own: string;\ndeclare const one: string;\nexport default one;\n`,
  },
);

/** @type {readonly CorpusCase[]} */
export const madePackages = [
  madeCase('import-only exports', 'default and named', {
    files: importOnly,
    imports: `import twice, { label } from 'import-only';`,
    use: `return [twice(2), label];`,
  }),
  madeCase('import-only exports', 'namespace', {
    files: importOnly,
    imports: `import * as all from 'import-only';`,
    use: `return [Object.keys(all).sort(), all.default(2)];`,
  }),
  madeCase('import-only exports', 'dynamic', {
    files: importOnly,
    use: `const { default: twice, label } = await import('import-only'); return [twice(4), label];`,
  }),
  madeCase('import-only exports', 're-exported by an own file', {
    files: { ...importOnly, 'src/again.ts': `export { default as twice, label } from 'import-only';\n` },
    imports: `import { label, twice } from './again.js';`,
    use: `return [twice(5), label];`,
  }),
  madeCase('top-level await', 'default and named', {
    files: awaiting,
    imports: `import next, { value } from 'awaiting';`,
    use: `return [next, value];`,
  }),
  madeCase('top-level await', 'dynamic', { files: awaiting, use: `return (await import('awaiting')).value;` }),
  madeCase('top-level await', 'at the top of an own file', {
    files: { 'src/settings.ts': `export const settings = await Promise.resolve({ ready: true });\n` },
    imports: `import { settings } from './settings.js';`,
    use: `return settings;`,
  }),
  madeCase('dual with state', 'named', {
    files: dualState,
    imports: `import { add, half } from 'dual-state';`,
    use: `return [half, add(), add()];`,
  }),
  madeCase('dual with state', 'default', {
    files: dualState,
    imports: `import all from 'dual-state';`,
    use: `return all;`,
  }),
  madeCase('dual with state', 'static and dynamic', {
    files: dualState,
    imports: `import { add, Token } from 'dual-state';`,
    use: `const again = await import('dual-state'); return [add(), again.add(), new again.Token() instanceof Token];`,
  }),
  madeCase('dual with state', 'import and createRequire', {
    files: dualState,
    imports: `import { createRequire } from 'node:module';\nimport { add, half } from 'dual-state';`,
    use: `const required = createRequire(import.meta.url)('dual-state') as typeof import('dual-state');
  return [half, required.half, add(), required.add()];`,
  }),
  madeCase('dual with state', 'import = require', {
    files: dualState,
    imports: `import dual = require('dual-state');`,
    use: `return [dual.half, dual.add()];`,
  }),
  madeCase('CommonJS with __esModule', 'default', {
    files: flagged,
    imports: `// @ts-ignore: Node gives module.exports\nimport flagged from 'flagged';`,
    use: `const all = flagged as unknown as { default(a: number, b: number): number; name: string }; return [typeof flagged, all.default?.(1, 2), all.name];`,
  }),
  madeCase('CommonJS with __esModule', 'named', {
    files: flagged,
    imports: `import { name } from 'flagged';\nimport * as all from 'flagged';`,
    use: `return [name, Object.keys(all).sort(), typeof all.default];`,
  }),
  madeCase('CommonJS with hidden names', 'default', {
    files: hidden,
    imports: `import hidden from 'hidden-names';`,
    use: `return [hidden.one(), hidden.two(), hidden.lone];`,
  }),
  madeCase('CommonJS with hidden names', 'default and named', {
    files: hidden,
    imports: `import hidden, { lone } from 'hidden-names';`,
    use: `return [hidden.two(), lone];`,
  }),
  madeCase('CommonJS with hidden names', 'namespace', {
    files: hidden,
    imports: `import * as hidden from 'hidden-names';`,
    use: `return [Object.keys(hidden).sort(), hidden.default.one()];`,
  }),
  madeCase('conditional exports', 'default', {
    files: conditional,
    imports: `import place from 'conditional';`,
    use: `return place;`,
  }),
  madeCase('conditional exports', 'a condition of the tsconfig', {
    files: {
      ...conditional,
      'tsconfig.json': JSON.stringify({
        compilerOptions: {
          ...{ target: 'ES2022', module: 'NodeNext', moduleResolution: 'NodeNext', strict: true, skipLibCheck: true },
          ...{ types: ['node'], experimentalDecorators: true, noEmit: true, customConditions: ['special'] },
        },
        include: ['src'],
      }),
    },
    conditions: ['special'],
    imports: `import place from 'conditional';`,
    use: `return place;`,
  }),
  madeCase('conditional exports', 'pattern', {
    files: conditional,
    imports: `import place from 'conditional/deep/one';`,
    use: `return [place, (await import('conditional/deep/one')).default];`,
  }),
  madeCase('conditional exports', 'development and production', {
    files: conditional,
    imports: `import mode from 'conditional/mode';`,
    use: `return mode;`,
  }),
  madeCase('conditional exports', 'module-sync', {
    files: conditional,
    imports: `import mode from 'conditional/sync';`,
    use: `return [mode, (await import('conditional/sync')).default];`,
  }),
  madeCase('files beside the package', 'named', {
    files: besides,
    imports: `import { folder, text } from 'besides';`,
    use: `return [text, folder];`,
  }),
  madeCase('files beside the package', 'JSON with attributes', {
    files: besides,
    imports: `import data from 'besides/data.json' with { type: 'json' };`,
    use: `return [data.a.b, (await import('besides/data.json', { with: { type: 'json' } })).default];`,
  }),
  madeCase('files beside the package', 'CommonJS', {
    files: besidesCommonJs,
    imports: `import { load, text } from 'besides-commonjs';`,
    use: `return [text, load('a')];`,
  }),
  madeCase('wasm', 'of a package', {
    files: wasm,
    imports: `import { add } from 'with-wasm';`,
    use: `return add(2, 3);`,
  }),
  madeCase('effects', 'order of packages and own files', {
    files: {
      ...order,
      'src/own-one.ts': `(((globalThis as { corpusOrder?: string[] }).corpusOrder) ??= []).push('own one');\n`,
      'src/own-two.ts': `import 'effect-second';\n(((globalThis as { corpusOrder?: string[] }).corpusOrder) ??= []).push('own two');\n`,
    },
    imports: `import './own-one.js';\nimport 'effect-first';\nimport './own-two.js';`,
    use: `const seen = (globalThis as { corpusOrder?: string[] }).corpusOrder; return seen;`,
  }),
  madeCase('effects', 'of a package with "sideEffects": false', {
    files: order,
    imports: `import 'effect-first';`,
    use: `return (globalThis as { corpusOrder?: string[] }).corpusOrder ?? 'dropped';`,
  }),
  madeCase('effects', 'under "sideEffects": false of the plugin', {
    files: {
      'package.json': JSON.stringify({
        name: 'corpus',
        version: '1.0.0',
        type: 'module',
        sideEffects: false,
        sigil: { plugin: true },
      }),
      'src/one.ts': `(globalThis as { corpusOrder?: string[] }).corpusOrder = ['one'];\n`,
      'src/two.ts': `(globalThis as { corpusOrder?: string[] }).corpusOrder?.push('two');\nexport const unused = 1;\n`,
      'src/barrel.ts': `export { unused } from './two.js';\nexport const used = 2;\n`,
    },
    imports: `import './one.js';\nimport { used } from './barrel.js';`,
    use: `return [used, (globalThis as { corpusOrder?: string[] }).corpusOrder ?? 'dropped'];`,
  }),
  madeCase('live bindings', 'through export *', {
    files: { ...starred, 'src/all.ts': `export * from 'starred';\nexport const mine = 'mine';\n` },
    imports: `import * as all from './all.js';\nimport { add, count } from './all.js';`,
    use: `const before = count; add(); add(); return [before, count, all.own, all.mine, 'default' in all, Object.keys(all).sort()];`,
  }),
  madeCase('live bindings', 'export * of CommonJS', {
    files: { ...flagged, 'src/all.ts': `export * from 'flagged';\nexport * from 'semver';\n` },
    imports: `import * as all from './all.js';`,
    use: `const names = Object.keys(all); return [all.name, all.satisfies('1.2.3', '^1'), names.includes('default'), names.includes('__esModule')];`,
  }),
  madeCase('live bindings', 'export * as, and named', {
    files: {
      ...starred,
      'src/all.ts': `export * as starred from 'starred';\nexport { default as text, own } from 'starred';\n`,
    },
    imports: `import { own, starred, text } from './all.js';`,
    use: `starred.add(); return [own, text, starred.count, Object.keys(starred).sort()];`,
  }),
  madeCase('dynamic import', 'computed specifier', {
    files: { ...starred, ...importOnly },
    use: `const name: string = ['import', 'only'].join('-'); const all = (await import(name)) as { label: string };
  return [all.label, ((await import('star' + 'red')) as { own: string }).own];`,
  }),
  madeCase('dynamic import', 'computed path of an own file', {
    files: { 'src/parts/a.ts': `export const part = 'a';\n`, 'src/parts/b.ts': `export const part = 'b';\n` },
    use: `const parts: string[] = []; for (const name of ['a', 'b']) parts.push(((await import(\`./parts/\${name}.js\`)) as { part: string }).part); return parts;`,
  }),
  madeCase('dynamic import', 'path of an own file that begins with a variable', {
    files: { 'src/parts/a.ts': `export const part = 'a';\n` },
    use: `const parts: string[] = []; for (const folder of ['./parts', \`\${import.meta.dirname}/parts\`]) parts.push(((await import(\`\${folder}/a.js\`)) as { part: string }).part); return parts;`,
  }),
  madeCase('dynamic import', 'a package that is not installed', {
    files: {},
    use: `const name: string = 'not-installed-anywhere'; return import(name).catch((error: { code: string }) => error.code);`,
  }),
  madeCase('dynamic import', 'an own file, which is evaluated then', {
    files: { 'src/late.ts': `(globalThis as { late?: number }).late = 1;\nexport default 'late';\n` },
    use: `const before = (globalThis as { late?: number }).late ?? 0; const { default: text } = await import('./late.js');
  return [before, text, (globalThis as { late?: number }).late, (await import('./late.js')) === (await import('./late.js'))];`,
  }),
  madeCase('two versions of one package', 'each from its own place', {
    files: {
      ...packageFiles(
        'outer',
        { type: 'module', exports: { types: './index.d.ts', default: './index.js' } },
        {
          'index.js': `export { version as inner } from 'versioned';\n`,
          'index.d.ts': `export declare const inner: string;\n`,
          'node_modules/versioned/package.json':
            '{"name":"versioned","version":"1.0.0","type":"module","exports":"./index.js"}',
          'node_modules/versioned/index.js': `export const version = '1';\n`,
        },
      ),
      ...packageFiles(
        'versioned',
        { type: 'module', exports: { types: './index.d.ts', default: './index.js' } },
        {
          'index.js': `export const version = '2';\n`,
          'index.d.ts': `export declare const version: string;\n`,
        },
      ),
    },
    imports: `import { inner } from 'outer';\nimport { version } from 'versioned';`,
    use: `return [inner, version];`,
  }),
  madeCase('built-in modules', 'default, named and namespace', {
    files: {},
    imports: `import fs, { existsSync } from 'node:fs';\nimport * as path from 'node:path';\nimport EventEmitter from 'node:events';\nimport { setTimeout as sleep } from 'timers/promises';`,
    use: `const os = await import('node:os'); await sleep(1);
  return [fs.existsSync === existsSync, path.posix.join('a', 'b'), typeof (path as unknown as { default?: object }).default, typeof new EventEmitter().on, os.default.EOL === os.EOL];`,
  }),
];
