/**
 * Writes the command with which a client starts a plugin's server, from any working folder of the client.
 */
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { packageVersion } from '../package-version.js';

/** The command, as in a client's configuration. */
export interface StdioCommand {
  readonly command: string;
  readonly args: readonly string[];
}

const installed = join('node_modules', '@sigil', 'cli', 'bin', 'sigil.mjs');

/**
 * Returns the plugin's own `sigil` if installed: it starts at once and has the version that built the plugin.
 *
 * Elsewhere npx fetches this version: the bare name `sigil` is another package on npm.
 *
 * @param folder absolute path of the plugin
 */
export function stdioCommandFor(folder: string): StdioCommand {
  const serve = ['serve', folder, '--stdio'];
  const program = findInstalled(folder);
  if (program !== undefined) return { command: 'node', args: [program, ...serve] };
  return { command: 'npx', args: ['-y', `@sigil/cli@${packageVersion()}`, ...serve] };
}

/** Finds the `sigil` program for a folder as Node would: in the folder, then in each one above it. */
export function findInstalled(folder: string): string | undefined {
  const program = join(resolve(folder), installed);
  if (existsSync(program)) return program;
  const above = dirname(folder);
  return above === folder ? undefined : findInstalled(above);
}
