/**
 * Adds the workflow of a plugin to its repository.
 */
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { CreateError, CreateUsageError } from '../create-error.js';
import type { CreateTerminal } from '../create-terminal.js';
import { findPackageManager, type PackageManager } from '../package-manager.js';
import { workflowPath, writeGithubWorkflow } from './github-workflow.js';

const lockfiles: Readonly<Record<string, PackageManager>> = {
  'package-lock.json': 'npm',
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
};

/**
 * Writes it into the repository's root, where GitHub looks for it.
 *
 * @param directory of a plugin, relative to the working folder
 * @throws CreateError when there is no plugin, or there is such a workflow
 */
export async function createWorkflow(directory: string, terminal: CreateTerminal): Promise<void> {
  const { cwd, out, env } = terminal;
  const folder = resolve(cwd, directory);
  const { name, scripts } = readPackage(folder, directory);
  const root = findAbove(folder, ['.git'])?.folder ?? folder;
  const lock = findAbove(folder, Object.keys(lockfiles), root);
  const packageManager = (lock && lockfiles[lock.file]) ?? findPackageManager(env['npm_config_user_agent']);
  const workflow = writeGithubWorkflow({
    name,
    folder: pathIn(root, folder),
    installFolder: pathIn(root, lock?.folder ?? folder),
    packageManager,
    hasTests: scripts?.['test'] !== undefined,
    mainBranch: readMainBranch(root),
    versionFile: findVersionFile(packageManager, lock?.folder ?? folder, root),
  });
  const file = join(root, workflowPath(name));
  await mkdir(dirname(file), { recursive: true });
  try {
    await writeFile(file, workflow, { flag: 'wx' });
  } catch (cause) {
    throw new CreateError(`"${file}" is there already, and was not changed`, { cause });
  }
  out.line(`Created ${relative(cwd, file)}, which builds, tests, checks and compares the plugin on GitHub.`);
}

interface PluginPackage {
  /** Without its scope: the name of the workflow. */
  readonly name: string;
  readonly scripts?: Readonly<Record<string, unknown>>;
}

function readPackage(folder: string, directory: string): PluginPackage {
  try {
    const { name, scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Partial<PluginPackage>;
    return {
      name: (name ?? basename(folder)).replace(/^@[^/]*\//, '').replace(/[^\w.-]/g, '-'),
      ...(scripts ? { scripts } : {}),
    };
  } catch (cause) {
    throw new CreateUsageError(`"${directory}" is no folder of a plugin: its package.json cannot be read`, { cause });
  }
}

/** Finds the nearest folder that has one of the entries, up to `last`. */
function findAbove(
  folder: string,
  entries: readonly string[],
  last?: string,
): { readonly folder: string; readonly file: string } | undefined {
  const file = entries.find((entry) => existsSync(join(folder, entry)));
  if (file !== undefined) return { folder, file };
  const above = dirname(folder);
  return folder === last || above === folder ? undefined : findAbove(above, entries, last);
}

/**
 * Reads the default branch of the remote that the repository was cloned from, which git writes at the clone; of a repository that has no remote
 * yet, its own branch.
 */
function readMainBranch(root: string): string {
  const remotes = join(root, '.git/refs/remotes');
  const head = join(root, existsSync(remotes) ? '.git/refs/remotes/origin/HEAD' : '.git/HEAD');
  const text = existsSync(head) ? readFileSync(head, 'utf8') : '';
  return /^ref: refs\/(?:remotes\/origin|heads)\/(\S+)/.exec(text)?.[1] ?? 'main';
}

/** Finds the package.json, in the folder or above it in the repository, whose `packageManager` names a version of it. */
function findVersionFile(manager: PackageManager, folder: string, root: string): string | undefined {
  const file = join(folder, 'package.json');
  if (existsSync(file) && namesVersion(manager, readFileSync(file, 'utf8'))) return pathIn(root, file);
  return folder === root ? undefined : findVersionFile(manager, dirname(folder), root);
}

function namesVersion(manager: PackageManager, text: string): boolean {
  try {
    const { packageManager }: { packageManager?: unknown } = JSON.parse(text) as object;
    return typeof packageManager === 'string' && packageManager.startsWith(`${manager}@`);
  } catch {
    // The package manager itself reports a package.json that is not JSON.
    return false;
  }
}

function pathIn(root: string, folder: string): string {
  return relative(root, folder).split(sep).join('/') || '.';
}
