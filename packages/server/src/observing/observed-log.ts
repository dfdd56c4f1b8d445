/**
 * Counts what the log is told, and passes it on.
 */
import type { Metrics } from '@sigil/observe';
import type { HostEvent } from '@sigil/plugin-host';
import type { ServerLog } from '../log/server-log.js';

export function observedLog(log: ServerLog, metrics: Pick<Metrics, 'count'>): ServerLog {
  return {
    ...log,
    faultsOf(server) {
      const tell = log.faultsOf(server);
      return (fault) => {
        metrics.count('sigil_faults_total', { server });
        tell(fault);
      };
    },
    hostEvent(plugin, event) {
      countHostEvent(metrics, plugin, event);
      log.hostEvent(plugin, event);
    },
  };
}

function countHostEvent(metrics: Pick<Metrics, 'count'>, plugin: string, event: HostEvent): void {
  if (event.kind === 'swapped') metrics.count('sigil_swaps_total', { plugin, outcome: 'swapped' });
  if (event.kind === 'refused') metrics.count('sigil_swaps_total', { plugin, outcome: 'refused' });
  if (event.kind === 'link' && event.event.kind === 'restarted') metrics.count('sigil_link_restarts_total', { plugin });
}
