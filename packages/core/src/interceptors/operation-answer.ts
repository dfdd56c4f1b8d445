/**
 * The result of an operation as interceptors see it, and back.
 */
import type { OperationResult } from '../calls/operation-result.js';
import type { Call } from '../calls/call.js';
import { requireShort } from '../calls/result-length.js';
import { copyJson } from '../model/copy-json.js';
import { isJsonObject, type JsonObject } from '../model/json.js';

/** Returns whether an operation ended with a result, not with a subscription. */
export function isOperationResult(result: unknown): result is OperationResult {
  return typeof result === 'string' || (typeof result === 'object' && result !== null && 'members' in result);
}

/** Parses the members of a result, without those that every result of the revision carries. */
export function readOperationAnswer(result: OperationResult): JsonObject {
  const members = typeof result === 'string' ? result : result.members;
  const value = JSON.parse(`{${members}}`) as JsonObject; // our own text
  return typeof result !== 'string' && 'meta' in result && result.meta ? { ...value, _meta: result.meta } : value;
}

/** @throws McpError when the result became too long */
export function writeOperationAnswer(call: Call, answer: object, before: OperationResult | undefined): OperationResult {
  const { _meta: meta, ...value } = copyJson(answer) as JsonObject; // an object stays one
  if (Object.keys(value).length === 0 && before !== undefined && before !== '')
    throw new TypeError('the result has no members');
  // It may now depend on the caller.
  const members = value['cacheScope'] === 'public' ? { ...value, cacheScope: 'private' } : value;
  const text = requireShort(call, 'the answer', JSON.stringify(members).slice(1, -1));
  const type = before !== undefined && typeof before !== 'string' && 'type' in before ? before.type : 'complete';
  return isJsonObject(meta) ? { members: text, type, meta } : { members: text, type };
}
