/**
 * Finds out the era of an upstream server and opens the conversation: first with the modern era's request, then with the handshake.
 *
 * Spec: 2026-07-28 basic/versioning
 */
import type { JsonObject } from '@sigil/core';
import { latestLegacyRevision } from '@sigil/core/engine';
import type { Connection } from '../connect/connection.js';
import { UpstreamError } from '../trouble/upstream-error.js';
import { discover } from './discover.js';
import type { Conversation, ConversationEvents, UpstreamFacts } from './exchange.js';
import { LegacyConversation } from './legacy-conversation.js';
import { ModernConversation } from './modern-conversation.js';
import type { RequestIds } from './request-ids.js';

/** The era that an operator names, or `auto` to find out. */
export type WantedProtocol = 'auto' | 'legacy' | 'modern';

/** The dependencies of opening a conversation. */
export interface OpeningParts {
  readonly connection: Connection;
  readonly ids: RequestIds;
  readonly client: JsonObject;
  readonly protocol: WantedProtocol;
  readonly connectTimeoutMs: number;
  /** The capabilities of the only client; absent when the conversation serves all clients. */
  readonly clientCapabilities?: JsonObject | undefined;
  /** The questions that may be asked over a connection that clients share; every question when left out. */
  readonly sharedCapabilities?: JsonObject | undefined;
}

/** One pipe has one session, so the upstream may ask every question; a caller that cannot be asked declines. */
const everyQuestion: JsonObject = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };

/** @throws UpstreamError, McpError when neither era is understood */
export async function openConversation(parts: OpeningParts, events: ConversationEvents): Promise<Conversation> {
  const { protocol, connection, connectTimeoutMs } = parts;
  if (protocol !== 'legacy') {
    const facts = await discoverInTime(parts);
    if (facts) return new ModernConversation(facts, parts, events);
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

/** Waits half of the time: an old server may not answer at all, and the handshake needs the other half. */
async function discoverInTime(parts: OpeningParts): Promise<UpstreamFacts | undefined> {
  const signal = AbortSignal.timeout(parts.connectTimeoutMs / 2);
  try {
    return await discover(parts, signal);
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}
