/**
 * Turns the status of a hosted plugin into its manifest, for commands that need one that works.
 */
import type { Manifest } from '@sigil/core/building';
import type { PluginStatus } from '@sigil/plugin-host';

/** @throws PluginError what keeps the plugin from serving */
export function requireServing(status: PluginStatus): Manifest {
  if (status.state === 'serving') return status.manifest;
  throw status.error;
}
