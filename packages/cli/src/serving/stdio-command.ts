/**
 * Writes the command by which a client starts the server of a plugin itself, from whatever folder the client runs in.
 */
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ownVersion } from '../own-version.js';

/** As a client's configuration has it. */
export interface StdioCommand {
  readonly command: string;
  readonly args: readonly string[];
}

const installed = join('node_modules', '@sigil', 'cli', 'bin', 'sigil.mjs');

/**
 * The plugin's own `sigil` where one is installed, since that starts at once and is the version that the plugin was built with.
 *
 * Elsewhere npx fetches this version: the bare name `sigil` is another package on npm.
 *
 * @param folder absolute path of the plugin
 */
export function stdioCommandFor(folder: string): StdioCommand {
  const serve = ['serve', folder, '--stdio'];
  const program = findInstalled(folder);
  if (program !== undefined) return { command: 'node', args: [program, ...serve] };
  return { command: 'npx', args: ['-y', `@sigil/cli@${ownVersion()}`, ...serve] };
}

/** The path of the `sigil` program for a folder; looks where Node would: in the folder, then in each one above it. */
export function findInstalled(folder: string): string | undefined {
  const program = join(resolve(folder), installed);
  if (existsSync(program)) return program;
  const above = dirname(folder);
  return above === folder ? undefined : findInstalled(above);
}
