import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { packPackages } from './pack-packages.ts';
import { type ProgramResult, runProgram } from './run-program.ts';

/** What an author types into an empty folder, apart from `npm install`. */
const project = {
  'package.json': JSON.stringify({ name: 'greeter', version: '1.0.0', private: true, type: 'module' }),
  'tsconfig.json': JSON.stringify({
    compilerOptions: { target: 'ES2022', module: 'NodeNext', strict: true, experimentalDecorators: true },
    include: ['src'],
  }),
  'src/greeter.ts': `import { Tool } from '@sigil/core';

/** Greets people. */
export class Greeter {
  /** Says hello. */
  @Tool({ readOnly: true })
  greet(): string {
    return 'Hello from a stranger';
  }
}
`,
};

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sigil-stranger-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

test('a stranger installs the packages, builds ten lines and calls the tool', async () => {
  for (const [path, text] of Object.entries(project)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const packed = await packPackages(folder);

  const tarballs = packed.map(({ tarball }) => tarball);
  expectGreen(await runProgram(['npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', ...tarballs], folder));
  expectGreen(await runProgram(['npx', '--no-install', 'sigil', 'build'], folder));
  const answer = await runProgram(['npx', '--no-install', 'sigil', 'call', '.', 'greet'], folder);

  expectGreen(answer);
  expect(answer.stdout).toContain('Hello from a stranger');
});

function expectGreen({ exitCode, output }: ProgramResult): void {
  expect(exitCode, output).toBe(0);
}
