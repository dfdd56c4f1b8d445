/**
 * How an upstream server is, for health, pages, metrics and the log.
 */

/**
 * `degraded`: its last lists stand, and it does not answer now. `open`: it kept failing, and is left alone for a while. `pinned`: it
 * answers, and something of it was not approved.
 */
export type RemoteState = 'connecting' | 'serving' | 'pinned' | 'degraded' | 'open' | 'failed' | 'unauthorized';

/** How an upstream server is now. */
export interface RemoteStatus {
  readonly state: RemoteState;
  readonly era?: 'legacy' | 'modern';
  readonly revision?: string;
  /** Its name and version, in its own words. */
  readonly server?: string;
  /** When its lists were read last. */
  readonly listedAt?: Date;
  /** Why it does not serve, or the last thing that went wrong. */
  readonly lastError?: { readonly at: Date; readonly message: string };
  /** Of the last sign of life, in milliseconds. */
  readonly latencyMs?: number;
}
