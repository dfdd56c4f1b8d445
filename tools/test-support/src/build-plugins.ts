/**
 * Builds plugins with the command line, as their authors do, and each of them once for all test files.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const workspace = fileURLToPath(new URL('../../../', import.meta.url));
const keptBuilds = join(workspace, 'node_modules/.cache/test-builds');
/** Files of the workspace that determine a build's bytes, beside the plugin's own. */
const compiler = ['cli/dist', 'codegen/dist', 'contracts/dist', 'core/dist', 'core/src', 'view/dist', 'view/src'];

/**
 * Writes the `dist` of each plugin: builds it, or copies what a build of the same files by the same compiler wrote. A build
 * takes seconds, and writes the same bytes in every folder. Plugins must not import files outside their folders.
 * A plugin that has a `dist` is always built.
 * @throws Error with the whole output of a failed build
 */
export function buildPlugins(folders: readonly string[]): void {
  const plugins = folders.map((folder) => ({ dist: join(folder, 'dist'), folder, kept: keptBuildOf(folder) }));
  const isKept = ({ dist, kept }: (typeof plugins)[number]): boolean => existsSync(kept) && !existsSync(dist);
  const [copied, built] = [plugins.filter(isKept), plugins.filter((plugin) => !isKept(plugin))];
  if (built.length > 0) build(built.map(({ folder }) => folder));
  for (const { dist, kept } of built) if (!existsSync(kept)) keep(dist, kept);
  for (const { dist, kept } of copied) cpSync(kept, dist, { recursive: true });
}

function build(folders: readonly string[]): void {
  const program = join(dirname(createRequire(import.meta.url).resolve('@sigil/cli/package.json')), 'dist', 'main.js');
  const built = spawnSync(process.execPath, [program, 'build', ...folders], { encoding: 'utf8' });
  if (built.status !== 0) throw new Error(built.stdout + built.stderr);
}

/** Other processes do the same at the same time: the first folder stays. */
function keep(dist: string, kept: string): void {
  const written = `${kept}.${process.pid}`;
  mkdirSync(dirname(kept), { recursive: true });
  cpSync(dist, written, { recursive: true });
  try {
    renameSync(written, kept);
  } catch {
    rmSync(written, { recursive: true });
  }
}

function keptBuildOf(folder: string): string {
  const hash = createHash('sha256');
  for (const part of compiler) {
    const path = join(workspace, 'packages', part);
    for (const file of filesOf(path)) {
      const { mtimeMs, size } = statSync(join(path, file));
      hash.update(`${file} ${size} ${mtimeMs}\n`);
    }
  }
  for (const file of filesOf(folder).filter((name) => !name.startsWith('dist/'))) {
    hash.update(`${file}\n`).update(readFileSync(join(folder, file)));
  }
  return join(keptBuilds, hash.digest('hex'));
}

function filesOf(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .toSorted();
}
