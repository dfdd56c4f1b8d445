/**
 * Asks an upstream server for its facts with a request that only servers of the modern era understand.
 *
 * Spec: 2026-07-28 server/discover, basic/versioning
 */
import { isJsonObject, type JsonObject } from '@sigil/core';
import { metaKeys } from '@sigil/core/engine';
import type { UpstreamAnswer } from '../connect/connection.js';
import { UpstreamError } from '../trouble/upstream-error.js';
import type { UpstreamFacts } from './exchange.js';
import { modernRevision } from './modern-envelope.js';
import { sendModern, type ModernParts } from './modern-request.js';
import { readOutcome } from './read-outcome.js';

/** Error codes that only servers of the modern era use. */
const modernErrors: ReadonlySet<unknown> = new Set([-32020, -32021, -32022]);

/**
 * @returns `undefined` when the upstream does not know the request
 * @throws UpstreamError, McpError, the signal's reason when the era stays unknown
 */
export async function discover(parts: ModernParts, signal: AbortSignal): Promise<UpstreamFacts | undefined> {
  let answer: UpstreamAnswer;
  try {
    answer = await sendModern(parts, { method: 'server/discover', params: {}, signal });
  } catch (error) {
    if (isNoVerdict(error)) return undefined;
    throw error;
  }
  const { error } = answer.message.parsed;
  if (isJsonObject(error) && !modernErrors.has(error['code'])) return undefined;
  return readDiscovered(readOutcome(answer).result);
}

/** Returns whether the error comes from an endpoint that exists and does not understand the request. */
function isNoVerdict(error: unknown): boolean {
  if (!(error instanceof UpstreamError)) return false;
  return (
    error.failure === 'unreadable' || (error.status !== undefined && !['unauthorized', 'busy'].includes(error.failure))
  );
}

function readDiscovered(result: JsonObject): UpstreamFacts | undefined {
  const { supportedVersions, capabilities, instructions, _meta: meta } = result;
  if (!Array.isArray(supportedVersions) || !supportedVersions.includes(modernRevision)) return undefined;
  const info = isJsonObject(meta) ? meta[metaKeys.serverInfo] : undefined;
  return {
    era: 'modern',
    revision: modernRevision,
    capabilities: isJsonObject(capabilities) ? capabilities : {},
    info: isJsonObject(info) ? info : {},
    instructions: typeof instructions === 'string' ? instructions : undefined,
  };
}
