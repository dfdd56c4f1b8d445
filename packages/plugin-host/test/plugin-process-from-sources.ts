/**
 * A Vite plugin for tests: workers and processes of plugins run the plugin process that the sources have now, without a build.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';

const program = join(import.meta.dirname, '../src/links/plugin-process.ts');

/** The place from which core, bundled or not, finds reflect-metadata. */
const installed = join(import.meta.dirname, '../../../node_modules');

export function pluginProcessFromSources(): Plugin {
  let bundled: Promise<string> | undefined;
  return {
    name: 'sigil:plugin-process-from-sources',
    async load(id) {
      if (!id.endsWith('/src/links/plugin-process-program.ts')) return undefined;
      bundled ??= bundleFarSide();
      return `export const pluginProcessProgram = new URL(${JSON.stringify(await bundled)});`;
    },
  };
}

/** @returns its URL; the file is there until this process ends */
async function bundleFarSide(): Promise<string> {
  const folder = mkdtempSync(join(installed, '.sigil-plugin-process-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true, resolve: { conditions: ['@sigil/source'] } },
    build: {
      ssr: program,
      outDir: folder,
      target: 'node20',
      rollupOptions: { output: { entryFileNames: 'plugin-process.mjs' } },
    },
  });
  return pathToFileURL(join(folder, 'plugin-process.mjs')).href;
}
