/**
 * The settings and the log of a worker: what one process must do alone is left to the primary or kept apart.
 */
import type { Configuration } from '../configuration/configuration.js';
import type { PluginHosts } from '../hosts/plugin-hosts.js';
import type { ServerLog } from '../log/server-log.js';
import type { Membership } from './join-primary.js';

/** The primary runs the builder; the chain of an audit trail has one writer, so each worker has a trail of its own. */
export function asWorker(
  configuration: Configuration,
  { number, key }: Pick<Membership, 'number' | 'key'>,
): Configuration {
  const { requestStateKey = key, auditFile, metricsPort } = configuration;
  return {
    ...configuration,
    watch: false,
    requestStateKey,
    // A scraper reads each worker at a port of its own.
    metricsPort: metricsPort ? metricsPort + number - 1 : metricsPort,
    auditFile: auditFile === undefined || number === 1 ? auditFile : `${auditFile}.${number}`,
  };
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
