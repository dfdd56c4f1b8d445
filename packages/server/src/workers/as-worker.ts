/**
 * The settings and the log of a worker: tasks for one process only are left to the primary or kept apart.
 */
import type { Configuration } from '../configuration/configuration.js';
import type { PluginHosts } from '../hosts/plugin-hosts.js';
import type { ServerLog } from '../log/server-log.js';
import type { Membership } from './join-primary.js';
import { observedApart } from './observed-apart.js';

/** Leaves the builder to the primary. */
export function asWorker(
  configuration: Configuration,
  { number, trail, key }: Pick<Membership, 'number' | 'trail' | 'key'>,
): Configuration {
  const { requestStateKeys = [key] } = configuration;
  return { ...observedApart(configuration, { number, trail }), watch: false, requestStateKeys };
}

/** Returns the log, which also reports to the primary what it adds up. */
export function tellingPrimary(
  log: ServerLog,
  member: Pick<Membership, 'tellBuilds' | 'tellRefused'>,
  hosts: () => Pick<PluginHosts, 'entries'> | undefined,
): ServerLog {
  return {
    ...log,
    hostEvent(plugin, event) {
      log.hostEvent(plugin, event);
      if (event.kind === 'refused') member.tellRefused(plugin, event);
      // The event comes before the new generation serves.
      if (event.kind === 'swapped') {
        setImmediate(() => {
          const known = hosts();
          if (known) member.tellBuilds(known);
        });
      }
    },
  };
}
