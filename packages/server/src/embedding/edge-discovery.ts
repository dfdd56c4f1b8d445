/**
 * How a handler in an edge runtime lists its tools.
 */
import { isJsonObject, type JsonValue } from '@sigil/core';
import type { DiscoveryMode } from '@sigil/core/building';
import { ConfigurationError } from '../configuration/configuration-error.js';
import type { DiscoverySettings } from '../configuration/discovery-settings.js';
import type * as EdgeSearch from '../edge-search.js';

const modes: readonly unknown[] = ['all', 'search', 'auto'] satisfies DiscoveryMode[];

/**
 * @param given the option; a mode alone may be a text
 * @throws ConfigurationError naming the member that is wrong
 */
export function readEdgeDiscovery(given: DiscoveryMode | DiscoverySettings): DiscoverySettings {
  const settings: unknown = typeof given === 'string' ? { mode: given } : given;
  if (!isJsonObject(settings as JsonValue)) throw new ConfigurationError('"discovery" must be a mode, or an object');
  const { mode, aboveTokens = 1, deferringClients = [], ...others } = settings as Partial<DiscoverySettings>;
  const [other] = Object.keys(others);
  if (other !== undefined)
    throw new ConfigurationError(
      `"${other}" is no member of "discovery" in an edge runtime; there are "mode", "aboveTokens", "deferringClients"`,
    );
  if (!modes.includes(mode)) throw new ConfigurationError('the mode of "discovery" must be "all", "search" or "auto"');
  if (!Number.isSafeInteger(aboveTokens) || aboveTokens < 1)
    throw new ConfigurationError('"aboveTokens" of "discovery" must be a whole number of at least 1');
  if (!Array.isArray(deferringClients) || deferringClients.some((name) => typeof name !== 'string'))
    throw new ConfigurationError('"deferringClients" of "discovery" must be a list of names');
  return settings as DiscoverySettings; // each member was checked
}

/** Loads the search only for a server that has one: a runtime evaluates the module then. */
export async function loadEdgeSearch({ mode }: DiscoverySettings): Promise<typeof EdgeSearch | undefined> {
  return mode === 'all' ? undefined : import('../edge-search.js');
}
