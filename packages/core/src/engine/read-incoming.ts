/**
 * Reads a text from a peer and classifies it, once: the body's claim decides the era, then the modern envelope is checked
 * against what the transport saw beside the body.
 *
 * Spec: 2026-07-28 basic/versioning, basic/transports/streamable-http#server-validation
 */
import { McpError } from '../errors/mcp-error.js';
import { findRequestIds, requestIdsIn } from '../json-rpc/find-request-ids.js';
import { parseJson } from '../json-rpc/parse-json.js';
import { readMessage, readRequestId, type PeerMessage, type RequestId } from '../json-rpc/read-message.js';
import { isJsonObject, type JsonObject } from '../model/json.js';
import { isLogLevel } from '../calls/log-levels.js';
import type { OperationLimits } from '../calls/limits.js';
import {
  findModernRevision,
  isOnlyModern,
  modernDates,
  namesModernEra,
  revisions,
} from '../revisions/choose-revision.js';
import { metaKeys } from '../revisions/meta-keys.js';
import { checkMirror, checkMirroredVersion } from './check-header-claims.js';
import { errorOutgoing } from './error-outgoing.js';
import type { BatchIncoming, Envelope, Incoming, LegacyIncoming, HeaderClaims, RefusedIncoming } from './incoming.js';

// Errors before any revision is known use the newest codes; they are the same in every row.
const newest = revisions[revisions.length - 1]!;

/** Never throws; a text that cannot be read comes back as `refused`. */
export function readIncoming(text: string, mirror: HeaderClaims | undefined, limits: OperationLimits): Incoming {
  let raw: unknown;
  try {
    raw = parseJson(text, limits);
    return Array.isArray(raw) ? readBatch(raw, limits) : readOne(raw, mirror);
  } catch (error) {
    return refuse(error, raw === undefined ? findRequestIds({ beginning: text }) : idsOf(raw), raw);
  }
}

function idsOf(raw: unknown): readonly RequestId[] {
  if (Array.isArray(raw)) return requestIdsIn(raw);
  const id = readRequestId(raw);
  return id === undefined ? [] : [id];
}

function readOne(raw: unknown, mirror: HeaderClaims | undefined): Incoming {
  const message = readMessage(raw);
  if (message.kind === 'response') return { kind: 'legacy', message };

  const meta = message.params['_meta'];
  if (isClaim(meta)) return readModern(message, meta, mirror);
  if (isMalformedModern(message, mirror)) return readModern(message, isJsonObject(meta) ? meta : {}, mirror);
  return { kind: 'legacy', message };
}

/** Returns whether `params._meta` claims the modern era; no other member does. */
function isClaim(meta: unknown): meta is JsonObject {
  return isJsonObject(meta) && Object.hasOwn(meta, metaKeys.protocolVersion);
}

/** Without a claim, but of the modern era by its header or by a method that no older revision has. */
function isMalformedModern(message: PeerMessage, mirror: HeaderClaims | undefined): boolean {
  if (message.kind !== 'request' || message.method === 'initialize') return false;
  return namesModernEra(mirror?.protocolVersion ?? '') || isOnlyModern(message.method);
}

function readModern(
  message: Exclude<PeerMessage, { kind: 'response' }>,
  meta: JsonObject,
  mirror: HeaderClaims | undefined,
): Incoming {
  const { claimed, envelope } = readEnvelope(message, meta);
  if (mirror) checkMirroredVersion(mirror, claimed);
  const revision = findModernRevision(claimed);
  if (!revision) throw unsupportedVersion(claimed);
  if (mirror) checkMirror(mirror, message, revision);
  return { kind: 'modern', message, revision, envelope, mirror };
}

function readEnvelope(message: PeerMessage, meta: JsonObject): { claimed: string; envelope: Envelope } {
  const claimed = meta[metaKeys.protocolVersion];
  const clientCapabilities = meta[metaKeys.clientCapabilities];
  const clientInfo = meta[metaKeys.clientInfo];
  const logLevel = meta[metaKeys.logLevel];
  const faults: string[] = [];
  if (typeof claimed !== 'string') faults.push(`"${metaKeys.protocolVersion}" must be a string`);
  // Only requests need capabilities: nothing is ever asked on behalf of a notification.
  if (!isJsonObject(clientCapabilities) && message.kind === 'request')
    faults.push(`"${metaKeys.clientCapabilities}" must be an object`);
  if (clientInfo !== undefined && !isClientInfo(clientInfo))
    faults.push(`"${metaKeys.clientInfo}" must have a "name" and a "version"`);
  const hasLevel = logLevel !== undefined && isLogLevel(logLevel);
  if (logLevel !== undefined && !hasLevel) faults.push(`"${metaKeys.logLevel}" must be a log level`);
  if (faults.length > 0) throw new McpError('malformed-envelope', `params._meta: ${faults.join('; ')}`);
  return {
    claimed: claimed as string, // the first check above
    envelope: {
      clientCapabilities: isJsonObject(clientCapabilities) ? clientCapabilities : {},
      clientInfo: isClientInfo(clientInfo) ? clientInfo : undefined,
      logLevel: hasLevel ? logLevel : undefined,
    },
  };
}

function isClientInfo(value: unknown): value is { name: string; version: string } {
  return isJsonObject(value) && typeof value['name'] === 'string' && typeof value['version'] === 'string';
}

function unsupportedVersion(requested: string): McpError {
  return new McpError('unsupported-version', 'Unsupported protocol version', { supported: modernDates, requested });
}

function readBatch(raw: readonly unknown[], limits: OperationLimits): BatchIncoming {
  if (raw.length === 0) throw new McpError('invalid-request', 'a batch must hold at least one message');
  if (raw.length > limits.maxBatchLength) {
    throw new McpError(
      'invalid-request',
      `a batch holds at most ${limits.maxBatchLength} messages (limit maxBatchLength)`,
    );
  }
  if (raw.some((item) => isJsonObject(item) && isJsonObject(item['params']) && isClaim(item['params']['_meta']))) {
    throw new McpError('invalid-request', 'messages of this protocol version cannot be in a batch');
  }
  return { kind: 'batch', items: raw.map(readBatchItem) };
}

function readBatchItem(raw: unknown): LegacyIncoming | RefusedIncoming {
  try {
    const incoming = readOne(raw, undefined);
    if (incoming.kind === 'legacy') return incoming;
    throw new McpError('invalid-request', 'messages of this protocol version cannot be in a batch');
  } catch (error) {
    return refuse(error, idsOf(raw), raw);
  }
}

function refuse(error: unknown, [id, ...others]: readonly RequestId[], raw: unknown): RefusedIncoming {
  const known = error instanceof McpError ? error : new McpError('internal-error', 'the message could not be read');
  return {
    kind: 'refused',
    problem: known.kind,
    isNotification: looksLikeNotification(raw),
    response: errorOutgoing(id, known, newest),
    others: others.map((other) => errorOutgoing(other, known, newest)),
  };
}

function looksLikeNotification(raw: unknown): boolean {
  return isJsonObject(raw) && typeof raw['method'] === 'string' && !Object.hasOwn(raw, 'id');
}
