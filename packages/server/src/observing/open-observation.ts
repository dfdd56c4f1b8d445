/**
 * Opens what the operator wants to be observed; nothing of it is loaded otherwise.
 */
import type { CallObserver, Clients } from '@sigil/core/engine';
import type { Metrics, Reading } from '@sigil/observe';
import type { Configuration } from '../configuration/configuration.js';
import type { ServerLog } from '../log/server-log.js';
import type { ServedMounts } from '../mounts/served-mounts.js';
import { ownVersion } from '../own-version.js';

/** The parts of a server that observe it. Its opener closes it. */
export interface Observation {
  /** For every engine; absent where nothing observes calls. */
  readonly observer?: CallObserver;
  /** The log, which also counts. */
  readonly log: ServerLog;
  /** Absent where metrics are off. */
  readonly metrics?: Pick<Metrics, 'write'>;
  /** Tells which servers are served, and the clients that have shares of the limits. */
  serving(mounts: ServedMounts, clients: Clients): void;
  close(): void;
}

export async function openObservation(
  { metrics: hasMetrics }: Pick<Configuration, 'metrics'>,
  log: ServerLog,
): Promise<Observation> {
  if (!hasMetrics) return { log, serving: () => undefined, close: () => undefined };
  const [{ openMetrics }, { observedLog }, { readServer }] = await Promise.all([
    import('@sigil/observe'),
    import('./observed-log.js'),
    import('./read-server.js'),
  ]);
  let readings = (): readonly Reading[] => [];
  const metrics = openMetrics({ version: ownVersion, readings: () => readings() });
  return {
    observer: metrics.observer,
    log: observedLog(log, metrics),
    metrics,
    serving(mounts, clients) {
      readings = () => readServer(mounts, clients);
    },
    close: () => metrics.close(),
  };
}
