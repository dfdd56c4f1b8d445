/**
 * Reads the folder of a deployable server; a client then starts all its plugins together.
 */
import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { CommandError, UsageError } from '../failures/command-error.js';
import type { Terminal } from '../terminal/terminal.js';
import type { ChosenServer, ServerRequest } from './chosen-server.js';

const configurations = [
  'sigil.config.json',
  'sigil.config.ts',
  'sigil.config.mts',
  'sigil.config.mjs',
  'sigil.config.js',
];
const program = join('node_modules', '@sigil', 'server', 'bin', 'sigil-server.mjs');

/**
 * @returns undefined for a folder without a configuration of servers
 * @throws CommandError when the server is not installed there
 */
export function readServerFolder(
  folder: string,
  { scope, configFile, environmentFiles, env }: ServerRequest,
  { cwd }: Pick<Terminal, 'cwd'>,
): ChosenServer | undefined {
  const named = configurations.find((file) => existsSync(join(folder, file)));
  if (named === undefined) return undefined;
  if (configFile !== undefined) throw new UsageError(`--config means nothing for a server, which has ${named}`);
  const installed = findProgram(folder);
  if (installed === undefined)
    throw new CommandError(`@sigil/server is not installed for ${folder}; run npm install there`);

  const isShared = scope === 'project';
  const place = (path: string): string => (isShared ? relative(cwd, path).replaceAll('\\', '/') : path);
  const start = isShared ? { command: 'npx', program: 'sigil-server' } : { command: 'node', program: installed };
  const files = environmentFiles.flatMap((file) => ['--env-file', place(resolve(cwd, file))]);
  const args = [start.program, '--config', place(join(folder, named)), ...files, '--stdio'];
  return {
    name: basename(folder),
    server: { kind: 'stdio', command: start.command, args, env },
    tools: undefined,
    unchecked: 'they are those of all plugins of the server; sigil check <url> checks them while it runs',
  };
}

/** Finds the program as Node would: in the folder, or in one above it. */
function findProgram(folder: string): string | undefined {
  if (existsSync(join(folder, program))) return join(folder, program);
  return dirname(folder) === folder ? undefined : findProgram(dirname(folder));
}
