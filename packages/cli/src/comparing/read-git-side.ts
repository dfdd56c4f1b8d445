/**
 * Reads a plugin at a git ref: the committed manifest, or else the source at that commit.
 *
 * The repository is only read: neither its index nor its files change.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError, UsageError } from '../failures/command-error.js';
import type { Terminal } from '../terminal/terminal.js';
import type { ComparedSide } from './compared-side.js';
import { linkDependencies } from './link-dependencies.js';
import { parseManifest } from './read-folder-side.js';
import { ProgramFailure, runProgram, type ProgramOptions } from './run-program.js';
import { withTemporaryFolder } from './temporary-folder.js';

/** A commit, relative to a plugin's folder. */
interface PluginCommit {
  readonly ref: string;
  readonly commit: string;
  /** The repository's folder. */
  readonly root: string;
  /** Path from the root to the plugin, with `/`; empty or with one at its end. */
  readonly prefix: string;
  readonly terminal: Terminal;
}

/**
 * @param folder the plugin's current folder; it must have been in the same place at the ref
 * @throws CommandError when there is no repository, ref or plugin, or the source at the ref has errors, which have been shown
 */
export async function readGitSide(folder: string, ref: string, terminal: Terminal): Promise<ComparedSide> {
  const plugin = await findCommit(folder, ref, terminal);
  return { manifest: (await readCommitted(plugin)) ?? (await readSource(plugin)), from: ref };
}

async function findCommit(folder: string, ref: string, terminal: Terminal): Promise<PluginCommit> {
  if (ref.startsWith('-') || ref === '') throw new UsageError(`expected a git ref after --against, got "${ref}"`);
  const ask = (...args: readonly string[]): Promise<string> => git(args, { cwd: folder, signal: terminal.interrupted });
  const root = await ask('rev-parse', '--show-toplevel').catch((cause: unknown) => {
    throw explain(cause, `"${folder}" is in no git repository, so there is no "${ref}" to compare with`);
  });
  const commit = await ask('rev-parse', '--verify', '--quiet', `${ref}^{commit}`).catch((cause: unknown) => {
    const why = `there is no git ref "${ref}" here; a published package is npm:<name>, and CI may have to fetch more history`;
    throw explain(cause, why);
  });
  return { ref, commit, root, prefix: await ask('rev-parse', '--show-prefix'), terminal };
}

async function readCommitted({
  ref,
  commit,
  root,
  prefix,
  terminal,
}: PluginCommit): Promise<ComparedSide['manifest'] | undefined> {
  const file = `${prefix}dist/manifest.json`;
  try {
    return parseManifest(
      await git(['show', `${commit}:${file}`], { cwd: root, signal: terminal.interrupted }),
      `${file} at ${ref}`,
    );
  } catch (error) {
    // Most repositories do not commit the build; the source is read instead.
    if (error instanceof ProgramFailure) return undefined;
    throw error;
  }
}

function readSource(plugin: PluginCommit): Promise<ComparedSide['manifest']> {
  const { ref, root, prefix, terminal } = plugin;
  return withTemporaryFolder(async (temporary) => {
    const tree = await linkDependencies(temporary, root, prefix);
    await extractTree(plugin, tree, join(temporary, 'index'));
    const folder = join(tree, prefix);
    if (!existsSync(join(folder, 'package.json'))) {
      throw new CommandError(`there was no plugin in "${prefix === '' ? '.' : prefix}" at ${ref}`);
    }
    const { readManifestOf } = await import('../building/build-plugins.js');
    return readManifestOf(folder, terminal).catch((cause: unknown) => {
      if (!(cause instanceof CommandError)) throw cause;
      throw new CommandError(`the plugin as it was at ${ref} cannot be read; its errors are shown above`, { cause });
    });
  });
}

/** Extracts through a separate index, so that the repository's stays unchanged. */
async function extractTree({ commit, root, terminal }: PluginCommit, tree: string, index: string): Promise<void> {
  const options = { cwd: root, env: { GIT_INDEX_FILE: index }, signal: terminal.interrupted };
  await git(['read-tree', commit], options);
  await git(['checkout-index', '--all', '--quiet', `--prefix=${tree}/`], options);
}

async function git(args: readonly string[], options: ProgramOptions): Promise<string> {
  return (await runProgram('git', args, options)).trimEnd();
}

/** Explains a refusal by git; a missing git is a different error. */
function explain(cause: unknown, message: string): unknown {
  return cause instanceof ProgramFailure ? new CommandError(message, { cause }) : cause;
}
