/**
 * A Vite plugin for tests: workers and processes of plugins run the far side that the sources have now, without a build.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';

const program = join(import.meta.dirname, '../src/links/far-side.ts');

/** Where core, bundled or not, finds reflect-metadata. */
const installed = join(import.meta.dirname, '../../../node_modules');

export function farSideFromSources(): Plugin {
  let bundled: Promise<string> | undefined;
  return {
    name: 'sigil:far-side-from-sources',
    async load(id) {
      if (!id.endsWith('/src/links/far-side-program.ts')) return undefined;
      bundled ??= bundleFarSide();
      return `export const farSideProgram = new URL(${JSON.stringify(await bundled)});`;
    },
  };
}

/** @returns its URL; the file is there until this process ends */
async function bundleFarSide(): Promise<string> {
  const folder = mkdtempSync(join(installed, '.sigil-far-side-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true, resolve: { conditions: ['@sigil/source'] } },
    build: {
      ssr: program,
      outDir: folder,
      target: 'node20',
      rollupOptions: { output: { entryFileNames: 'far-side.mjs' } },
    },
  });
  return pathToFileURL(join(folder, 'far-side.mjs')).href;
}
