/**
 * Declares the parts of a running server that observe it.
 */
import type { CallObserver, Clients } from '@sigil/core/engine';
import type { Audit, Metrics } from '@sigil/observe';
import type { CallRecorder } from '@sigil/observe/dashboard';
import type { LogLevels } from '../log/log-levels.js';
import type { Redactor } from '../log/redact.js';
import type { ServerLog } from '../log/server-log.js';
import type { RemoteServersOptions } from '../remotes/remote-servers.js';
import type { ServedMounts } from '../mounts/served-mounts.js';
import type { StoreQueues } from './read-server.js';

/** The parts of a server that observe it. The code that opens them closes them. */
export interface Observation {
  /** The observer for every engine; absent if nothing observes calls. */
  readonly observer?: CallObserver | undefined;
  /** The log, which also updates metrics. */
  readonly log: ServerLog;
  readonly levels: LogLevels;
  readonly redactor: Redactor;
  /** Absent if no calls are recorded. */
  readonly recorder?: CallRecorder | undefined;
  /** Absent where metrics are off. */
  readonly metrics?: Pick<Metrics, 'count' | 'observe' | 'write'>;
  /** Absent if requests to upstream servers are not counted. */
  readonly onUpstreamRequest?: RemoteServersOptions['onUpstreamRequest'];
  /** Absent where there is no audit trail. */
  readonly audit?: Pick<Audit, 'note'>;
  /** Sets the served mounts, and the clients that share the limits. */
  serving(mounts: ServedMounts, clients: Clients, shared?: StoreQueues): void;
  /** Writes and sends pending data, for at most two seconds. */
  close(): Promise<void>;
}
