import type { BuildInputs } from '@sigil/codegen/inputs';
import { expect, test } from 'vitest';
import { InstalledPackages } from './installed-packages.js';

const inputs = (files: Readonly<Record<string, string>>): BuildInputs => ({
  ...{ files: new Map(Object.entries(files)), missing: [], links: new Map(), roots: [], folders: new Map() },
});

const dep = (hash: string): Record<string, string> => ({
  '/p/node_modules/@acme/dep/package.json': hash,
  '/p/node_modules/@acme/dep/lib/index.js': 'x',
});

test('a package is named once after another version of it was installed', () => {
  const packages = new InstalledPackages();

  const names = ['1', '1', '2', '2'].map((version) => packages.update(inputs(dep(version))));

  expect(names).toEqual([[], [], ['@acme/dep'], []]);
});

test('a package that was missing in between is named', () => {
  const packages = new InstalledPackages();
  packages.update(inputs(dep('1')));
  packages.update(inputs({}));

  expect(packages.update(inputs(dep('2')))).toEqual(['@acme/dep']);
});

test('a package of which a build reads types alone is not named', () => {
  const packages = new InstalledPackages();
  const types = (version: string): BuildInputs =>
    inputs({ '/p/node_modules/@types/node/package.json': version, '/p/node_modules/@types/node/index.d.ts': 'x' });
  packages.update(types('1'));

  expect(packages.update(types('2'))).toEqual([]);
});
