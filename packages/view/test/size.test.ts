/** The bytes that the package adds to a page. */
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

/** Returns the number of bytes of a module, minified and compressed. */
async function sizeOf(code: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: fileURLToPath(new URL('../src/', import.meta.url)) },
    ...{ bundle: true, minify: true, write: false, format: 'esm', platform: 'browser', target: 'es2022' },
    external: ['preact', 'preact/hooks', 'react', 'react-dom/client'],
  });
  return gzipSync(outputFiles[0]!.contents).length;
}

test.each(['index', 'preact', 'react'])('the module "%s" has at most 10 kB', async (name) => {
  expect(await sizeOf(`export * from './${name}.js';`)).toBeLessThanOrEqual(10_000);
});

test('a view that only shows a result has at most 4 kB of this package', async () => {
  const code = "import { connect } from './index.js'; (await connect()).onResult({ name: 'roll' }, console.log);";

  expect(await sizeOf(code)).toBeLessThanOrEqual(4_000);
});
