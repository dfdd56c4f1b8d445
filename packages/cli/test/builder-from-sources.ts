/**
 * A Vite plugin for tests: the processes of the builder and of recorded inputs run the programs that the sources have now, without a build.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin as BundlerPlugin } from 'esbuild';
import type { Plugin } from 'vite';

const root = join(import.meta.dirname, '..');

export function builderFromSources(): Plugin {
  const bundled = new Map<string, Promise<string>>();
  return {
    name: 'sigil:builder-from-sources',
    async load(id) {
      const found = programs.find(({ program }) => id.endsWith(`/src/${program}-file.ts`));
      if (!found) return undefined;
      const { program, constant } = found;
      if (!bundled.has(program)) bundled.set(program, bundleProgram(program));
      return `export const ${constant} = ${JSON.stringify(await bundled.get(program))};`;
    },
  };
}

/** The programs, and the constants that have their paths. */
const programs = [
  { program: 'builder/builder-program', constant: 'builderProgramFile' },
  { program: 'stories/story-program', constant: 'storyProgramFile' },
];

/** @returns the program's path; the file is there until this process ends */
async function bundleProgram(program: string): Promise<string> {
  const folder = mkdtempSync(join(root, 'node_modules/.sigil-builder-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const outfile = join(folder, `${basename(program)}.mjs`);
  await build({
    ...{
      entryPoints: [join(root, `src/${program}.ts`)],
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
