/**
 * Chooses how a server lists its tools: as its configuration says, else as the operator's file says for all servers, else as its plugin's
 * package.json says.
 */
import type { HostedPlugin } from '@sigil/plugin-host';
import type { DiscoverySettings } from '../configuration/discovery-settings.js';
import { manifestOf } from './build-info.js';

/** @param configured the settings of the server, or of all servers; the plugin's own count if both are absent */
export function chooseDiscovery(
  configured: DiscoverySettings | undefined,
  plugin: Pick<HostedPlugin, 'status'> | undefined,
): DiscoverySettings {
  return configured ?? { mode: (plugin && manifestOf(plugin)?.plugin.discovery) ?? 'all' };
}
