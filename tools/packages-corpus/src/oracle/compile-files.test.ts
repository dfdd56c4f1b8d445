import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compileSources } from './compile-files.mjs';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'corpus-'));
  await mkdir(join(folder, 'src/deep'), { recursive: true });
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { module: 'NodeNext', target: 'ES2022' } }),
  );
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('sources compiled file by file', () => {
  it('become ES modules at their place in the output, beside other files', async () => {
    await writeFile(
      join(folder, 'src/deep/one.ts'),
      `import two from './two.json' with { type: 'json' };\nexport const n: number = two;\n`,
    );
    await writeFile(join(folder, 'src/deep/two.json'), '2');
    compileSources(folder);
    const { n } = (await import(join(folder, 'dist/deep/one.js'))) as { n: number };
    expect(n).toBe(2);
    expect(await readFile(join(folder, 'dist/deep/two.json'), 'utf8')).toBe('2');
  });

  it('require CommonJS where the source says so, and are not bundled', async () => {
    await writeFile(
      join(folder, 'src/one.mts'),
      `import path = require('node:path');\nexport { helper } from './helper.mjs';\nexport const base = path.basename('/a/b');\n`,
    );
    compileSources(folder);
    const text = await readFile(join(folder, 'dist/one.mjs'), 'utf8');
    expect(text).toContain('createRequire');
    expect(text).toContain(`from './helper.mjs'`);
  });
});
