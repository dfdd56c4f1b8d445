/**
 * One HTTP request as the parts of an endpoint hand it on, and the answers that several of them give.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BatchIncoming, LegacyIncoming } from '@sigil/core';
import type { AnswerForms } from './read-accept.js';
import type { RequestHeaders } from './read-headers.js';
import type { Refusal } from './refusal.js';

/** A request with what was read of its headers. */
export interface HttpExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly headers: RequestHeaders;
  readonly forms: AnswerForms;
}

/** How an endpoint serves the era with a handshake. */
export interface LegacyLeg {
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

/** @param allow the methods that are served */
export function methodNotAllowed(allow: string): Refusal {
  return { status: 405, message: `this endpoint serves ${allow}`, headers: ['Allow', allow] };
}

/** For a version header that nothing here can serve. */
export const unknownVersion: Refusal = {
  status: 400,
  message: 'MCP-Protocol-Version names no version that is served here',
};
