/**
 * Reads an environment variable that may hold a secret: from the variable itself, or from the file that `<NAME>_FILE` names.
 */
import { readFileSync } from 'node:fs';
import { readVariable } from '@sigil/core/building';
import { ConfigurationError } from './configuration-error.js';

/** The server's own secrets. Code and processes that it runs see neither them nor the paths of their files. */
const ownSecrets = [
  'MCP_ADMIN_TOKEN',
  'MCP_REQUEST_STATE_KEY',
  'MCP_INTROSPECTION_SECRET',
  'MCP_REGISTRY_CREDENTIALS',
] as const;

/**
 * @returns the text, without a newline at the end of a file; `undefined` when neither variable is set
 * @throws ConfigurationError naming the variable, when both are set, or the file cannot be read or is empty
 */
export function readSecret(name: string, environment: NodeJS.ProcessEnv): string | undefined {
  try {
    return readVariable(name, environment, readText);
  } catch (error) {
    throw new ConfigurationError((error as Error).message, { cause: error }); // `readVariable` throws errors alone
  }
}

/** Removes the server's own secrets from an environment after they were read. */
export function forgetOwnSecrets(environment: NodeJS.ProcessEnv): void {
  for (const name of ownSecrets) {
    delete environment[name];
    delete environment[`${name}_FILE`];
  }
}

function readText(file: string): string {
  return readFileSync(file, 'utf8');
}
