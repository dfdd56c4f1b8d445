/**
 * The notice that a call lets its client's connection go, for a client that is a gateway: no transport but Streamable HTTP of a legacy
 * revision shows it, and the gateway's own client may be on one that does.
 *
 * Sent only to clients that declare the experimental capability. Spec: 2025-11-25 basic/lifecycle#capability-negotiation
 */
import { isJsonObject, type JsonObject } from '../model/json.js';

const feature = 'dev.sigil/release';

/** Client capabilities of a gateway that passes the notice on. */
export const releaseCapabilities: JsonObject = Object.freeze({ experimental: Object.freeze({ [feature]: {} }) });

/** Its `requestId` names the call. */
export const releasedMethod = 'notifications/dev.sigil/released';

/** Returns whether a client wants the notice. */
export function wantsReleaseNotice({ experimental }: JsonObject): boolean {
  return isJsonObject(experimental) && isJsonObject(experimental[feature]);
}
