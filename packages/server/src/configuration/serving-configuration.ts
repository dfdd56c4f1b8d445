/**
 * The settings of how servers are reached; the other settings decide which servers exist.
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
  | 'requestStateKeys'
  | 'stdioMount'
  | 'stdioView'
  | 'limits'
  | 'sharedLimits'
> {
  readonly auth?: Configuration['auth'];
  /** See `Configuration`. */
  readonly listHint?: Configuration['listHint'];
  /** The store that replicas share; needs `requestStateKeys`. */
  readonly store?: Configuration['store'];
  readonly middleware?: Configuration['middleware'];
  readonly publicUrl?: Configuration['publicUrl'];
  readonly sandboxUrl?: Configuration['sandboxUrl'];
  readonly metricsPort?: Configuration['metricsPort'];
  /** Native streams over HTTP; false by default. */
  readonly streams?: Configuration['streams'];
  /** See `Configuration`; false by default. */
  readonly strictLifecycle?: Configuration['strictLifecycle'];
  /** See `Configuration`; false by default. */
  readonly skillsInSessions?: Configuration['skillsInSessions'];
  readonly drainMs?: Configuration['drainMs'];
  /** In milliseconds; 10,000 by default. */
  readonly closeGraceMs?: Configuration['closeGraceMs'] | undefined;
  readonly follow?: Configuration['follow'];
  readonly isTrustedProxy?: Configuration['isTrustedProxy'];
  /** Host names accepted in requests, in addition to loopback and `host`. */
  readonly allowedHosts?: readonly string[];
}
