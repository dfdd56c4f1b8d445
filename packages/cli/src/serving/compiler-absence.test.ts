import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

/** Lists the modules of this workspace that a module may load, now or later. */
async function modulesBehind(file: string): Promise<string[]> {
  const { metafile } = await build({
    ...{
      entryPoints: [fileURLToPath(new URL(file, import.meta.url))],
      outdir: 'nowhere',
      write: false,
      metafile: true,
    },
    ...{ bundle: true, splitting: true, format: 'esm', platform: 'node', logLevel: 'silent' },
    conditions: ['@sigil/source'],
    plugins: [
      {
        name: 'installed-packages',
        setup: ({ onResolve }) =>
          onResolve({ filter: /^[^./]/ }, ({ path }) =>
            path.startsWith('@sigil/') ? undefined : { path, external: true },
          ),
      },
    ],
  });
  return Object.keys(metafile.inputs);
}

const isCompiling = (path: string): boolean => /codegen\/src\/(?:reader|bundle|build)\//.test(path);

test('a process that serves a plugin in development never loads a compiler', async () => {
  const modules = await modulesBehind('../developing/develop-plugin.ts');

  expect(modules.length).toBeGreaterThan(100);
  expect(modules.filter(isCompiling)).toEqual([]);
});

test('the builder loads one', async () => {
  expect((await modulesBehind('../builder/builder-program.ts')).some(isCompiling)).toBe(true);
});
