/**
 * Bundles one source of the plugin host for processes and workers that tests start, so that no build is needed.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

/** The place from which core, bundled or not, finds reflect-metadata. */
const installed = join(import.meta.dirname, '../../../node_modules');

/**
 * @param path of the source, relative to the package's `src`
 * @returns the URL of the module; the file is there until this process ends
 */
export async function bundleSource(path: string): Promise<string> {
  const name = basename(path, '.ts');
  const folder = mkdtempSync(join(installed, `.sigil-${name}-`));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true, resolve: { conditions: ['@sigil/source'] } },
    build: {
      ssr: join(import.meta.dirname, '../src', path),
      outDir: folder,
      target: 'node20',
      rollupOptions: { output: { entryFileNames: `${name}.mjs` } },
    },
  });
  return pathToFileURL(join(folder, `${name}.mjs`)).href;
}
