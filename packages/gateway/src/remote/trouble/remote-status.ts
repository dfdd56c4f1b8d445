/**
 * The status of an upstream server, for health, pages, metrics and the log.
 */

/**
 * `degraded`: its last lists stand, and it does not answer now, or not for one of the lists. `open`: it kept failing, and the breaker is open.
 * `pinned`: it answers, and some of its components are not approved.
 */
export type RemoteState = 'connecting' | 'serving' | 'pinned' | 'degraded' | 'open' | 'failed' | 'unauthorized';

/** The current status of an upstream server. */
export interface RemoteStatus {
  readonly state: RemoteState;
  readonly era?: 'legacy' | 'modern';
  readonly revision?: string;
  /** Its name and version, as it states them. */
  readonly server?: string;
  /** When its lists were read last. */
  readonly listedAt?: Date;
  /** The reason why it does not serve, or its latest failure. */
  readonly lastError?: { readonly at: Date; readonly message: string };
  /** Duration of the latest answer, in milliseconds. */
  readonly latencyMs?: number;
}
