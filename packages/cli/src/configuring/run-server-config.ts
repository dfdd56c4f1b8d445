/**
 * Runs the server's own `config` command and shows its output: the server defines what its configurations mean.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findRegistryProblem, isCid } from '@sigil/plugin-host';
import { CommandError, UsageError } from '../failures/command-error.js';
import type { Terminal } from '../terminal/terminal.js';

/** The options of the server's command, by their names. */
export interface ConfigFlags {
  readonly config?: string;
  readonly mcps?: string;
  readonly plugins?: string;
  readonly registry?: string;
  readonly state?: string;
  readonly out?: string;
  readonly format?: 'text' | 'json';
  /** The older spelling of `format`, which it implies. */
  readonly json?: boolean;
}

/**
 * @param words the action, and the configurations
 * @throws UsageError for an option that is never valid
 * @throws CommandError when two configurations differ, or one cannot be read
 */
export async function runServerConfig(words: readonly string[], flags: ConfigFlags, terminal: Terminal): Promise<void> {
  requireRight(flags, terminal);
  const { json: _older, ...named } = flags;
  const options = Object.entries(named).map(([name, value]) => `--${name}=${String(value)}`);
  const { ConfigurationError, runConfig } = await import('@sigil/server/config-command');
  let problem = '';
  const code = await runConfig([...words, ...options], {
    environment: terminal.env,
    bundledPlugins: join(terminal.cwd, 'plugins'),
    write: (text) => void terminal.stdout.write(text),
    writeError: (text) => void (problem += text),
  }).catch((error: unknown) => {
    throw error instanceof ConfigurationError ? new CommandError(error.message, { cause: error }) : error;
  });
  if (code === 0) return;
  if (code === 1) throw new CommandError('the two configurations differ');
  throw new UsageError(problem.trim().replace(/^error:? /, ''));
}

function requireRight({ config, mcps, registry }: ConfigFlags, { cwd }: Terminal): void {
  const files = { config, mcps: mcps !== undefined && isCid(mcps) ? undefined : mcps };
  for (const [option, file] of Object.entries(files)) {
    if (file !== undefined && !existsSync(resolve(cwd, file)))
      throw new UsageError(`--${option} "${file}": there is no such file`);
  }
  const problem = registry === undefined ? undefined : findRegistryProblem(registry);
  if (problem !== undefined) throw new UsageError(problem);
}
