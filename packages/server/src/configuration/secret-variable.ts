/**
 * Reads an environment variable that may hold a secret: from the variable itself, or from the file that `<NAME>_FILE` names.
 *
 * Every other process of the same user can read the environment of a running process, so a secret is better
 * kept in a file.
 */
import { readFileSync } from 'node:fs';
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
  const value = environment[name];
  const fileVariable = `${name}_FILE`;
  const file = environment[fileVariable];
  if (file === undefined || file === '') return value;
  if (value !== undefined && value !== '') {
    throw new ConfigurationError(`${name} and ${fileVariable} are both set: leave one out`);
  }
  const text = readText(file, fileVariable).replace(/\r?\n$/, '');
  if (text === '') throw new ConfigurationError(`${fileVariable}: the file "${file}" is empty`);
  return text;
}

/** Removes the server's own secrets from an environment after they were read. */
export function forgetOwnSecrets(environment: NodeJS.ProcessEnv): void {
  for (const name of ownSecrets) {
    delete environment[name];
    delete environment[`${name}_FILE`];
  }
}

function readText(file: string, variable: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new ConfigurationError(`${variable}: the file "${file}" cannot be read (${why})`, { cause: error });
  }
}
