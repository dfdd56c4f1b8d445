/**
 * Reads the identity of a call's client.
 */
import type { Implementation } from '../model/definitions.js';
import { isJsonObject, type JsonValue } from '../model/json.js';
import { metaKeys } from '../revisions/meta-keys.js';
import type { Call } from './call.js';
import type { DiscoveryClient } from './tool-discovery.js';

/** Call it for lists and searches only: it opens the questions of the call. */
export function readClient(call: Call): DiscoveryClient {
  const { session } = call.clientFacts;
  return {
    session,
    principal: call.principal,
    info: session?.clientInfo ?? readImplementation(call.meta[metaKeys.clientInfo]),
    capabilities: call.clientCapabilities,
  };
}

/** Returns the name and version that a client gave, if it gave both. */
export function readImplementation(value: JsonValue | undefined): Implementation | undefined {
  return isImplementation(value) ? { name: value.name, version: value.version } : undefined;
}

/** Returns whether a client gave its name and its version. */
export function isImplementation(value: unknown): value is Implementation {
  return isJsonObject(value) && typeof value['name'] === 'string' && typeof value['version'] === 'string';
}
