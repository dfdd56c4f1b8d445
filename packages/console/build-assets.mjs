/**
 * Bundles the browser's part of the console into `dist/assets`: a script for each page, the client that is loaded when it is needed, and
 * one style sheet.
 *
 * Runs in the package's folder, after the bundler has written the modules for Node.
 */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const folder = dirname(fileURLToPath(import.meta.url));
const assets = join(folder, 'dist/assets');
// Each is bundled by itself: a page loads one script, and not a dozen that pages share.
const entries = ['servers-page.ts', 'server-page.tsx', 'dashboard-page.tsx', 'page.css'];

rmSync(assets, { recursive: true, force: true });
mkdirSync(assets, { recursive: true });
// The sandbox's page has its script inside, so that its policy needs no address.
const sandbox = bundle('sandbox/view-sandbox.ts', { format: 'iife', splitting: false });
const built = await Promise.all([...entries.map((entry) => bundle(entry)), sandbox]);
copyFileSync(join(folder, 'src/browser/sigil.svg'), join(assets, 'sigil.svg'));
writeFileSync(join(assets, 'licences.txt'), licencesOf(built.flatMap(({ metafile }) => Object.keys(metafile.inputs))));

/**
 * @param {string} entry
 * @param {import('esbuild').BuildOptions} differing
 */
function bundle(entry, differing = {}) {
  return build({
    absWorkingDir: folder,
    entryPoints: [`src/browser/${entry}`],
    outdir: assets,
    chunkNames: '[name]-[hash]',
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
    metafile: true,
    ...differing,
  });
}

/**
 * Returns the licences of all packages that are in the scripts.
 *
 * @param {readonly string[]} inputs
 */
function licencesOf(inputs) {
  const folders = inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []);
  const texts = [...new Set(folders)].toSorted().map((path) => {
    const { name, version } = JSON.parse(readFileSync(join(folder, path, 'package.json'), 'utf8'));
    return `${name} ${version}\n\n${readFileSync(join(folder, path, 'LICENSE'), 'utf8').trim()}\n`;
  });
  return texts.join('\n\n');
}
