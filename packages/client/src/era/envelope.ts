/**
 * Writes the `_meta` of requests of the modern era as text, since most of it is the same in all of them.
 *
 * Spec: 2026-07-28 basic/index#_meta
 */
import type { JsonObject } from '@sigil/core';
import { metaKeys, modernDates, releaseCapabilities } from '@sigil/core/internal';
import type { Exchange } from './era-client.js';
import { isEmpty } from './forwarded-meta.js';

/** The revision for requests to modern servers. */
export const modernRevision = modernDates[0]!;

/** The facts that a request states about its client. */
export interface Envelope extends Pick<Exchange, 'capabilities' | 'logLevel' | 'onReleased'> {
  /** The program that speaks to the server; the same object in every request. */
  readonly client: JsonObject;
  /** The members of the caller's `_meta` to pass on. */
  readonly passed: JsonObject;
}

const capabilitiesKey = JSON.stringify(metaKeys.clientCapabilities);
const logLevelKey = JSON.stringify(metaKeys.logLevel);
const onlyReleases = JSON.stringify(releaseCapabilities);
/** The members that are the same in every request of a client, as text. */
const fixedMembers = new WeakMap<JsonObject, string>();

/** @returns an object as JSON */
export function writeEnvelope({ client, passed, capabilities, logLevel, onReleased }: Envelope): string {
  const before = isEmpty(passed) ? '' : `${JSON.stringify(passed).slice(1, -1)},`;
  const level = logLevel === undefined ? '' : `,${logLevelKey}:${JSON.stringify(logLevel)}`;
  const text = writeCapabilities(capabilities, onReleased !== undefined);
  return `{${before}${fixedOf(client)},${capabilitiesKey}:${text}${level}}`;
}

/** Most callers cannot be asked anything. */
function writeCapabilities(capabilities: JsonObject | undefined, isReleasable: boolean): string {
  if (isEmpty(capabilities)) return isReleasable ? onlyReleases : '{}';
  return JSON.stringify(isReleasable ? { ...capabilities, ...releaseCapabilities } : capabilities);
}

function fixedOf(client: JsonObject): string {
  let fixed = fixedMembers.get(client);
  if (fixed === undefined) {
    const members = { [metaKeys.protocolVersion]: modernRevision, [metaKeys.clientInfo]: client };
    fixed = JSON.stringify(members).slice(1, -1);
    fixedMembers.set(client, fixed);
  }
  return fixed;
}
