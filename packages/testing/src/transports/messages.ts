/**
 * Builds the messages that tests of transports send, in both eras.
 */
import type { JsonObject } from '@sigil/core';
import { modernDates } from '@sigil/core/internal';

/** A JSON-RPC message, with the members that tests read. */
export interface JsonMessage {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: JsonObject;
  readonly result?: JsonObject;
  readonly error?: { readonly code: number; readonly message: string };
}

/** Builds a request of the era with a handshake. */
export function request(id: number | string, method: string, params: JsonObject = {}): JsonObject {
  return { jsonrpc: '2.0', id, method, params };
}

/** Builds a request that carries the information of a handshake; members of `_meta` in `params` are kept. */
export function modernRequest(id: number | string, method: string, params: JsonObject = {}): JsonObject {
  const _meta = {
    ...(modernDates[0] === undefined ? {} : { 'io.modelcontextprotocol/protocolVersion': modernDates[0] }),
    'io.modelcontextprotocol/clientCapabilities': {},
    ...(params['_meta'] as JsonObject | undefined), // given by the test
  };
  return request(id, method, { ...params, _meta });
}

/** Builds a modern `tools/call`. */
export function callOf(id: number | string, name: string, input: JsonObject = {}): JsonObject {
  return modernRequest(id, 'tools/call', { name, arguments: input });
}

/** Builds the handshake's first message. */
export function initialize(id: number, protocolVersion: string): JsonObject {
  const clientInfo = { name: 'tester', version: '0' };
  return request(id, 'initialize', { protocolVersion, capabilities: {}, clientInfo });
}
