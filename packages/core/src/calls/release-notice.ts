/**
 * The notice that a call releases its client's connection, for clients that are gateways. Only Streamable HTTP of a legacy
 * revision shows the release itself, and the gateway's own client may use that transport.
 *
 * Sent only to clients that declare the experimental capability. Spec: 2025-11-25 basic/lifecycle#capability-negotiation
 */
import { isJsonObject, type JsonObject } from '../model/json.js';

const feature = 'dev.sigil/release';

/** Client capabilities of a gateway that forwards the notice. */
export const releaseCapabilities: JsonObject = Object.freeze({ experimental: Object.freeze({ [feature]: {} }) });

/** The notification's method; its `requestId` names the call. */
export const releasedMethod = 'notifications/dev.sigil/released';

/** Returns whether a client wants the notice. */
export function wantsReleaseNotice({ experimental }: JsonObject): boolean {
  return isJsonObject(experimental) && isJsonObject(experimental[feature]);
}
