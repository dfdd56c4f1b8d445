/**
 * The tools of a class with published methods are in the manifest and in the code, in whatever way the class is written and
 * exported.
 */
import { join } from 'node:path';
import type { Manifest, PluginModule } from '@sigil/core/building';
import { bindPlugin, readManifest } from '@sigil/core/catalog';
import { describe, expect, test } from 'vitest';
import { evaluateBundle } from '../bundle/evaluate-bundle.test-support.js';
import { idleContext } from '../plugin-code/evaluate-decoders.test-support.js';
import { buildPlugin } from './build-plugin.js';
import { makePluginFolder, writeTsconfig } from './plugin-folder.test-support.js';

interface Built {
  readonly manifest: Manifest;
  readonly module: PluginModule;
}

async function build(source: string, compilerOptions: object = {}): Promise<Built> {
  const folder = await makePluginFolder({
    'tsconfig.json': writeTsconfig(compilerOptions),
    'src/plugin.ts': `import { Tool } from '@sigil/core';\n${source}`,
  });
  expect((await buildPlugin(folder.path)).diagnostics).toEqual([]);
  return {
    manifest: readManifest(JSON.parse(await folder.read('dist/manifest.json')), 'sample'),
    module: await evaluateBundle(await folder.read('dist/plugin.cjs'), join(folder.path, 'dist', 'plugin.cjs')),
  };
}

/** Returns `Class.method` of each tool, after binding and running it. */
async function toolsOf({ manifest, module }: Built): Promise<string[]> {
  const { components } = bindPlugin(manifest, module);
  for (const tool of components.tools) expect(await tool.run({}, idleContext)).toMatchObject({ isError: false });
  return manifest.tools.map(({ origin }) => `${origin.class}.${origin.method}`).sort();
}

const ping = `{ @Tool() ping(): string { return 'pong'; } }`;
const pong = `{ @Tool() pong(): string { return 'ping'; } }`;
const mixin = `function Pinging<Base extends new (...args: any[]) => object>(base: Base) { return class extends base ${ping}; }`;

describe('standard decorators', () => {
  test.each([
    ['an anonymous class expression', `export const Sample = class ${ping};`, ['Sample.ping']],
    ['a named class expression', `export const Sample = class Named ${ping};`, ['Named.ping']],
    [
      'one that is exported under another name',
      `const Sample = class ${ping};\nexport { Sample as Other };`,
      ['Sample.ping'],
    ],
    ['one in a variable that keeps its value', `export let Sample = class ${ping};`, ['Sample.ping']],
    ['one with an assertion', `export const Sample = (class ${ping}) as new () => object;`, ['Sample.ping']],
    [
      'one that must satisfy a type',
      `export const Sample = class ${ping} satisfies new () => object;`,
      ['Sample.ping'],
    ],
    ['a default export', `export default (class Sample ${ping});`, ['Sample.ping']],
    ['a variable that is the default export', `const Sample = class ${ping};\nexport default Sample;`, ['Sample.ping']],
    [
      'one that is exported twice',
      `export const Sample = class ${ping};\nexport const Same = Sample;`,
      ['Sample.ping'],
    ],
    ['a base without a name', `export class Sample extends (class ${ping}) ${pong}`, ['Sample.ping', 'Sample.pong']],
    [
      'a class that a function returns',
      `function make() { return class ${ping}; }\nexport const Sample = make();`,
      ['Sample.ping'],
    ],
    ['a mixin', `${mixin}\nexport const Sample = Pinging(class ${pong});`, ['Sample.ping', 'Sample.pong']],
    [
      'a class that extends a mixin',
      `${mixin}\nclass Base {}\nexport class Sample extends Pinging(Base) ${pong}`,
      ['Sample.ping', 'Sample.pong'],
    ],
    [
      'a decorator in parentheses',
      `export class Sample { @(Tool()) ping(): string { return 'pong'; } }`,
      ['Sample.ping'],
    ],
  ])('tools are published from %s', async (_how, source, tools) => {
    expect(await toolsOf(await build(source))).toEqual(tools);
  });

  test('a class from outside the plugin is published when the plugin re-exports it', async () => {
    const folder = await makePluginFolder({
      'tsconfig.json': writeTsconfig({}),
      'shared/sample.ts': `import { Tool } from '@sigil/core';\nexport class Sample ${ping}\nexport abstract class Unused ${pong}`,
      'src/plugin.ts': `export { Sample } from '../shared/sample.js';`,
    });

    const { diagnostics, manifest } = await buildPlugin(folder.path);
    const module = await evaluateBundle(await folder.read('dist/plugin.cjs'), join(folder.path, 'dist', 'plugin.cjs'));

    expect(diagnostics).toEqual([]);
    expect(module.unpublished).toEqual(['tool pong']);
    expect(await toolsOf({ manifest: manifest!, module })).toEqual(['Sample.ping']);
  });
});

describe.each([
  ['experimental', { experimentalDecorators: true }],
  ['standard', {}],
])('with %s decorators', (_flavour, options) => {
  test('a method may declare the type of `this`', async () => {
    const source = `export class Sample { readonly word = 'pong'; @Tool() ping(this: Sample): string { return this.word; } }`;

    expect(await toolsOf(await build(source, options))).toEqual(['Sample.ping']);
  });

  test('binding rejects a decorated class that the build could not discover', async () => {
    const source = `
      import { Tool } from '@sigil/core';
      declare const elsewhere: any;
      class Hidden { @elsewhere.Tool() secret(): string { return ''; } }
      export const hidden = [Hidden];
      export class Sample ${ping}`;
    const folder = await makePluginFolder({ 'tsconfig.json': writeTsconfig(options), 'src/plugin.ts': source });
    const { manifest } = await buildPlugin(folder.path);
    const code = await folder.read('dist/plugin.cjs');
    const published = code.replace('"use strict";', '"use strict"; const elsewhere = __sigil_own_core;');

    const module = await evaluateBundle(published, join(folder.path, 'dist', 'plugin.cjs'));

    expect(() => bindPlugin(manifest!, module)).toThrow(
      'its code publishes tool secret on a class that the manifest does not list',
    );
  });
});
