/**
 * Reads parsed JSON as one JSON-RPC 2.0 message of MCP.
 *
 * Knows nothing of methods or revisions. Spec: 2025-11-25 basic/index#messages
 */
import { McpError } from '../errors/mcp-error.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.js';

/** Ids keep their type: `1` and `"1"` are two requests. */
export type RequestId = string | number;

/** Something the peer wants an answer to. */
export interface PeerRequest {
  readonly kind: 'request';
  readonly id: RequestId;
  readonly method: string;
  readonly params: JsonObject;
}

/** Something the peer tells; never answered. */
export interface PeerNotification {
  readonly kind: 'notification';
  readonly method: string;
  readonly params: JsonObject;
}

/** The peer's answer to a request of ours. */
export interface PeerResponse {
  readonly kind: 'response';
  readonly id: RequestId;
  readonly result: JsonValue | undefined;
  readonly error: JsonObject | undefined;
}

/** A message as it reached us. Only `readMessage` makes one; everything after it may trust the shape. */
export type PeerMessage = PeerRequest | PeerNotification | PeerResponse;

const noParams: JsonObject = Object.freeze({});

/** @throws McpError `invalid-request` when it is none */
export function readMessage(raw: unknown): PeerMessage {
  if (!isJsonObject(raw)) throw new McpError('invalid-request', 'a message must be a JSON object');
  if (raw['jsonrpc'] !== '2.0') throw new McpError('invalid-request', '"jsonrpc" must be "2.0"');
  if (raw['method'] === undefined) return readResponse(raw);
  if (typeof raw['method'] !== 'string') throw new McpError('invalid-request', '"method" must be a string');

  const params = raw['params'] ?? noParams;
  if (!isJsonObject(params)) throw new McpError('invalid-request', '"params" must be an object');
  if (!Object.hasOwn(raw, 'id')) return { kind: 'notification', method: raw['method'], params };

  const id = readRequestId(raw);
  if (id === undefined) throw new McpError('invalid-request', '"id" must be a string or an integer');
  return { kind: 'request', id, method: raw['method'], params };
}

/** The id of whatever this is, for an error that repeats it; `undefined` when there is none to repeat. */
export function readRequestId(raw: unknown): RequestId | undefined {
  if (!isJsonObject(raw) || !Object.hasOwn(raw, 'id')) return undefined;
  const id = raw['id'];
  if (typeof id === 'string') return id;
  return typeof id === 'number' && Number.isSafeInteger(id) ? id : undefined;
}

function readResponse(raw: JsonObject): PeerResponse {
  const id = readRequestId(raw);
  const error = raw['error'];
  if (id === undefined || (raw['result'] === undefined) === (error === undefined)) {
    throw new McpError('invalid-request', 'a message must have a "method", or an "id" with either "result" or "error"');
  }
  if (error !== undefined && !isJsonObject(error)) throw new McpError('invalid-request', '"error" must be an object');
  return { kind: 'response', id, result: raw['result'], error };
}
