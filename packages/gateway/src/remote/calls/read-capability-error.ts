/**
 * Reads the error of a tool that needs capabilities which the call's client lacks, in the form of the newest revision. An upstream of an
 * older revision reports it as text, and some also in `_meta`.
 *
 * Spec: 2026-07-28 basic/versioning
 */
import { isJsonObject, McpError, type Context, type JsonObject, type JsonValue } from '@sigil/core';
import { missingOf } from '@sigil/core/catalog';
import { sigilMetaKeys } from '@sigil/core/internal';
import type { ExchangeResult } from '@sigil/client/internal';

/** @returns `undefined` for any other result, and when the client has all of the capabilities */
export function readCapabilityError(result: JsonObject, declared: JsonObject): McpError | undefined {
  if (result['isError'] !== true || !isJsonObject(result['_meta'])) return undefined;
  const needed = result['_meta'][sigilMetaKeys.requiredCapabilities];
  const missing = isJsonObject(needed) ? missingOf(needed, declared) : undefined;
  if (!missing) return undefined;
  const words = textOf(result['content']) ?? `this needs a client with ${Object.keys(missing).join(' and ')}`;
  return new McpError('missing-client-capability', words, { requiredCapabilities: missing });
}

/** @throws McpError when the answer says that the client lacks capabilities; older revisions have no error for this */
export function refuseLacking(answer: ExchangeResult, { clientCapabilities }: Context): ExchangeResult {
  const error = readCapabilityError(answer.result, clientCapabilities);
  if (error) throw error;
  return answer;
}

function textOf(content: JsonValue | undefined): string | undefined {
  const [first] = Array.isArray(content) ? content : [];
  return isJsonObject(first) && typeof first['text'] === 'string' ? first['text'] : undefined;
}
