/**
 * Determines how the user can run this command again.
 */
import { findInstalled } from '../serving/stdio-command.js';
import type { Terminal } from '../terminal/terminal.js';

/**
 * Returns `sigil` if it is on the path. A script of a package.json and npx add it for themselves alone: their user needs npx, and the name
 * of the package unless the project here has it.
 */
export function invocation({ env, cwd }: Pick<Terminal, 'env' | 'cwd'>): string {
  if (env['npm_command'] !== 'exec' && env['npm_lifecycle_event'] === undefined) return 'sigil';
  return findInstalled(cwd) === undefined ? 'npx @sigil/cli' : 'npx sigil';
}
