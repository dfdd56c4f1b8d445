/**
 * Reads the error of a tool that needs other client capabilities than the call's client has, as the newest revision has it: an
 * upstream of an older one says it in words, and some in `_meta` beside them.
 *
 * Spec: 2026-07-28 basic/versioning
 */
import { isJsonObject, McpError, type Context, type JsonObject, type JsonValue } from '@sigil/core';
import { missingOf } from '@sigil/core/catalog';
import { ownMetaKeys } from '@sigil/core/engine';
import type { ExchangeResult } from '../conversation/exchange.js';

/** @returns `undefined` for any other result, and where the client has them all */
export function readCapabilityError(result: JsonObject, declared: JsonObject): McpError | undefined {
  if (result['isError'] !== true || !isJsonObject(result['_meta'])) return undefined;
  const needed = result['_meta'][ownMetaKeys.requiredCapabilities];
  const missing = isJsonObject(needed) ? missingOf(needed, declared) : undefined;
  if (!missing) return undefined;
  const words = textOf(result['content']) ?? `this needs a client with ${Object.keys(missing).join(' and ')}`;
  return new McpError('missing-client-capability', words, { requiredCapabilities: missing });
}

/** @throws McpError where the answer says that the client lacks capabilities, which older revisions have no error for */
export function refuseLacking(answer: ExchangeResult, { clientCapabilities }: Context): ExchangeResult {
  const error = readCapabilityError(answer.result, clientCapabilities);
  if (error) throw error;
  return answer;
}

function textOf(content: JsonValue | undefined): string | undefined {
  const [first] = Array.isArray(content) ? content : [];
  return isJsonObject(first) && typeof first['text'] === 'string' ? first['text'] : undefined;
}
