/**
 * Finds out the era of a server and opens the conversation: first with the modern era's request, then with the handshake.
 *
 * Spec: 2026-07-28 basic/versioning
 */
import type { JsonObject } from '@sigil/core';
import { viewMimeType, viewsExtensionId } from '@sigil/core/building';
import { latestLegacyRevision } from '@sigil/core/internal';
import type { Connection } from '../transports/connection.js';
import type { OpeningLimiter } from '../retry/opening-limiter.js';
import { ConnectionError } from '../errors/connection-error.js';
import { discover } from './discover.js';
import type { EraClient, ServerEvents, ServerFacts } from './era-client.js';
import { SessionClient } from './session-client.js';
import { StatelessClient } from './stateless-client.js';
import type { RequestIds } from './request-text.js';

/** The era that an operator names, or `auto` to find out. */
export type WantedProtocol = 'auto' | 'legacy' | 'modern';

interface OpeningParts {
  readonly connection: Connection;
  readonly ids: RequestIds;
  readonly openings: OpeningLimiter;
  /** Names the connection at the limiter. */
  readonly openingKey: string;
  readonly client: JsonObject;
  readonly protocol: WantedProtocol;
  /** The only revision with a handshake that may be agreed on; absent when any will do. */
  readonly pinnedRevision?: string | undefined;
  readonly connectTimeoutMs: number;
  /** The time that a program has to start and to answer its handshake; absent for a server that runs already. */
  readonly startTimeoutMs?: number | undefined;
  /** The capabilities of the only client; absent when the conversation serves all clients. */
  readonly clientCapabilities?: JsonObject | undefined;
  /** True if there is only one client, whose capabilities may still be unknown. */
  readonly isOfOneClient?: boolean | undefined;
  /** The capabilities of a connection that clients share; `everyCapability` when left out. */
  readonly sharedCapabilities?: JsonObject | undefined;
  /** Called with a conversation that opens, once it can receive what belongs to no request. */
  readonly onReceiving?: ((conversation: EraClient) => void) | undefined;
}

/** The extension of clients that show views, by its id. A server may have tools for these alone. Spec: ext-apps 2026-01-26 */
export const viewsExtension: JsonObject = { [viewsExtensionId]: { mimeTypes: [viewMimeType] } };

/**
 * The abilities that some client may have. One pipe has one session, so the server may ask every question; a caller that cannot be asked
 * declines.
 */
export const everyCapability: JsonObject = {
  elicitation: { form: {}, url: {} },
  sampling: {},
  roots: {},
  extensions: viewsExtension,
};

/** @throws ConnectionError, McpError when neither era is understood */
export async function openEraClient(parts: OpeningParts, events: ServerEvents): Promise<EraClient> {
  const { protocol, connectTimeoutMs, startTimeoutMs } = parts;
  if (protocol === 'legacy') return openLegacy(parts, events);
  const enough = new AbortController();
  const answer = discoverUntil(parts, enough.signal);
  // An old server may not answer at all, and the handshake needs the other half of the time.
  const isPinned = protocol === 'modern';
  const facts = await inTime(answer, isPinned ? (startTimeoutMs ?? connectTimeoutMs) : connectTimeoutMs / 2);
  if (facts && facts !== 'late') return new StatelessClient(facts, parts, events);
  // A program may only be slow to start, and answers later.
  const isStarting = facts === 'late' && startTimeoutMs !== undefined;
  if (!isStarting) enough.abort();
  if (isPinned && facts === 'late')
    throw new ConnectionError('timeout', 'the server took too long', { mayHaveRun: false });
  if (isPinned) throw new ConnectionError('refused', 'the server is not of the modern era');
  try {
    return await openLegacy(parts, events);
  } catch (error) {
    const late = isStarting && (await inTime(answer, 0).catch(() => undefined));
    if (late && late !== 'late') return new StatelessClient(late, parts, events);
    throw error;
  } finally {
    enough.abort();
  }
}

function openLegacy(parts: OpeningParts, events: ServerEvents): Promise<EraClient> {
  const { connection, clientCapabilities, connectTimeoutMs, startTimeoutMs } = parts;
  const everyones = parts.sharedCapabilities ?? (connection.isHttp ? undefined : everyCapability);
  const sharedCapabilities = clientCapabilities ?? everyones;
  const isOfOneClient = parts.isOfOneClient === true || clientCapabilities !== undefined;
  return SessionClient.open(
    { ...parts, revision: parts.pinnedRevision ?? latestLegacyRevision.date, sharedCapabilities, isOfOneClient },
    events,
    AbortSignal.timeout(startTimeoutMs ?? connectTimeoutMs),
  );
}

/** Asks until `enough` aborts. @returns `undefined` for a server that is not of the modern era, `late` for no answer */
async function discoverUntil(parts: OpeningParts, enough: AbortSignal): Promise<ServerFacts | 'late' | undefined> {
  const { connectTimeoutMs, startTimeoutMs = connectTimeoutMs } = parts;
  const signal = AbortSignal.any([enough, AbortSignal.timeout(startTimeoutMs)]);
  try {
    return await discover(parts, signal);
  } catch (error) {
    if (signal.aborted) return 'late';
    throw error;
  }
}

/** @returns `late` when the work takes longer; it goes on then */
function inTime<Value>(work: Promise<Value>, ms: number): Promise<Value | 'late'> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms, 'late');
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
