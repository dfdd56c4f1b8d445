/**
 * The settings and the log of a worker: what one process must do alone is left to the primary or kept apart.
 */
import type { Configuration } from '../configuration/configuration.js';
import type { PluginHosts } from '../hosts/plugin-hosts.js';
import type { ServerLog } from '../log/server-log.js';
import type { Membership } from './join-primary.js';
import { observedApart } from './observed-apart.js';

/** The primary runs the builder. */
export function asWorker(
  configuration: Configuration,
  { number, trail, key }: Pick<Membership, 'number' | 'trail' | 'key'>,
): Configuration {
  const { requestStateKey = key } = configuration;
  return { ...observedApart(configuration, { number, trail }), watch: false, requestStateKey };
}

/** The same log, of which the primary hears what it adds up. */
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
      // The event comes before the generation is the one that serves.
      if (event.kind === 'swapped') {
        setImmediate(() => {
          const known = hosts();
          if (known) member.tellBuilds(known);
        });
      }
    },
  };
}
