/**
 * Reads single settings: the flag first, then the variable, then the file.
 */
import type { Activation } from '@sigil/core/building';
import type { ChosenVariable } from './choose-variable.js';
import { ConfigurationError } from './configuration-error.js';
import { environmentKeys } from './environment-keys.data.js';
import { namespaceSeparators, type NamespaceSeparator } from './namespace-separator.js';
import type { FileConfiguration } from './read-configuration-file.js';

/** @throws ConfigurationError for any other word */
export function readRollout(variable: string | undefined, file: FileConfiguration): 'together' | 'staggered' {
  const named = variable || (file.rollout ?? environmentKeys.MCP_ROLLOUT);
  if (named === 'together' || named === 'staggered') return named;
  throw new ConfigurationError(`MCP_ROLLOUT must be "together" or "staggered", got "${named}"`);
}

/** @throws ConfigurationError for any other word */
export function readActivation(variable: string | undefined, file: FileConfiguration): Activation {
  const named = variable || (file.activation ?? environmentKeys.MCP_ACTIVATION);
  if (named === 'onFirstUse' || named === 'onStart') return named;
  throw new ConfigurationError(`MCP_ACTIVATION must be "onFirstUse" or "onStart", got "${named}"`);
}

/** @throws ConfigurationError naming the allowed separators */
export function readSeparator(
  flag: string | undefined,
  variable: string | undefined,
  { namespaceSeparator }: FileConfiguration,
): NamespaceSeparator {
  const named = flag ?? (variable || (namespaceSeparator ?? environmentKeys.MCP_NAMESPACE_SEPARATOR));
  const known = namespaceSeparators.find((separator) => separator === named);
  if (known) return known;
  const key = flag === undefined ? 'MCP_NAMESPACE_SEPARATOR' : '--namespace-separator';
  throw new ConfigurationError(`${key} must be one of ${namespaceSeparators.join(' ')}, got "${named}"`);
}

/** @throws ConfigurationError unless it is a port */
export function readPort(flag: string | undefined, variable: ChosenVariable, ofFile: number | undefined): number {
  const text = flag ?? variable.value ?? String(ofFile ?? environmentKeys.MCP_PORT);
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  const key = flag === undefined ? variable.name : '--port';
  throw new ConfigurationError(`${key} must be a port from 0 to 65535, got "${text}"`);
}
