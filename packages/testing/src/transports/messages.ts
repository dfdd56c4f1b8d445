/**
 * Builds the messages that tests of transports send, in both eras.
 */
import type { JsonObject } from '@sigil/core';
import { modernDates } from '@sigil/core/engine';

/** A JSON-RPC message as a test looks at it. */
export interface JsonMessage {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: JsonObject;
  readonly result?: JsonObject;
  readonly error?: { readonly code: number; readonly message: string };
}

/** A request of the era with a handshake. */
export function request(id: number | string, method: string, params: JsonObject = {}): JsonObject {
  return { jsonrpc: '2.0', id, method, params };
}

/** A request that says of itself what a handshake would; members of `_meta` in `params` are kept. */
export function modernRequest(id: number | string, method: string, params: JsonObject = {}): JsonObject {
  const _meta = {
    ...(modernDates[0] === undefined ? {} : { 'io.modelcontextprotocol/protocolVersion': modernDates[0] }),
    'io.modelcontextprotocol/clientCapabilities': {},
    ...(params['_meta'] as JsonObject | undefined), // what the test gives
  };
  return request(id, method, { ...params, _meta });
}

/** A modern `tools/call`. */
export function callOf(id: number | string, name: string, input: JsonObject = {}): JsonObject {
  return modernRequest(id, 'tools/call', { name, arguments: input });
}

/** The handshake's first message. */
export function initialize(id: number, protocolVersion: string): JsonObject {
  const clientInfo = { name: 'tester', version: '0' };
  return request(id, 'initialize', { protocolVersion, capabilities: {}, clientInfo });
}
