/**
 * A cold build by `sigil build` itself: types to schemas, decoders and encoders, the bundle, and writing all of it. Includes
 * the compiler's check of the plugin's own code, unless a flag disables it.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { report } from './report.mjs';

const [node = '', , folder = '', , ...flags] = process.argv;
process.argv = [node, 'sigil', 'build', folder, ...flags];
// The command ends the process itself.
process.on('exit', (code) => {
  if (code === 0) report(schemasIn(readFileSync(join(folder, 'dist', 'manifest.json'), 'utf8')));
});
const cli = dirname(createRequire(import.meta.url).resolve('@sigil/cli/package.json'));
await import(pathToFileURL(join(cli, 'bin', 'sigil.mjs')).href);

/** @param {string} manifest */
function schemasIn(manifest) {
  return manifest.match(/"(?:input|output)Schema":/g)?.length ?? 0;
}
