import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bundleLibrary } from './bundle-library.mjs';
import { entriesOf } from './entries-of.mjs';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nx-bundle-'));
  write({
    'package.json': JSON.stringify({
      type: 'module',
      exports: {
        '.': { '@sigil/source': './src/index.ts', default: './dist/index.js' },
        './one': { '@sigil/source': './src/parts/one.ts', default: './dist/one.js' },
        './package.json': './package.json',
      },
      sigil: { programs: ['src/parts/far.ts'] },
    }),
    'src/index.ts': `export { One } from './parts/one.js';\nexport const later = () => import('./parts/later.js');\n`,
    'src/parts/one.ts': `export class One {}\n`,
    'src/parts/later.ts': `export { One } from './one.js';\n`,
    'src/parts/far.ts': `import { join } from 'some-package';\nexport default join;\n`,
  });
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

function written(): string[] {
  const entries = readdirSync(join(folder, 'dist'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => entry.name.replace(/-[A-Z0-9]{8}\./, '-*.'));
  return files.toSorted();
}

test('the exports form one group of entries, and each program forms its own', () => {
  const exports = {
    '.': { '@sigil/source': './src/index.ts' },
    './one': { '@sigil/source': './src/one.ts' },
    './package.json': './package.json',
  };

  expect(entriesOf({ exports, sigil: { programs: ['src/main.ts', 'src/far.ts'] } })).toEqual([
    ['./src/index.ts', './src/one.ts'],
    ['src/main.ts'],
    ['src/far.ts'],
  ]);
  expect(entriesOf({})).toEqual([]);
});

test('a source that is bundled alone forms its own group', () => {
  const exports = { '.': { '@sigil/source': './src/index.ts' } };

  expect(entriesOf({ exports, sigil: { alone: ['src/web.ts'] } })).toEqual([['./src/index.ts'], ['src/web.ts']]);
});

test('an entry that imports nothing of Node does so after its shared modules were merged', async () => {
  const { exports, ...manifest } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const web = { '@sigil/source': './src/web.ts', default: './dist/web.js' };
  write({
    'package.json': JSON.stringify({ ...manifest, exports: { ...exports, './web': web } }),
    'src/index.ts': `export { readFileSync } from 'node:fs';\nexport { Shared } from './shared.js';\n`,
    'src/shared.ts': `export class Shared {}\n`,
    'src/web.ts': `import { Shared } from './shared.js';\nexport const two = [Shared, ${JSON.stringify('x'.repeat(2_000))}];\n`,
  });

  await bundleLibrary(folder);

  expect(readFileSync(join(folder, 'dist/web.js'), 'utf8')).not.toMatch(/node:|index\.js/);
  expect(readFileSync(join(folder, 'dist/index.js'), 'utf8')).toContain('web.js');
});

test('a source that is bundled alone is loaded as a module of its own, and imports none of the others', async () => {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  write({
    'package.json': JSON.stringify({ ...manifest, sigil: { alone: ['src/web.ts'] } }),
    'src/index.ts': `export { Shared } from './shared.js';\nexport const later = () => import('./web.js');\n`,
    'src/shared.ts': `export class Shared {}\n`,
    'src/web.ts': `export { Shared } from './shared.js';\n`,
  });

  await bundleLibrary(folder);

  expect(readFileSync(join(folder, 'dist/web.js'), 'utf8')).not.toContain('import');
  expect(readFileSync(join(folder, 'dist/index.js'), 'utf8')).toContain('import("./web.js")');
  expect(written()).toEqual(['index.js', 'one.js', 'web.js']);
});

test('each entry becomes a module in dist, next to a chunk for a dynamic import', async () => {
  await bundleLibrary(folder);

  expect(written()).toEqual(['far.js', 'index.js', 'later-*.js', 'one.js']);
});

test('an entry imports shared code from an entry that has no other code, without a third module', async () => {
  await bundleLibrary(folder);
  const built = (name: string): string => readFileSync(join(folder, 'dist', name), 'utf8');

  expect(built('one.js')).toContain('class');
  expect(built('index.js')).toContain('from "./one.js"');
});

test('code shared by entries with code of their own goes into the entry that loads least', async () => {
  write({ 'src/parts/one.ts': `export { One } from './shared.js';\nexport const own = 1;\n` });
  write({
    'src/parts/shared.ts': `const hidden = 2;\nexport class One {}\nexport const own = (): number => hidden;\n`,
    'src/parts/later.ts': `export { One } from './shared.js';\n`,
  });
  write({ 'src/index.ts': `export { One, own } from './parts/shared.js';\nexport const two = 'more than one';\n` });

  await bundleLibrary(folder);
  const load = (name: string): Promise<Record<string, unknown>> =>
    import(/* @vite-ignore */ pathToFileURL(join(folder, 'dist', name)).href);

  expect(written()).toEqual(['far.js', 'index.js', 'one.js']);
  expect(await load('one.js')).toMatchObject({ own: 1 });
  expect((await load('index.js'))['own']).toBeTypeOf('function');
});

test('entries import only entries that load less, without a cycle', async () => {
  const names = ['a', 'b', 'c', 'd'];
  const exports = names.map((name) => [`./${name}`, { '@sigil/source': `./src/${name}.ts` }]);
  write({
    'package.json': JSON.stringify({ type: 'module', exports: Object.fromEntries(exports) }),
    'src/ab.ts': 'export const ab = {};\n',
    'src/abcd.ts': `export { ab } from './ab.js';\nexport const abcd = {};\n`,
    'src/bd.ts': `import { abcd } from './abcd.js';\nexport const bd = { abcd };\n`,
    'src/a.ts': `export * from './abcd.js';\nexport const a = 'a'.repeat(1);\n`,
    'src/b.ts': `export * from './abcd.js';\nexport * from './bd.js';\nexport const b = 'b'.repeat(22);\n`,
    'src/c.ts': `export * from './abcd.js';\nexport const c = 'c'.repeat(333);\n`,
    'src/d.ts': `export * from './abcd.js';\nexport * from './bd.js';\nexport const d = 'd'.repeat(4444).length + 1;\n`,
  });

  await bundleLibrary(folder);
  const imports = (name: string): string[] =>
    [...readFileSync(join(folder, `dist/${name}.js`), 'utf8').matchAll(/from "\.\/(\w+)\.js"/g)].map(
      ([, from]) => from!,
    );

  expect(written()).toEqual(['a.js', 'b.js', 'c.js', 'd.js']);
  expect(names.map((name) => [...new Set(imports(name))].toSorted())).toEqual([[], ['a'], ['a'], ['a', 'b']]);
});

test('a program with a top-level await can share code with the module that it awaits', async () => {
  write({
    'src/parts/far.ts': `import { One } from './one.js';\nimport { later } from '../index.js';\nexport const same = (await later()).One === One;\n`,
  });
  await bundleLibrary(folder);
  const program = `import('./dist/far.js').then(({ same }) => process.stdout.write(String(same)))`;

  expect(execFileSync(process.execPath, ['-e', program], { cwd: folder, encoding: 'utf8' })).toBe('true');
});

test('a program and its dynamic import share a class and load no module of the exports', async () => {
  write({
    'package.json': JSON.stringify({
      type: 'module',
      exports: { '.': { '@sigil/source': './src/index.ts', default: './dist/index.js' } },
      sigil: { programs: ['src/parts/far.ts'] },
    }),
    'src/parts/far.ts': `export { One } from './one.js';\nexport const later = () => import('./later.js');\n`,
  });
  await bundleLibrary(folder);
  const text = `import('./dist/far.js').then(async (far) => process.stdout.write(String((await far.later()).One === far.One)))`;

  const ofExports = readdirSync(join(folder, 'dist')).filter((name) => !/^(?:far|program)\b/.test(name));
  for (const name of ofExports) rmSync(join(folder, 'dist', name));

  expect(ofExports).toContain('index.js');
  expect(execFileSync(process.execPath, ['-e', text], { cwd: folder, encoding: 'utf8' })).toBe('true');
});

test('a class is identical in every entry that exports it', async () => {
  write({ 'src/parts/far.ts': 'export {};\n' });
  await bundleLibrary(folder);
  const compare = `Promise.all(['./dist/index.js', './dist/one.js'].map((name) => import(name))).then(([index, one]) =>
    process.stdout.write(typeof index.One + String(index.One === one.One)))`;

  expect(execFileSync(process.execPath, ['-e', compare], { cwd: folder, encoding: 'utf8' })).toBe('functiontrue');
});

test('a CommonJS package is required, and an ES module package is imported', async () => {
  write({
    'node_modules/common/package.json': JSON.stringify({ name: 'common', main: './index.js' }),
    'node_modules/common/index.js': 'exports.one = 1;\n',
    'node_modules/modern/package.json': JSON.stringify({ name: 'modern', type: 'module', exports: './index.js' }),
    'node_modules/modern/index.js': 'export const two = 2;\n',
    'src/parts/far.ts': `import { one } from 'common';\nimport { two } from 'modern';\nexport const both = one + two;\n`,
  });

  await bundleLibrary(folder);

  const built = readFileSync(join(folder, 'dist/far.js'), 'utf8');
  expect(built).toContain('createRequire(import.meta.url)("common")');
  expect(built).toContain('import { two } from "modern"');
  const far: { both?: unknown } = await import(/* @vite-ignore */ pathToFileURL(join(folder, 'dist/far.js')).href);
  expect(far.both).toBe(3);
});

test('an entry of a package for browsers imports neither another entry nor a module of Node', async () => {
  const { exports, ...manifest } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const entry = (name: string) => ({ '@sigil/source': `./src/${name}.ts`, default: `./dist/${name}.js` });
  const entries = { ...exports, './light': entry('light'), './heavy': entry('heavy') };
  write({
    'package.json': JSON.stringify({ ...manifest, exports: entries, sigil: { isForBrowsers: true } }),
    'node_modules/common/package.json': JSON.stringify({ name: 'common', main: 'index.js' }),
    'node_modules/common/index.js': `exports.render = () => 'rendered';\n`,
    'src/shared.ts': `export class Shared {}\n`,
    'src/light.ts': `export { Shared } from './shared.js';\nexport const text = ${JSON.stringify('x'.repeat(2_000))};\n`,
    'src/heavy.ts': `import { render } from 'common';\nexport { Shared } from './shared.js';\nexport const go = render;\n`,
  });

  await bundleLibrary(folder);

  const [light, heavy] = ['light', 'heavy'].map((name) => readFileSync(join(folder, `dist/${name}.js`), 'utf8'));
  expect(light).not.toMatch(/heavy|common/);
  expect(heavy).toContain('from "common"');
  expect(heavy).not.toContain('node:module');
});

test('a file outside the sources is imported from its place', async () => {
  write({ 'src/parts/far.ts': `export { beside } from '../../beside.mjs';\n` });

  await bundleLibrary(folder);

  expect(readFileSync(join(folder, 'dist/far.js'), 'utf8')).toContain('from "../beside.mjs"');
});

test('output of earlier builds is deleted, and declarations of existing sources are kept', async () => {
  write({
    'dist/parts/gone.js': '',
    'dist/parts/gone.d.ts': '',
    'dist/gone.js.map': '',
    'dist/parts/one.d.ts': '',
    'dist/tsconfig.lib.tsbuildinfo': '',
  });

  await bundleLibrary(folder);

  expect(written().filter((name) => !name.endsWith('.js'))).toEqual(['one.d.ts', 'tsconfig.lib.tsbuildinfo']);
});
