/**
 * Writes JSON-RPC 2.0 messages as single-line JSON text. Results come as text, so what is serialised once stays so.
 */
import type { JsonObject } from '../model/json.js';
import type { RequestId } from './read-message.js';

/** A success; `resultJson` is put in as it is. */
export function writeResponse(id: RequestId, resultJson: string): string {
  return `{"jsonrpc":"2.0","id":${writeId(id)},"result":${resultJson}}`;
}

/** The form of an error on the wire. */
export interface WireError {
  readonly code: number;
  readonly message: string;
  readonly data?: JsonObject;
}

/** @param id left out of the message when the request's could not be read */
export function writeErrorResponse(id: RequestId | undefined, error: WireError): string {
  const idMember = id === undefined ? '' : `"id":${writeId(id)},`;
  return `{"jsonrpc":"2.0",${idMember}"error":${JSON.stringify(error)}}`;
}

/** A message without an id. */
export function writeNotification(method: string, params?: JsonObject): string {
  return JSON.stringify(params ? { jsonrpc: '2.0', method, params } : { jsonrpc: '2.0', method });
}

/**
 * A message without an id, of params that are JSON text already.
 *
 * @param members of the params, without the braces; at least one
 * @param meta one more
 */
export function writeNotificationWith(method: string, members: string, meta?: JsonObject): string {
  const metaMember = meta ? `,"_meta":${JSON.stringify(meta)}` : '';
  return `{"jsonrpc":"2.0","method":"${method}","params":{${members}${metaMember}}}`;
}

function writeId(id: RequestId): string {
  return typeof id === 'number' ? String(id) : JSON.stringify(id);
}

/** A request of ours; the id must be new in its session. */
export function writeRequest(id: RequestId, method: string, params: JsonObject): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}
