/**
 * Determines how the user can run this command again.
 */
import { findInstalled } from '../serving/stdio-command.js';
import type { Terminal } from '../terminal/terminal.js';

/** Returns `sigil` if it is on the path; under npx the name of the package, unless the project here has it. */
export function invocation({ env, cwd }: Pick<Terminal, 'env' | 'cwd'>): string {
  if (env['npm_command'] !== 'exec') return 'sigil';
  return findInstalled(cwd) === undefined ? 'npx @sigil/cli' : 'npx sigil';
}
