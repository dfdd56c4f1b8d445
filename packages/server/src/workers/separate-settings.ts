/**
 * The settings and the log of one process among several: what they would write or serve at the same place is kept apart.
 */
import type { Configuration } from '../configuration/configuration.js';
import type { PluginHosts } from '../hosts/plugin-hosts.js';
import type { ServerLog } from '../log/server-log.js';
import type { Membership } from './membership.js';
import { separateObservation } from './worker-observation.js';

/** Returns the settings of this process. Workers leave the builder to the primary, and share a key unless the operator gave one. */
export function separateSettings(
  configuration: Configuration,
  { number, trail, isBuilder, shared }: Pick<Membership, 'number' | 'trail' | 'isBuilder' | 'shared'>,
): Configuration {
  return {
    ...separateObservation(configuration, { number, trail }),
    watch: configuration.watch && isBuilder,
    requestStateKeys: configuration.requestStateKeys ?? (shared && [shared.key]),
  };
}

/** Returns the log, which also reports to the primary what it adds up. */
export function reportToPrimary(
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
