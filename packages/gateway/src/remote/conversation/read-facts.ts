/**
 * Reads the facts that an upstream server of a legacy revision states about itself in the handshake.
 *
 * Spec: 2025-11-25 basic/lifecycle#version-negotiation
 */
import { isJsonObject, type JsonObject } from '@sigil/core';
import { findRevision, revisions } from '@sigil/core/engine';
import { UpstreamError } from '../trouble/upstream-error.js';
import type { UpstreamFacts } from './exchange.js';

/** Longer versions are cut in messages. */
const longestVersion = 32;

/** @throws UpstreamError for a revision that is unknown, or not of the legacy era */
export function readFacts(result: JsonObject): UpstreamFacts {
  const { protocolVersion, capabilities, serverInfo, instructions } = result;
  const revision = typeof protocolVersion === 'string' ? findRevision(protocolVersion) : undefined;
  if (revision?.era !== 'legacy') {
    const given = typeof protocolVersion === 'string' ? `"${protocolVersion.slice(0, longestVersion)}"` : 'none';
    const known = revisions.flatMap(({ era, date }) => (era === 'legacy' ? [date] : [])).join(', ');
    throw new UpstreamError(
      'refused',
      `the upstream server speaks protocol version ${given}, expected one of ${known}`,
    );
  }
  return {
    era: 'legacy',
    revision: revision.date,
    capabilities: isJsonObject(capabilities) ? capabilities : {},
    info: isJsonObject(serverInfo) ? serverInfo : {},
    instructions: typeof instructions === 'string' ? instructions : undefined,
  };
}
