import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allCases } from './all-cases.mjs';
import { folderName } from './run-cases.mjs';
import { installedFolder } from './installed-packages.mjs';

const real = allCases.filter(({ package: name }) => !name.startsWith('('));

describe('the corpus', () => {
  it('has at least sixty packages, and gives each case a folder of its own', () => {
    expect(new Set(real.map(({ package: name }) => name)).size).toBeGreaterThanOrEqual(60);
    expect(new Set(allCases.map(folderName)).size).toBe(allCases.length);
  });

  it('installs exactly the packages that its cases import, and their types', async () => {
    const { dependencies } = JSON.parse(await readFile(join(installedFolder, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    const texts = allCases.map(({ files }) => files['src/plugin.ts']).join('\n');
    const installed = Object.keys(dependencies).filter((name) => !name.startsWith('@types/'));
    expect(installed.filter((name) => !new RegExp(`['"]${name}['"/]`).test(texts))).toEqual([]);
    expect([...new Set(real.map(({ package: name }) => name))].filter((name) => !(name in dependencies))).toEqual([]);
    expect(Object.values(dependencies).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });
});
