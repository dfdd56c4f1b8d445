import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openPluginReader, type PluginReading } from './plugin-reader.js';
import { caseConfig, makeCaseFolder, toolReturning, toolTaking, writeCaseFiles } from './reader-cases.test-support.js';

const core = `import { Tool } from '@sigil/core';\n`;
let folder: string;

beforeEach(() => {
  folder = makeCaseFolder();
  configure({});
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (files: Readonly<Record<string, string>>): void => writeCaseFiles(folder, files);
const configure = (options: object): void =>
  write({
    'tsconfig.json': JSON.stringify({
      ...caseConfig,
      compilerOptions: { ...caseConfig.compilerOptions, types: [], ...options },
    }),
  });
const read = (): PluginReading => openPluginReader(folder).read();
const found = ({ diagnostics }: PluginReading): string[] => diagnostics.map((one) => `${one.code} ${one.file}`);
const tools = ({ model }: PluginReading): string[] =>
  model.classes.flatMap((one) => one.methods.map((method) => method.name));

test('the doc comments of JavaScript are its types', () => {
  const compilerOptions = { ...caseConfig.compilerOptions, allowJs: true, checkJs: true };
  const length = '/** @param {string} text */\nexport const lengthOf = (text) => text.length;\n';
  const comment = '/**\n   * @param {string} x\n   * @returns {string}\n   */';
  write({
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['src'] }),
    'src/length.js': length,
    'src/plugin.ts': `${core}import { lengthOf } from './length.js';\nexport class P { @Tool() measure(x: string) { return { size: lengthOf(x) }; } }`,
    'src/script.js': `${core}export class Q {\n  ${comment}\n  @Tool() echo(x) { return x; }\n}`,
  });

  const reading = read();

  expect(found(reading)).toEqual([]);
  expect(tools(reading).sort()).toEqual(['echo', 'measure']);
});

describe('tsconfig.json', () => {
  test('may be missing', () => {
    rmSync(join(folder, 'tsconfig.json'));
    rmSync(join(folder, 'node_modules/@sigil/core'));
    write({
      'node_modules/@sigil/core/package.json': `{ "name": "@sigil/core", "type": "module", "exports": { ".": { "types": "./index.d.ts", "default": "./index.js" } } }`,
      'node_modules/@sigil/core/index.d.ts': `export declare function Tool(): (target: object, key: string | symbol, descriptor: PropertyDescriptor) => void;`,
      'plugin.ts': core + toolTaking('x: string'),
      'dist/plugin.d.ts': 'export declare const x: Broken;',
    });

    const reading = read();

    expect(found(reading)).toEqual([]);
    expect(tools(reading)).toEqual(['run']);
  });

  test('is reported when it cannot be parsed', () => {
    write({ 'tsconfig.json': '{ "compilerOptions": { "strict": tru } }', 'src/plugin.ts': core });

    expect(found(read())).toEqual(['SIGIL002 tsconfig.json']);
  });

  test('is reported when it includes no files', () => {
    expect(found(read())).toEqual(['SIGIL002 tsconfig.json']);
  });

  test('is reported when it leaves its files to the configurations that it refers to', () => {
    const solution = { files: [], include: [], references: [{ path: './tsconfig.lib.json' }] };
    write({
      'tsconfig.json': JSON.stringify(solution),
      'tsconfig.lib.json': JSON.stringify(caseConfig),
      'src/plugin.ts': core + toolTaking('x: string'),
    });
    const alone = read();
    write({
      'tsconfig.json': JSON.stringify({
        ...solution,
        extends: './tsconfig.lib.json',
        files: undefined,
        include: ['src'],
      }),
    });

    expect(alone.diagnostics).toMatchObject([
      {
        code: 'SIGIL002',
        file: 'tsconfig.json',
        fix: expect.stringContaining('"extends": "./tsconfig.lib.json"') as string,
      },
    ]);
    expect(tools(read())).toEqual(['run']);
  });

  test.each([{ strict: false }, { strictNullChecks: false }])('is rejected with %j', (options) => {
    configure(options);
    write({ 'src/plugin.ts': core + toolTaking('x: string | null') });

    expect(found(read())).toEqual(['SIGIL003 tsconfig.json']);
  });

  test('may configure a composite project with an output folder', () => {
    configure({ composite: true, rootDir: 'src', outDir: 'dist', declaration: true });
    write({ 'src/plugin.ts': core + toolTaking('x: string') });

    expect(found(read())).toEqual([]);
  });
});

describe('type errors', () => {
  test('are reported without further errors about the unresolved types', () => {
    write({ 'src/plugin.ts': `${core}import type { Gone } from './gone.js';\n${toolTaking('x: Gone, y: Missing')}` });

    expect(found(read())).toEqual(['SIGIL001 src/plugin.ts', 'SIGIL001 src/plugin.ts']);
  });

  test('are reported together with other diagnostics', () => {
    write({ 'src/a.ts': 'export const a: string = 1;', 'src/plugin.ts': core + toolTaking('x: any') });

    expect(found(read())).toEqual(['SIGIL001 src/a.ts', 'SIGIL040 src/plugin.ts']);
  });

  test('in a package are reported where the plugin uses the unresolved type', () => {
    write({
      'node_modules/broken/package.json': '{ "name": "broken", "types": "index.d.ts" }',
      'node_modules/broken/index.d.ts': `import type { Gone } from 'gone'; export interface Box { inner: Gone }`,
      'src/plugin.ts': `${core}import type { Box } from 'broken';\n${toolTaking('x: Box')}`,
    });

    expect(found(read())).toEqual(['SIGIL041 src/plugin.ts']);
  });
});

