/**
 * Computes the production install of some packages: the packages it needs, and their size on disk.
 *
 * Reads the packages installed here, without a network. For our own packages only published files count.
 */
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

/**
 * @param {readonly string[]} names
 * @param {string} from the folder they are required from
 * @param {Set<string>} [missing] collects packages that are not installed; without it, they are an error
 * @returns {{ packages: readonly string[], megabytes: number }}
 */
export function measureInstall(names, from, missing) {
  /** @type {Map<string, string>} folders by name and version */
  const found = new Map();
  for (const name of names) collect(name, { from, found, missing });
  let bytes = 0;
  for (const folder of found.values()) bytes += sizeOf(folder);
  return { packages: [...found.keys()].sort(), megabytes: bytes / 1024 / 1024 };
}

/**
 * @param {string} name
 * @param {{ from: string, found: Map<string, string>, missing?: Set<string> | undefined }} search the last two are added to
 */
function collect(name, { from, found, missing }) {
  const folder = findPackage(name, from);
  if (folder === undefined && missing) return void missing.add(name);
  if (folder === undefined) throw new Error(`"${name}" is not installed; "${from}" needs it`);
  const about = readPackage(folder);
  const key = `${about.name}@${about.version}`;
  if (found.has(key)) return;
  found.set(key, folder);
  const search = { from: folder, found, missing };
  for (const needed of Object.keys(about.dependencies ?? {})) collect(needed, search);
  for (const peer of Object.keys(about.peerDependencies ?? {})) {
    if (about.peerDependenciesMeta?.[peer]?.optional !== true) collect(peer, search);
  }
}

/** @param {string} name @param {string} from */
function findPackage(name, from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return realpathSync(candidate);
    if (folder === dirname(folder)) return undefined;
  }
}

/** @param {string} folder @returns {any} */
function readPackage(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

/** @param {string} folder */
function sizeOf(folder) {
  const isOurs = !folder.includes(`${sep}node_modules${sep}`);
  if (!isOurs) return sizeOfFolder(folder);
  const { files } = readPackage(folder);
  const published = files.filter((/** @type {string} */ pattern) => !pattern.startsWith('!'));
  const bytes = published.map((/** @type {string} */ name) => sizeOfFolder(join(folder, name)));
  return bytes.reduce(
    (/** @type {number} */ sum, /** @type {number} */ size) => sum + size,
    statSync(join(folder, 'package.json')).size,
  );
}

/** @param {string} folder */
function sizeOfFolder(folder) {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== 'node_modules') bytes += sizeOfFolder(path);
    if (entry.isFile() && !entry.name.endsWith('.tsbuildinfo')) bytes += statSync(path).size;
  }
  return bytes;
}
