/**
 * Turns the status of a hosted plugin into its manifest, for commands that need a working one.
 */
import type { Manifest } from '@sigil/core/building';
import type { PluginStatus } from '@sigil/plugin-host';

/** @throws PluginError the reason why the plugin does not serve */
export function requireServing(status: PluginStatus): Manifest {
  if (status.state === 'serving') return status.manifest;
  throw status.error;
}
