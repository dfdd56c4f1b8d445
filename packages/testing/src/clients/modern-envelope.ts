/**
 * What a client of the modern era says of itself in every message.
 *
 * Spec: 2026-07-28 basic/index#_meta
 */
import type { JsonObject } from '@sigil/core';

/** How the clients of this package name themselves. */
export const clientInfo = { name: 'sigil-testing', version: '0.1.0' } as const;

/** The members of `params._meta` that a modern request carries. */
export function modernEnvelope(revisionDate: string): JsonObject {
  return {
    'io.modelcontextprotocol/protocolVersion': revisionDate,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': clientInfo,
  };
}
