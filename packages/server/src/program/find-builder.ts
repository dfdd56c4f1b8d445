/**
 * Finds the command that builds plugins when their sources change. It is a separate package, which a deployed server does not need.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ConfigurationError } from '../configuration/configuration-error.js';

/**
 * Looks in the folder where the server is started, then beside the program.
 *
 * @returns program and arguments
 * @throws ConfigurationError when the builder is not installed
 */
export function findBuilder(mainProgram: string): readonly string[] {
  for (const from of [join(process.cwd(), 'package.json'), mainProgram]) {
    try {
      const packageFile = createRequire(from).resolve('@sigil/cli/package.json');
      return [process.execPath, join(dirname(packageFile), 'dist', 'builder-program.js')];
    } catch {
      // It may be at the next place.
    }
  }
  throw new ConfigurationError('--watch: nothing here builds plugins: npm install --save-dev @sigil/cli');
}
