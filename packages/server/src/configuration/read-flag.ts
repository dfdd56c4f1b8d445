/**
 * Reads a boolean variable.
 */
import { ConfigurationError } from './configuration-error.js';

/** @returns `undefined` where it is not set or empty @throws ConfigurationError naming the variable */
export function readFlag(key: string, environment: NodeJS.ProcessEnv): boolean | undefined {
  const value = environment[key];
  if (value === undefined || value === '') return undefined;
  if (value === 'true' || value === 'false') return value === 'true';
  throw new ConfigurationError(`${key} must be true or false, got "${value}"`);
}
