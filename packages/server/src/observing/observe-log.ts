/**
 * Passes log entries on, and adds them to metrics and the audit trail where they belong there.
 */
import type { Audit, Metrics } from '@sigil/observe';
import type { HostEvent } from '@sigil/plugin-host';
import type { ServerLog } from '../log/server-log.js';

export function observeLog(
  log: ServerLog,
  metrics: Pick<Metrics, 'count'> | undefined,
  audit: Pick<Audit, 'note'> | undefined,
): ServerLog {
  return {
    ...log,
    faultsOf(server) {
      const tell = log.faultsOf(server);
      return (fault) => {
        metrics?.count('sigil_faults_total', { server });
        tell(fault);
      };
    },
    hostEvent(plugin, event) {
      if (metrics) countHostEvent(metrics, plugin, event);
      if (audit) noteHostEvent(audit, log, plugin, event);
      log.hostEvent(plugin, event);
    },
  };
}

function countHostEvent(metrics: Pick<Metrics, 'count'>, plugin: string, event: HostEvent): void {
  if (event.kind === 'swapped') metrics.count('sigil_swaps_total', { plugin, outcome: 'swapped' });
  if (event.kind === 'refused') metrics.count('sigil_swaps_total', { plugin, outcome: 'refused' });
  if (event.kind === 'drain-aborted') metrics.count('sigil_limit_hits_total', { limit: event.limit });
  if (event.kind === 'link' && event.event.kind === 'restarted') metrics.count('sigil_link_restarts_total', { plugin });
}

/** Records a swap. The event follows the swap, so a trail that cannot be written does not undo it. */
function noteHostEvent(
  audit: Pick<Audit, 'note'>,
  log: Pick<ServerLog, 'failure'>,
  plugin: string,
  event: HostEvent,
): void {
  try {
    if (event.kind === 'swapped') {
      const { plugin: about, code } = event.manifest;
      audit.note({ event: 'swap', plugin, version: about.version, build: code.cid });
    }
    if (event.kind === 'refused') audit.note({ event: 'swap-refused', plugin, code: event.error.code });
  } catch (error) {
    log.failure('audit', error);
  }
}
