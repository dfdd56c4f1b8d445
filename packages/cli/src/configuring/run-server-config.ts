/**
 * Runs the server's own `config` command: configurations of servers are the server's, the command line only shows what it says.
 */
import { join } from 'node:path';
import { CommandError, UsageError } from '../failures/command-error.js';
import type { Terminal } from '../terminal/terminal.js';

/** @throws CommandError when two configurations differ, or what the server says is wrong */
export async function runServerConfig(args: readonly string[], terminal: Terminal): Promise<void> {
  const { ConfigurationError, runConfig } = await import('@sigil/server/config-command');
  let problem = '';
  const code = await runConfig(args, {
    environment: terminal.env,
    bundledPlugins: join(terminal.cwd, 'plugins'),
    write: (text) => void terminal.stdout.write(text),
    writeError: (text) => void (problem += text),
  }).catch((error: unknown) => {
    throw error instanceof ConfigurationError ? new UsageError(error.message, { cause: error }) : error;
  });
  if (code === 0) return;
  if (code === 1) throw new CommandError('the two configurations differ');
  throw new UsageError(problem.trim().replace(/^error:? /, ''));
}
