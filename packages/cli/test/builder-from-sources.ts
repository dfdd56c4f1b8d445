/**
 * A Vite plugin for tests: the builder's process runs the program that the sources have now, without a build.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin as BundlerPlugin } from 'esbuild';
import type { Plugin } from 'vite';

const root = join(import.meta.dirname, '..');

export function builderFromSources(): Plugin {
  let bundled: Promise<string> | undefined;
  return {
    name: 'sigil:builder-from-sources',
    async load(id) {
      if (!id.endsWith('/src/builder/builder-program-file.ts')) return undefined;
      bundled ??= bundleBuilder();
      return `export const builderProgramFile = ${JSON.stringify(await bundled)};`;
    },
  };
}

/** @returns the program's path; the file is there until this process ends */
async function bundleBuilder(): Promise<string> {
  const folder = mkdtempSync(join(root, 'node_modules/.sigil-builder-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const outfile = join(folder, 'builder-program.mjs');
  await build({
    ...{
      entryPoints: [join(root, 'src/builder/builder-program.ts')],
      outdir: folder,
      outExtension: { '.js': '.mjs' },
    },
    ...{ bundle: true, splitting: true, format: 'esm', platform: 'node', target: 'node20.19', logLevel: 'silent' },
    conditions: ['@sigil/source'],
    plugins: [installedPackages, evaluatorFromSources],
  });
  return outfile;
}

/** Leaves all packages but our own to Node. */
const installedPackages: BundlerPlugin = {
  name: 'installed-packages',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^[^./]/ }, ({ path }) => (path.startsWith('@sigil/') ? undefined : { path, external: true })),
};

/** The program that evaluates schemas is located beside its locator, which is part of the bundle here. */
const evaluatorFromSources: BundlerPlugin = {
  name: 'evaluator-from-sources',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]schema-evaluator-file\.ts$/ }, ({ path }) => {
      const file = pathToFileURL(path.replace('schema-evaluator-file', 'schema-evaluator'));
      return { contents: `export const schemaEvaluatorFile = new URL(${JSON.stringify(file.href)});`, loader: 'ts' };
    }),
};
