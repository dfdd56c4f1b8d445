/**
 * Reads the facts that a server of a legacy revision states about itself in the handshake.
 *
 * Spec: 2025-11-25 basic/lifecycle#version-negotiation
 */
import { isJsonObject, type JsonObject } from '@sigil/core';
import { revisions } from '@sigil/core/engine';
import { findRevision } from '@sigil/core/internal';
import { ConnectionError } from '../errors/connection-error.js';
import type { ServerFacts } from './era-client.js';

/** Longer versions are cut in messages. */
const longestVersion = 32;

/** @throws ConnectionError for a revision that is unknown, or not of the legacy era */
export function readFacts(result: JsonObject): ServerFacts {
  const { protocolVersion, capabilities, serverInfo, instructions } = result;
  const revision = typeof protocolVersion === 'string' ? findRevision(protocolVersion) : undefined;
  if (revision?.era !== 'legacy') {
    const given = typeof protocolVersion === 'string' ? `"${protocolVersion.slice(0, longestVersion)}"` : 'none';
    const known = revisions.flatMap(({ era, date }) => (era === 'legacy' ? [date] : [])).join(', ');
    throw new ConnectionError('refused', `the server speaks protocol version ${given}, expected one of ${known}`);
  }
  return {
    era: 'legacy',
    revision: revision.date,
    capabilities: isJsonObject(capabilities) ? capabilities : {},
    info: isJsonObject(serverInfo) ? serverInfo : {},
    instructions: typeof instructions === 'string' ? instructions : undefined,
  };
}
