/**
 * Reads which card a server shows to clients that have not connected.
 */
import { ConfigurationError } from './configuration-error.js';

/** `basic` describes the server and its address; `full` also names its tools, resources and prompts. */
export const serverCards = ['off', 'basic', 'full'] as const;

/** One of `serverCards`. */
export type ServerCard = (typeof serverCards)[number];

/** @throws ConfigurationError when a flag or a variable names no kind of card */
export function readServerCard(
  flag: string | undefined,
  variable: string | undefined,
  file: ServerCard | undefined,
): ServerCard {
  const named = flag ?? (variable || (file ?? 'off'));
  const known = serverCards.find((card) => card === named);
  if (known) return known;
  const key = flag === undefined ? 'MCP_CARD' : '--card';
  throw new ConfigurationError(`${key} must be one of ${serverCards.join(', ')}, got "${named}"`);
}
