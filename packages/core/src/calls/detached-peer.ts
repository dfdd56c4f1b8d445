/**
 * The channels to the client that remain when a call continues without its request.
 */
import type { Asker } from '../asking/asker.js';
import type { JsonObject } from '../model/json.js';

export interface DetachedPeer {
  readonly notify: (json: string) => Promise<void> | undefined;
  /** @param before the asker that the call used until now */
  readonly openAsker: (before: Asker) => Asker;
  /** Added to the `_meta` of the call's notifications. */
  readonly meta?: JsonObject;
  /** Called with each progress message. */
  readonly onProgress: (message: string) => void;
  /** Settles, without rejecting, when the call is over. */
  readonly ended: Promise<void>;
}
