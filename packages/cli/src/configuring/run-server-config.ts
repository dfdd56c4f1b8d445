/**
 * Runs `config` of the server that is installed: configurations of servers are the server's, and the command line has no part of it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { CommandError, UsageError } from '../failures/command-error.js';
import type { Terminal } from '../terminal/terminal.js';

const serverPackage = '@sigil/server-app/package.json';

/** @throws CommandError when there is no server, or what the server says is wrong */
export async function runServerConfig(args: readonly string[], terminal: Terminal): Promise<void> {
  const program = join(dirname(findServer(terminal.cwd)), 'dist', 'main.js');
  const child = spawn(process.execPath, [program, 'config', ...args], {
    cwd: terminal.cwd,
    env: terminal.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: terminal.interrupted,
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stdout.on('data', (chunk: Buffer) => void terminal.stdout.write(chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  const problem = said.trim().replace(/^error:? /, '');
  if (code === 0) return;
  if (code === 1 && problem === '') throw new CommandError('the two configurations differ');
  throw code === 2 ? new UsageError(problem) : new CommandError(problem);
}

/** The server of the project in the folder, or the one beside this command. */
function findServer(folder: string): string {
  for (const place of [join(folder, 'package.json'), import.meta.url]) {
    try {
      return createRequire(place).resolve(serverPackage);
    } catch {
      // Perhaps it is in the other place.
    }
  }
  throw new CommandError('there is no server here: install @sigil/server, which builds and shows its configurations');
}
