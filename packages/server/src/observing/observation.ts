/**
 * The parts of a running server that observe it.
 */
import type { CallObserver, Clients } from '@sigil/core/engine';
import type { Audit, Metrics } from '@sigil/observe';
import type { CallRecorder } from '@sigil/observe/dashboard';
import type { LogLevels } from '../log/log-levels.js';
import type { Redactor } from '../log/redact.js';
import type { ServerLog } from '../log/server-log.js';
import type { RemoteServersOptions } from '../remotes/remote-servers.js';
import type { ServedMounts } from '../mounts/served-mounts.js';

/** The parts of a server that observe it. Its opener closes it. */
export interface Observation {
  /** For every engine; absent where nothing observes calls. */
  readonly observer?: CallObserver | undefined;
  /** The log, which also counts. */
  readonly log: ServerLog;
  readonly levels: LogLevels;
  readonly redactor: Redactor;
  /** Absent where no calls are remembered. */
  readonly recorder?: CallRecorder | undefined;
  /** Absent where metrics are off. */
  readonly metrics?: Pick<Metrics, 'count' | 'observe' | 'write'>;
  /** Absent where nobody counts what is passed on to upstream servers. */
  readonly onPassedOn?: RemoteServersOptions['onPassedOn'];
  /** Absent where there is no audit trail. */
  readonly audit?: Pick<Audit, 'note'>;
  /** Tells which servers are served, and the clients that have shares of the limits. */
  serving(mounts: ServedMounts, clients: Clients): void;
  /** Writes and sends what waits, for at most two seconds. */
  close(): Promise<void>;
}
