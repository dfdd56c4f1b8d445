import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makePluginFolder, writeTsconfig } from '../build/plugin-folder.test-support.js';
import { compileSource } from './compile-source.js';

const source = `import type { JsonObject } from '@sigil/core';
const mark = (...args: unknown[]): void => void seen.push(args.length === 3 ? 'experimental' : 'standard');
export const seen: string[] = [];
export default class Greeter {
  readonly name: JsonObject = {};
  @mark greet(): string { throw new Error('here'); }
}
`;

async function compiledWith(files: Readonly<Record<string, string>>) {
  const { path } = await makePluginFolder(files);
  const changed = await compileSource(path, join(path, 'src', 'greeter.ts'), source);
  // Sound: the text above exports exactly this.
  const module = (await import(`data:text/javascript,${encodeURIComponent(changed.code)}`)) as {
    readonly seen: readonly string[];
    readonly default: new () => object;
  };
  return { ...changed, module };
}

describe('the decorators chosen by tsconfig.json', () => {
  test.each([
    ['experimental', { 'tsconfig.json': writeTsconfig({ experimentalDecorators: true }) }],
    ['standard', { 'tsconfig.json': writeTsconfig({}) }],
    ['standard', { 'tsconfig.json': '{"extends":"./base.json"}', 'base.json': writeTsconfig({}) }],
  ])('are %s', async (kind, files) => {
    const { module } = await compiledWith(files);

    expect(module.seen).toEqual([kind]);
    expect(module.default.name).toBe('Greeter');
  });
});

test.each([{ experimentalDecorators: true }, {}])(
  'with %j the source map points to the exact original position',
  async (options) => {
    const { code, map } = await compiledWith({ 'tsconfig.json': writeTsconfig(options) });

    const before = code.slice(0, code.indexOf('new Error')).split('\n');
    const place = new SourceMap(JSON.parse(map)).findEntry(before.length - 1, before.at(-1)!.length);

    expect(place).toMatchObject({ originalLine: 5, originalColumn: source.split('\n')[5]!.indexOf('new Error') });
  },
);

test('a syntax error rejects with its file, line and column', async () => {
  const { path } = await makePluginFolder({});

  await expect(compileSource(path, join(path, 'a.ts'), 'class {')).rejects.toThrow('a.ts:1:6');
});
