/**
 * Builds applications whose classes are constructed by a framework.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { PluginModule } from '@sigil/core/building';
import { expect, onTestFinished, test } from 'vitest';
import { buildPlugin, openPluginBuilder } from './build-plugin.js';
import { makePluginFolder } from './plugin-folder.test-support.js';

const source = `import { Tool } from '@sigil/core';
import { connect } from './database.js';

/** A service that no plugin could construct. */
export interface Database { find(id: string): Promise<string> }

export class Orders {
  static readonly carry = ['never'];
  constructor(private readonly database: Database, readonly url: string) { connect(url); }

  start(): void {}

  /** Find an order. */
  @Tool() find(id: string): Promise<string> { return this.database.find(id); }
}
`;
const files = {
  'src/orders.ts': source,
  'src/database.ts': "export function connect(url: string): void {\n  throw new Error('connected to ' + url);\n}\n",
};
const described = (more: object): string => JSON.stringify({ name: 'shop', version: '1.0.0', type: 'module', ...more });
const nest = { 'package.json': described({ sigil: { framework: 'nestjs' } }) };

test('the constructor, the state and the steps of a class are those of its framework', async () => {
  const folder = await makePluginFolder({ ...files, ...nest });

  const { manifest, diagnostics } = await buildPlugin(folder.path);

  expect(diagnostics).toEqual([]);
  expect(manifest?.plugin).toEqual({ name: 'shop', version: '1.0.0', framework: 'nestjs' });
  expect(manifest?.classes).toEqual([{ name: 'Orders', file: 'src/orders.ts' }]);
  expect(manifest?.services).toBeUndefined();
  // Any of its code may announce updates.
  expect(manifest?.announcesUpdates).toBe(true);
});

test('a package that depends on the module of a framework is an application of it', async () => {
  const folder = await makePluginFolder({
    ...files,
    'package.json': described({ dependencies: { '@sigil/nestjs': '1.0.0' } }),
  });

  const { manifest } = await buildPlugin(folder.path);

  expect(manifest?.plugin.framework).toBe('nestjs');
});

test('the built code has the generated functions, and none of the application', async () => {
  const folder = await makePluginFolder({ ...files, ...nest });
  await buildPlugin(folder.path);

  const evaluate = createRequire(import.meta.url)(join(folder.path, 'dist/plugin.cjs')) as (
    ...core: object[]
  ) => Promise<PluginModule>;
  const { classes, tools } = await evaluate({}, {});

  expect([...classes.keys(), ...tools.keys()]).toEqual(['find']);
  expect(await folder.read('dist/plugin.cjs')).not.toContain('connected to');
});

test('a builder reads the constructors of a folder that is no application any more', async () => {
  const folder = await makePluginFolder({ ...files, ...nest });
  const builder = await openPluginBuilder(folder.path);
  onTestFinished(() => builder.close());
  await builder.build();

  await folder.write({ 'package.json': described({}) });
  builder.refresh([join(folder.path, 'package.json')]);
  const { diagnostics } = await builder.build();

  expect(diagnostics.map(({ code }) => code)).toContain('SIGIL034');
});

test('the sources are those of tsconfig.build.json, with the types of every installed @types package', async () => {
  const folder = await makePluginFolder({
    ...files,
    ...nest,
    'tsconfig.json': JSON.stringify({
      compilerOptions: { module: 'nodenext', strict: true, experimentalDecorators: true },
    }),
    'tsconfig.build.json': JSON.stringify({ extends: './tsconfig.json', exclude: ['node_modules', 'test', 'dist'] }),
    'test/orders.e2e-spec.ts': "describe('orders', () => undefined);\n",
    'src/upload.ts': 'export const file: Uploads.File = { bytes: 5 };\n',
    'node_modules/@types/uploads/index.d.ts': 'declare namespace Uploads { interface File { bytes: number } }\n',
  });

  expect((await buildPlugin(folder.path)).diagnostics).toEqual([]);
});
