/**
 * Bundles the browser's part of the console into `dist/assets`: a script for each page, the code that they share, and one style sheet.
 *
 * Runs in the package's folder, after the bundler has written the modules for Node.
 */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const folder = dirname(fileURLToPath(import.meta.url));
const assets = join(folder, 'dist/assets');
/** The packages whose code is in the scripts. Their licences ask for this copy. */
const bundled = ['preact', 'eventsource-parser'];

rmSync(assets, { recursive: true, force: true });
mkdirSync(assets, { recursive: true });
await build({
  absWorkingDir: folder,
  entryPoints: ['servers-page.ts', 'server-page.tsx', 'dashboard.js', 'page.css'].map((name) => `src/browser/${name}`),
  outdir: assets,
  entryNames: '[name]',
  chunkNames: 'shared-[hash]',
  bundle: true,
  splitting: true,
  minify: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  // Our packages are bundled from their sources, so a build of them is not needed first.
  conditions: ['@sigil/source'],
  // The client loads it only for a provider of OAuth, which no page has.
  external: ['@modelcontextprotocol/client'],
  legalComments: 'none',
  logLevel: 'warning',
});
copyFileSync(join(folder, 'src/browser/sigil.svg'), join(assets, 'sigil.svg'));
const require = createRequire(import.meta.url);
const licences = bundled.map((name) => `${name}\n\n${readFileSync(licenceOf(name), 'utf8').trim()}\n`);
writeFileSync(join(assets, 'licences.txt'), licences.join('\n\n'));

/** @param {string} name */
function licenceOf(name) {
  const paths = require.resolve.paths(name) ?? [];
  const found = paths
    .map((path) => join(path, name, 'LICENSE'))
    .find((path) => {
      try {
        readFileSync(path);
        return true;
      } catch {
        return false;
      }
    });
  if (found === undefined) throw new Error(`the package "${name}" has no file LICENSE`);
  return found;
}
