/**
 * Reads parsed JSON as one message of the native view: a JSON-RPC 2.0 request or notification with params of either form.
 */
import { McpError } from '../errors/mcp-error.js';
import { readRequestId, requireShortId, type RequestId } from '../json-rpc/messages.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.js';

/** A message; without an id it is a notification. */
export interface NativeMessage {
  readonly id: RequestId | undefined;
  readonly method: string;
  readonly params: JsonObject | readonly JsonValue[];
}

const noParams: JsonObject = Object.freeze({});

/** @throws McpError `invalid-request` when it is not a message, or its id is longer than the limit */
export function readNativeMessage(raw: unknown, maxIdLength: number): NativeMessage {
  if (!isJsonObject(raw)) throw new McpError('invalid-request', 'a message must be one JSON object');
  const { jsonrpc, method, params = noParams } = raw;
  if (jsonrpc !== '2.0') throw new McpError('invalid-request', '"jsonrpc" must be "2.0"');
  if (typeof method !== 'string') throw new McpError('invalid-request', '"method" must be a string');
  if (!isJsonObject(params) && !Array.isArray(params)) {
    throw new McpError('invalid-request', '"params" must be an array or an object');
  }
  const id = readRequestId(raw);
  if (id === undefined && Object.hasOwn(raw, 'id')) {
    throw new McpError('invalid-request', '"id" must be a string or an integer');
  }
  requireShortId('id', id, maxIdLength);
  return { id, method, params };
}
