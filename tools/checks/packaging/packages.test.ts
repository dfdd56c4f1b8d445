import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData, type Problem } from '@arethetypeswrong/core';
import { publint, type Message } from 'publint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeProblem } from '../src/problem.ts';
import { checkContents } from './check-contents.ts';
import { type PackedPackage, packPackages, publicPackageNames } from './pack-packages.ts';
import { runProgram } from './run-program.ts';

let folder: string;
let packed: readonly PackedPackage[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sigil-packages-'));
  packed = await packPackages(folder);
});

afterAll(() => rmSync(folder, { recursive: true }));

describe.each(publicPackageNames())('%s', (name) => {
  const tarball = (): PackedPackage => {
    const found = packed.find((candidate) => candidate.name === name);
    if (!found) throw new Error(`npm pack made no tarball for ${name}`);
    return found;
  };

  test('ships the required files and no tests or build state', () => {
    expect(checkContents(tarball()).map(describeProblem)).toEqual([]);
  });

  test('passes publint', async () => {
    expect(await findExportProblems(tarball().tarball)).toEqual([]);
  });

  test('passes attw for ES modules', async () => {
    expect(await findTypeProblems(tarball().tarball)).toEqual([]);
  });
});

describe('a bad package', () => {
  test('is rejected when it lacks types or ships tests and build state', () => {
    const entries = ['dist/index.js', 'dist/index.d.ts'];
    const files = ['package.json', 'dist/index.js', 'dist/a.test.js', 'dist/tsconfig.lib.tsbuildinfo'];

    expect(checkContents({ name: 'bad', entries, files }).map(describeProblem)).toEqual([
      'bad the tarball lacks README.md',
      'bad the tarball lacks LICENSE',
      'bad the tarball lacks dist/index.d.ts',
      'bad the tarball must not contain dist/a.test.js',
      'bad the tarball must not contain dist/tsconfig.lib.tsbuildinfo',
    ]);
  });

  test('is rejected by publint when an export points to a missing file', async () => {
    const tarball = await packBad('nowhere', './gone.js', {});

    expect(await findExportProblems(tarball)).toMatchObject([{ code: 'FILE_DOES_NOT_EXIST' }]);
  });

  test('is rejected by attw when its types and its code have different module systems', async () => {
    const files = { 'index.js': 'export const a = 1;', 'index.d.cts': 'export declare const a = 1;' };
    const tarball = await packBad('masked', { types: './index.d.cts', default: './index.js' }, files);

    expect(await findTypeProblems(tarball)).toMatchObject([{ kind: 'FalseCJS' }]);
  });
});

/** Runs publint, without what it only suggests. */
async function findExportProblems(tarball: string): Promise<Message[]> {
  const { buffer, byteOffset, byteLength } = await readFile(tarball);
  const { messages } = await publint({
    pack: { tarball: buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer },
    strict: true,
  });
  return messages.filter(({ type }) => type !== 'suggestion');
}

/** Resolutions that cannot import ES modules, for which nothing is published. */
const unsupported: readonly string[] = ['node10', 'node16-cjs'];

/** Runs "are the types wrong", in this process, since it loads TypeScript. */
async function findTypeProblems(tarball: string): Promise<Problem[]> {
  const analysis = await checkPackage(createPackageFromTarballData(await readFile(tarball)));
  const problems = analysis.types ? analysis.problems : [];
  return problems.filter((problem) => !('resolutionKind' in problem && unsupported.includes(problem.resolutionKind)));
}

async function packBad(name: string, root: unknown, files: Record<string, string>): Promise<string> {
  const cwd = join(folder, name);
  await mkdir(cwd);
  const manifest = { name, version: '1.0.0', type: 'module', exports: { '.': root } };
  const contents = { ...files, 'package.json': JSON.stringify(manifest) };
  for (const [file, text] of Object.entries(contents)) await writeFile(join(cwd, file), text);
  await runProgram(['npm', 'pack', '--ignore-scripts'], cwd);
  return join(cwd, `${name}-1.0.0.tgz`);
}
