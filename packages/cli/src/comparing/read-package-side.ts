/**
 * Reads a published plugin's manifest out of its package, as npm packs or downloads it.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError, UsageError } from '../failures/command-error.js';
import { showStep } from '../terminal/show-step.js';
import type { Terminal } from '../terminal/terminal.js';
import type { ComparedSide } from './compared-side.js';
import { findInTarball } from './find-in-tarball.js';
import { parseManifest } from './read-folder-side.js';
import { ProgramFailure, runProgram } from './run-program.js';
import { withTemporaryFolder } from './temporary-folder.js';

const manifestPath = 'dist/manifest.json';

/**
 * @param specifier in npm's syntax: `@acme/weather@1.2.0`, a tarball, a folder
 * @throws CommandError when there is no such package, or it is not a built plugin
 */
export function readPackageSide(specifier: string, terminal: Terminal): Promise<ComparedSide> {
  if (specifier === '' || specifier.startsWith('-')) {
    throw new UsageError('expected a package after npm:, such as npm:@acme/weather@1.2.0');
  }
  return withTemporaryFolder(async (folder) => {
    const tarball = await readFile(join(folder, await pack(specifier, folder, terminal)));
    const from = `npm:${specifier}`;
    const bytes = findInTarball(tarball, manifestPath);
    if (!bytes) throw new CommandError(`${from} has no ${manifestPath}, so it is no built plugin`);
    return { manifest: parseManifest(bytes.toString('utf8'), `${manifestPath} of ${from}`), from };
  });
}

/** @returns the tarball's name in `folder` */
async function pack(specifier: string, folder: string, terminal: Terminal): Promise<string> {
  const { cwd, interrupted } = terminal;
  const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder, '--', specifier];
  const env = { npm_config_update_notifier: 'false', npm_config_loglevel: 'error' };
  try {
    const output = await showStep(`Fetching ${specifier}`, terminal, () =>
      runProgram('npm', args, { cwd, env, signal: interrupted }),
    );
    return output.trim().split('\n').at(-1)!;
  } catch (cause) {
    if (!(cause instanceof ProgramFailure)) throw cause;
    throw new CommandError(`npm cannot get the package "${specifier}"; does npm view "${specifier}" know it?`, {
      cause,
    });
  }
}
