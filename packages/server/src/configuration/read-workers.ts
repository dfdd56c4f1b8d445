/**
 * Reads the number of processes that serve.
 */
import { availableParallelism } from 'node:os';
import { ConfigurationError } from './configuration-error.js';

/** A larger number is a mistake on any machine. */
export const maxWorkers = 256;

/** The places where the number may be written, the first one that has it counts. */
interface WrittenWorkers {
  readonly flag?: string | undefined;
  /** The value of `MCP_WORKERS`. */
  readonly variable?: string | undefined;
  /** The number in the configuration file. */
  readonly ofFile?: number | undefined;
}

/** @throws ConfigurationError naming the key, for a value that is neither a number nor `auto` */
export function readWorkers({ flag, variable, ofFile }: WrittenWorkers): number {
  const text = flag ?? (variable || String(ofFile ?? 1));
  if (text === 'auto') return availableParallelism();
  const workers = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (workers >= 1 && workers <= maxWorkers) return workers;
  const key = flag === undefined ? 'MCP_WORKERS' : '--workers';
  throw new ConfigurationError(`${key} must be a number from 1 to ${maxWorkers}, or auto, got "${text}"`);
}
