/**
 * The dependencies of a relay, and its limits.
 */
import type { AskedPages } from './asked-pages.js';
import type { OwnSecrets } from './own-secrets.js';
import type { ParkingLimits } from './parked-calls.js';
import type { PassingOn } from './passed-on.js';
import type { SessionLimits } from './sender.js';

/** The upstream, the observer of its requests, the pages that its clients were asked to open, and the secrets that they must not read. */
export interface RelayOptions extends PassingOn {
  readonly pages: AskedPages;
  readonly secrets: OwnSecrets;
  /** Called when a call has ended, with the error of one that failed. */
  readonly onEnded?: ((error?: unknown) => void) | undefined;
}

/** The limits of passing calls on, and whether clients share sessions. */
export interface RelayLimits extends ParkingLimits, SessionLimits {}
