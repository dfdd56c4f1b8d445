/**
 * Says how every plugin is, by name and reason; never with a path or a stack.
 */
import type { Mount } from '../mounts/mount.js';

/** How the server is, for probes and people. */
export interface Health {
  /** `degraded` when a plugin's newest build does not serve; what served before still may. */
  readonly status: 'ok' | 'degraded';
  readonly plugins: Readonly<Record<string, PluginHealth>>;
}

/** How one plugin is. */
export interface PluginHealth {
  readonly state: 'serving' | 'failed';
  /** Of what serves now; absent when nothing does. */
  readonly version?: string;
  /** The error code of the build that was refused. */
  readonly reason?: string;
}

export function writeHealth(mounts: readonly Mount[]): Health {
  const plugins = mounts.flatMap((mount) => (mount.plugin ? [[mount.name, healthOf(mount)] as const] : []));
  const isWell = plugins.every(([, health]) => health.state === 'serving');
  return { status: isWell ? 'ok' : 'degraded', plugins: Object.fromEntries(plugins) };
}

function healthOf({ plugin }: Mount): PluginHealth {
  if (!plugin) return { state: 'serving' };
  const { status } = plugin;
  if (status.state === 'serving') return { state: 'serving', version: status.manifest.plugin.version };
  const reason = status.error.code;
  return status.serving
    ? { state: 'failed', version: status.serving.plugin.version, reason }
    : { state: 'failed', reason };
}