describe('with checksTypes: false', () => {
  const readFast = (): PluginReading => openPluginReader(folder, { checksTypes: false }).read();

  test('type errors outside of schemas are not reported', () => {
    write({ 'src/a.ts': 'export const a: string = 1;', 'src/plugin.ts': core + toolTaking('x: string') });

    expect(found(read())).toEqual(['SIGIL001 src/a.ts']);
    expect(found(readFast())).toEqual([]);
    expect(tools(readFast())).toEqual(['run']);
  });

  test('unresolved types are still explained by the compiler', () => {
    write({ 'src/plugin.ts': `${core}import type { Gone } from './gone.js';\n${toolTaking('x: Gone')}` });

    expect(readFast().diagnostics).toEqual(read().diagnostics);
  });

  test('syntax errors are still reported', () => {
    write({ 'src/a.ts': 'export const a = ;', 'src/plugin.ts': core + toolTaking('x: string') });

    expect(readFast().diagnostics).toEqual(read().diagnostics);
  });
});

test('two published classes with the same name are reported at the second', () => {
  write({
    'src/a.ts': core + toolTaking('x: string'),
    'src/b.ts': core + toolTaking('x: string').replace('run', 'walk'),
  });

  expect(read().diagnostics).toMatchObject([
    { code: 'SIGIL021', file: 'src/b.ts', line: 2, column: 14, message: expect.stringContaining('src/a.ts:2:14') },
  ]);
});

test('standard decorators publish tools too', () => {
  configure({ experimentalDecorators: false });
  write({ 'src/plugin.ts': core + toolTaking('x: string') });

  expect(tools(read())).toEqual(['run']);
});

test('import.meta is allowed in a plugin', () => {
  write({ 'src/plugin.ts': `${core}export const here = import.meta.url;\n${toolTaking('x: string')}` });

  expect(found(read())).toEqual([]);
});

test('the result lists source and configuration files, but no installed packages', () => {
  write({
    'base.json': '{ "compilerOptions": { "strict": true } }',
    'tsconfig.json': JSON.stringify({ ...caseConfig, extends: './base.json' }),
    'src/plugin.ts': `${core}import type { Shared } from '../shared/shared.js';\n${toolTaking('x: Shared')}`,
    'shared/shared.ts': 'export type Shared = string;',
  });

  expect(read().files).toEqual(
    ['base.json', 'shared/shared.ts', 'src/plugin.ts', 'tsconfig.json'].map((name) => join(folder, name)),
  );
});

describe('after a refresh', () => {
  test('changed, added and deleted files are picked up', () => {
    write({ 'src/a.ts': core + toolTaking('x: string'), 'src/b.ts': 'export const b = 1;' });
    const reader = openPluginReader(folder);
    expect(tools(reader.read())).toEqual(['run']);

    write({
      'src/a.ts': core + toolTaking('x: string').replace('run', 'walk'),
      'src/c.ts': core + toolReturning('string'),
    });
    rmSync(join(folder, 'src/b.ts'));
    reader.refresh(['src/a.ts', 'src/b.ts', 'src/c.ts'].map((name) => join(folder, name)));

    const reading = reader.read();
    expect(tools(reading)).toEqual(['walk', 'run']);
    expect(reading.files.map((name) => name.slice(folder.length))).toEqual([
      '/src/a.ts',
      '/src/c.ts',
      '/tsconfig.json',
    ]);
    reader.close();
  });

  test('an import resolves once its file is added, and is reported once it is deleted', () => {
    write({ 'src/plugin.ts': `${core}import type { X } from '../shared/x.js';\n${toolTaking('x: X')}` });
    const reader = openPluginReader(folder);
    expect(found(reader.read())).toEqual(['SIGIL001 src/plugin.ts']);

    write({ 'shared/x.ts': 'export type X = string;' });
    reader.refresh([join(folder, 'shared/x.ts')]);
    expect(found(reader.read())).toEqual([]);

    rmSync(join(folder, 'shared/x.ts'));
    reader.refresh([join(folder, 'shared/x.ts')]);
    expect(found(reader.read())).toEqual(['SIGIL001 src/plugin.ts']);
    reader.close();
  });

  test('a changed tsconfig.json takes effect', () => {
    write({ 'src/plugin.ts': core + toolTaking('x: string') });
    const reader = openPluginReader(folder);
    expect(found(reader.read())).toEqual([]);

    configure({ strict: false });
    reader.refresh([join(folder, 'tsconfig.json')]);

    expect(found(reader.read())).toEqual(['SIGIL003 tsconfig.json']);
    reader.close();
  });
});
