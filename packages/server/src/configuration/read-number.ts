/**
 * Reads numbers from environment variables.
 */
import { ConfigurationError } from './configuration-error.js';
import { environmentKeys } from './environment-keys.data.js';

/** The longest time that a server may be given to end, in milliseconds. */
export const longestEndMs = 3_600_000;

/**
 * @param most without it, there is no largest number
 * @throws ConfigurationError unless it is a whole number within the bounds
 */
export function readNumber(
  key: string,
  environment: NodeJS.ProcessEnv,
  least: number,
  most?: number,
): number | undefined {
  const variable = environment[key];
  if (!variable) return undefined;
  const value = /^\d+$/.test(variable) ? Number(variable) : Number.NaN;
  if (Number.isSafeInteger(value) && value >= least && value <= (most ?? value)) return value;
  const bounds = most === undefined ? `of at least ${least}` : `from ${least} to ${most}`;
  throw new ConfigurationError(`${key} must be a whole number ${bounds}, got "${variable}"`);
}

/** @throws ConfigurationError unless it is a valid time for a server to end */
export function readEndTime(
  key: 'MCP_DRAIN_MS' | 'MCP_CLOSE_GRACE_MS',
  environment: NodeJS.ProcessEnv,
  ofFile: number | undefined,
): number {
  return readNumber(key, environment, 0, longestEndMs) ?? ofFile ?? Number(environmentKeys[key]);
}
