import { describe, expect, test } from 'vitest';
import { makePluginFolder, writeTsconfig, type PluginFolder } from '../../build/plugin-folder.test-support.js';
import { startNativeCheck } from './native-check.js';
import { openPluginProject } from './plugin-project.js';
import { openPluginReader, type PluginReading } from '../plugin-reader.js';

/** Returns a large enough plugin source, with a method with this body. */
const sourceWith = (body: string): string => `import { Tool } from '@sigil/core';
export class Sums {
  /** Adds. */
  @Tool() add(a: number, b: number): number { ${body} }
}
${'// A line that makes the file long, as those of large plugins are in sum.\n'.repeat(1500)}`;

const sound = 'return a + b;';

/** Declarations, as in an installed package: the native compiler would check sources too. */
const core = {
  'node_modules/@sigil/core/package.json': `{ "name": "@sigil/core", "type": "module", "exports": { "types": "./index.d.ts" } }`,
  'node_modules/@sigil/core/index.d.ts': `export declare function Tool(): (target: object, key: string, descriptor: PropertyDescriptor) => void;`,
};

const folderWith = (body: string, files: Readonly<Record<string, string>> = {}): Promise<PluginFolder> =>
  makePluginFolder({ ...core, 'src/sums.ts': sourceWith(body), ...files });

const isSound = ({ path }: PluginFolder): Promise<boolean> | undefined =>
  startNativeCheck(openPluginProject(path))?.isSound;

describe('startNativeCheck()', () => {
  test.each([
    { composite: true, outDir: 'dist', noEmit: false },
    { declaration: true, declarationMap: true, declarationDir: 'types', emitDeclarationOnly: true },
    { declaration: true, isolatedDeclarations: true },
    { incremental: true, tsBuildInfoFile: 'info', rootDir: 'elsewhere' },
  ])('accepts a sound plugin whatever its output options are: %j', async (options) => {
    const config = writeTsconfig({ experimentalDecorators: true, ...options });
    const folder = await folderWith(sound, { 'tsconfig.json': config, 'src/one.ts': 'export const one = Number(1);' });

    expect(await isSound(folder)).toBe(true);
  });

  test('ignores tests, which are not part of the plugin', async () => {
    const folder = await folderWith(sound, { 'src/sums.test.ts': 'export const broken: string = 1;' });

    expect(await isSound(folder)).toBe(true);
  });

  test('rejects an error in the body of a method', async () => {
    expect(await isSound(await folderWith('return a + missing;'))).toBe(false);
  });

  test('rejects an option that the native compiler does not know', async () => {
    const options = { baseUrl: '.', ignoreDeprecations: '6.0', experimentalDecorators: true };
    const folder = await folderWith(sound, { 'tsconfig.json': writeTsconfig(options) });

    expect(await isSound(folder)).toBe(false);
  });
});

test('a small plugin or one with JavaScript is not passed to the native compiler', async () => {
  const small = await makePluginFolder({ 'src/a.ts': 'export {};' });
  const allowingJs = await folderWith(sound, { 'tsconfig.json': writeTsconfig({ allowJs: true }) });

  expect([small, allowingJs].map(isSound)).toEqual([undefined, undefined]);
});

describe('readFirst()', () => {
  test.each([
    ['of a sound plugin', sound, {}],
    ['of a body with an error', 'const sum: string = a + b; return sum;', {}],
    ['of a sound plugin with an option that only one compiler knows', sound, { baseUrl: '.' }],
    ['of errors under an option that only one compiler knows', 'return a + missing;', { baseUrl: '.' }],
    ['of an error in a signature', 'return missing; } @Tool() send(f: () => void): void {', {}],
  ])('gives the same result as read() %s', async (_, body, options) => {
    const { path } = await folderWith(body, {
      'tsconfig.json': writeTsconfig({ experimentalDecorators: true, ...options }),
    });

    const first = await openPluginReader(path).readFirst();

    expect(summaryOf(first)).toEqual(summaryOf(openPluginReader(path).read()));
    expect(first.diagnostics.length > 0).toBe(body !== sound);
  });
});

test('an error added after a sound first reading is found by the next reading', async () => {
  const folder = await folderWith(sound);
  const reader = openPluginReader(folder.path);
  await reader.readFirst();

  await folder.write({ 'src/sums.ts': sourceWith('return a + missing;') });
  reader.refresh([`${folder.path}/src/sums.ts`]);

  expect(reader.read().diagnostics.map(({ code }) => code)).toEqual(['SIGIL001']);
});

const summaryOf = ({ model, diagnostics, files }: PluginReading): object => ({
  diagnostics,
  files,
  tools: model.classes.flatMap((one) => one.methods.map(({ name, at }) => [name, at])),
});
