/**
 * Asks a server for its facts with a request that only servers of the modern era understand.
 *
 * Spec: 2026-07-28 server/discover, basic/versioning
 */
import { isJsonObject, type JsonObject } from '@sigil/core';
import { metaKeys } from '@sigil/core/internal';
import type { ConnectionAnswer } from '../transports/connection.js';
import { ConnectionError } from '../errors/connection-error.js';
import type { ServerFacts } from './era-client.js';
import { modernRevision } from './envelope.js';
import { sendStateless, type StatelessParts } from './stateless-request.js';
import { readResult } from './read-result.js';

const unsupportedVersion = -32022;
/** Error codes that only servers of the modern era use. */
const modernErrors: ReadonlySet<unknown> = new Set([-32020, -32021, -32022]);

/**
 * @returns `undefined` when the server does not know the request
 * @throws ConnectionError, McpError, the signal's reason when the era stays unknown
 */
export async function discover(parts: StatelessParts, signal: AbortSignal): Promise<ServerFacts | undefined> {
  let answer: ConnectionAnswer;
  try {
    answer = await sendStateless(parts, { method: 'server/discover', params: {}, signal });
  } catch (error) {
    if (isNoVerdict(error)) return undefined;
    throw error;
  }
  if (supportsAfterAll(answer)) answer = await sendStateless(parts, { method: 'server/discover', params: {}, signal });
  const { error } = answer.message.parsed;
  if (isJsonObject(error) && !modernErrors.has(error['code'])) return undefined;
  return readDiscovered(readResult(answer).result);
}

/** Returns whether the server refuses the revision, and names it among those that it supports. Spec: 2026-07-28 basic/versioning */
function supportsAfterAll({ message: { parsed } }: ConnectionAnswer): boolean {
  const { code, data } = isJsonObject(parsed['error']) ? parsed['error'] : {};
  const supported = isJsonObject(data) ? data['supported'] : undefined;
  return code === unsupportedVersion && Array.isArray(supported) && supported.includes(modernRevision);
}

/** Returns whether the error comes from an endpoint that exists and does not understand the request. */
function isNoVerdict(error: unknown): boolean {
  if (!(error instanceof ConnectionError)) return false;
  return (
    error.failure === 'unreadable' || (error.status !== undefined && !['unauthorized', 'busy'].includes(error.failure))
  );
}

function readDiscovered(result: JsonObject): ServerFacts | undefined {
  const { supportedVersions, capabilities, instructions, ttlMs, _meta: meta } = result;
  if (!Array.isArray(supportedVersions) || !supportedVersions.includes(modernRevision)) return undefined;
  const info = isJsonObject(meta) ? meta[metaKeys.serverInfo] : undefined;
  return {
    era: 'modern',
    revision: modernRevision,
    capabilities: isJsonObject(capabilities) ? capabilities : {},
    info: isJsonObject(info) ? info : {},
    instructions: typeof instructions === 'string' ? instructions : undefined,
    ...(typeof ttlMs === 'number' && ttlMs > 0 && { ttlMs }),
  };
}
