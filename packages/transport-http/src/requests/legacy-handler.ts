/**
 * The half of an endpoint that serves the era with a handshake, which its two kinds and the endpoint agree on.
 */
import type { BatchIncoming, LegacyIncoming } from '@sigil/core/engine';
import type { HttpExchange } from './http-exchange.js';
import type { Refusal } from './refusal.js';

/** The handler of an endpoint for the era with a handshake. */
export interface LegacyHandler {
  readonly sessionCount: number;
  /** The methods of HTTP that are served, as an `Allow` header says it. */
  readonly allow: string;
  /** Serves a POST. */
  receive(incoming: LegacyIncoming | BatchIncoming, exchange: HttpExchange): void;
  /** Serves a request that is no POST. */
  serveOther(exchange: HttpExchange): void;
  /** Ends what would never end by itself; calls go on. */
  endStreams(): void;
  close(): void;
}

/** Returns whether this is the request that opens a conversation. */
export function isInitialize(incoming: LegacyIncoming | BatchIncoming): boolean {
  if (incoming.kind === 'batch' || incoming.message.kind !== 'request') return false;
  return incoming.message.method === 'initialize';
}

/** @param allow the methods that are served */
export function methodNotAllowed(allow: string): Refusal {
  return { status: 405, message: `this endpoint serves ${allow}`, headers: ['Allow', allow] };
}

/** For a version header that nothing here can serve. */
export const unknownVersion: Refusal = {
  status: 400,
  message: 'MCP-Protocol-Version names no version that is served here',
};
