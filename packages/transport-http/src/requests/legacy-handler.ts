/**
 * The interface between an endpoint and its two handlers for the era with a handshake.
 */
import type { BatchIncoming, LegacyIncoming } from '@sigil/core/internal';
import type { HttpExchange } from './http-exchange.js';
import type { Refusal } from './refusal.js';

/** The handler of an endpoint for the era with a handshake. */
export interface LegacyHandler {
  readonly sessionCount: number;
  /** The served HTTP methods, as the value of an `Allow` header. */
  readonly allow: string;
  /** Answers a POST; resolves when its answer is complete. */
  receive(incoming: LegacyIncoming | BatchIncoming, exchange: HttpExchange): Promise<void>;
  /** Answers a request other than POST; a stream may stay open after that. */
  serveOther(exchange: HttpExchange): Promise<void>;
  /** Ends streams that would never end by themselves; calls continue. */
  endStreams(): void;
  close(): void;
}

/** Returns whether this is the request that opens a conversation. */
export function isInitialize(incoming: LegacyIncoming | BatchIncoming): boolean {
  if (incoming.kind === 'batch' || incoming.message.kind !== 'request') return false;
  return incoming.message.method === 'initialize';
}

/** @param allow the served methods */
export function methodNotAllowed(allow: string): Refusal {
  return { status: 405, message: `this endpoint serves ${allow}`, headers: ['Allow', allow] };
}

/** The refusal of a version header that nothing here can serve. */
export const unknownVersion: Refusal = {
  status: 400,
  message: 'MCP-Protocol-Version names no version that is served here',
};
