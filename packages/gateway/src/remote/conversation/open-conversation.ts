/**
 * Finds out which era an upstream server is of, and opens the conversation: the modern era's question first, the handshake if that
 * is not understood.
 *
 * Spec: 2026-07-28 basic/versioning
 */
import { isJsonObject, type JsonObject } from '@sigil/core';
import { latestLegacyRevision, metaKeys, modernDates } from '@sigil/core/engine';
import type { Connection, UpstreamAnswer } from '../connect/connection.js';
import { UpstreamError } from '../trouble/upstream-error.js';
import type { Conversation, ConversationEvents, UpstreamFacts } from './exchange.js';
import { LegacyConversation } from './legacy-conversation.js';
import { ModernConversation, sendModern } from './modern-conversation.js';
import { readOutcome } from './read-outcome.js';
import type { RequestIds } from './request-ids.js';

/** The era that an operator names, or `auto` to find out. */
export type WantedProtocol = 'auto' | 'legacy' | 'modern';

/** The parts of opening a conversation. */
export interface OpeningParts {
  readonly connection: Connection;
  readonly ids: RequestIds;
  readonly client: JsonObject;
  readonly protocol: WantedProtocol;
  readonly connectTimeoutMs: number;
  /** The capabilities of the only client that is spoken for; absent where the conversation serves all of them. */
  readonly clientCapabilities?: JsonObject | undefined;
  /** The questions that may be asked over a connection that clients share; all of them where left out. */
  readonly sharedCapabilities?: JsonObject | undefined;
}

const modernRevision = modernDates[0]!;

/** Over one pipe there is one session, so the upstream may ask everything, and callers that cannot be asked decline. */
const everyQuestion: JsonObject = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };

const unsupportedVersion = -32022;
/** Only servers of the modern era have these numbers. */
const modernErrors: ReadonlySet<unknown> = new Set([-32020, -32021, unsupportedVersion]);

/** @throws UpstreamError, McpError when neither era is understood */
export async function openConversation(parts: OpeningParts, events: ConversationEvents): Promise<Conversation> {
  const { protocol, connection, connectTimeoutMs } = parts;
  if (protocol !== 'legacy') {
    const facts = await discover(parts);
    if (facts) return new ModernConversation(facts, { ...parts, revision: modernRevision }, events);
  }
  if (protocol === 'modern') throw new UpstreamError('refused', 'the upstream server is not of the modern era');
  const { clientCapabilities } = parts;
  const everyones = parts.sharedCapabilities ?? (connection.isHttp ? undefined : everyQuestion);
  const sharedCapabilities = clientCapabilities ?? everyones;
  const isOfOneClient = clientCapabilities !== undefined;
  return LegacyConversation.open(
    { ...parts, revision: latestLegacyRevision.date, sharedCapabilities, isOfOneClient },
    events,
    AbortSignal.timeout(connectTimeoutMs),
  );
}

/** @returns `undefined` when the upstream does not know the question */
async function discover(parts: OpeningParts): Promise<UpstreamFacts | undefined> {
  // Half of the time: an old server may say nothing at all, and the handshake needs some too.
  const signal = AbortSignal.timeout(parts.connectTimeoutMs / 2);
  let answer: UpstreamAnswer;
  try {
    answer = await sendModern(
      { ...parts, revision: modernRevision },
      { method: 'server/discover', params: {}, signal },
    );
  } catch (error) {
    if (signal.aborted || isNoVerdict(error)) return undefined;
    throw error;
  }
  const { error } = answer.message.parsed;
  if (isJsonObject(error) && !modernErrors.has(error['code'])) return undefined;
  return readDiscovered(readOutcome(answer).result);
}

/** Returns whether the error comes of an endpoint that is there and does not understand. */
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
