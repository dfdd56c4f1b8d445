/**
 * Writes the envelope with which a modern client describes itself in every message.
 *
 * Spec: 2026-07-28 basic/index#_meta
 */
import type { JsonObject, LogLevel } from '@sigil/core';

/** The name of the clients of this package. */
export const clientInfo = { name: 'sigil-testing', version: '0.1.0' } as const;

/** Members of a client's description besides its name. */
export interface EnvelopeOptions {
  readonly capabilities?: JsonObject;
  /** The lowest level of log messages to request; none when left out. */
  readonly logLevel?: LogLevel;
}

/** The members of `params._meta` that a modern request carries. */
export function modernEnvelope(
  revisionDate: string,
  { capabilities = {}, logLevel }: EnvelopeOptions = {},
): JsonObject {
  return {
    'io.modelcontextprotocol/protocolVersion': revisionDate,
    'io.modelcontextprotocol/clientCapabilities': capabilities,
    'io.modelcontextprotocol/clientInfo': clientInfo,
    ...(logLevel === undefined ? {} : { 'io.modelcontextprotocol/logLevel': logLevel }),
  };
}
