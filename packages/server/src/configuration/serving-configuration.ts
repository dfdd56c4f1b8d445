/**
 * The part of the configuration that says how servers are reached; the rest says which servers there are.
 */
import type { Configuration } from './configuration.js';

/** Addresses, transports, limits and keys. */
export interface ServingConfiguration extends Pick<
  Configuration,
  | 'host'
  | 'port'
  | 'sse'
  | 'ws'
  | 'stateless'
  | 'card'
  | 'allowedOrigins'
  | 'adminToken'
  | 'profile'
  | 'requestStateKey'
  | 'stdioMount'
  | 'stdioView'
  | 'limits'
  | 'sharedLimits'
> {
  readonly auth?: Configuration['auth'];
  /** The place of everything that replicas share; it needs `requestStateKey`. */
  readonly store?: Configuration['store'];
  readonly middleware?: Configuration['middleware'];
  readonly publicUrl?: Configuration['publicUrl'];
  readonly metricsPort?: Configuration['metricsPort'];
  readonly drainMs?: Configuration['drainMs'];
  /** In milliseconds; 10,000 when left out. */
  readonly closeGraceMs?: Configuration['closeGraceMs'] | undefined;
  readonly follow?: Configuration['follow'];
  readonly isTrustedProxy?: Configuration['isTrustedProxy'];
  /** Host names that requests may be addressed to beside loopback and `host`. */
  readonly allowedHosts?: readonly string[];
}
