/**
 * `npm run nightly -- --only migrate`: judges the migrations of all servers, also of those whose frameworks are installed for this alone. Fails for a
 * difference that no finding names.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { judge, listServers } from './judge.mjs';
import { silentDifferences } from './silent-differences.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Folders with packages of their own, since their frameworks need other versions of the same packages. */
const installed = ['installed', 'installed-nest1'];

for (const folder of installed) {
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--silent', '--ignore-scripts'], {
    cwd: join(root, folder),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('the frameworks of the corpus could not be installed');
}
const silent = [];
for (const folder of ['fixtures', ...installed.map((one) => `${one}/fixtures`)])
  silent.push(...(await judge(await listServers(folder), folder)).flatMap(silentDifferences));
process.stdout.write(`${JSON.stringify(silent, undefined, 2)}\n`);
process.exitCode = silent.length === 0 ? 0 : 1;
