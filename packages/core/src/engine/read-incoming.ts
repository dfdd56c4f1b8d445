/**
 * Reads and classifies a peer's text once: the body's claim decides the era, then the modern envelope is checked against the
 * headers that the transport saw.
 *
 * Spec: 2026-07-28 basic/versioning, basic/transports/streamable-http#server-validation
 */
import { McpError } from '../errors/mcp-error.js';
import { findRequestIds, requestIdsIn } from '../json-rpc/find-request-ids.js';
import {
  readMessage,
  readRequestId,
  requireShortId,
  type PeerMessage,
  type RequestId,
  type PeerNotification,
  type PeerRequest,
  parseJson,
} from '../json-rpc/messages.js';
import { isJsonObject, type JsonObject } from '../model/json.js';
import { isImplementation } from '../calls/discovery-client.js';
import { isLogLevel } from '../calls/log-messages.js';
import type { OperationLimits } from '../calls/limits.js';
import { modernRevisions, isOnlyModern, modernDates, namesModernEra, revisions } from '../revisions/choose-revision.js';
import { metaKeys } from '../revisions/meta-keys.js';
import { writeError } from './write-error.js';
import type {
  BatchIncoming,
  Envelope,
  Incoming,
  LegacyIncoming,
  HeaderClaims,
  RefusedIncoming,
} from './incoming-message.js';
import type { Revision } from '../revisions/revision.js';

// Errors before the revision is known use the newest codes, which are the same in every row.
const newest = revisions[revisions.length - 1]!;

/** Never throws; returns an unreadable text as `refused`. */
export function readIncoming(text: string, mirror: HeaderClaims | undefined, limits: OperationLimits): Incoming {
  let raw: unknown;
  try {
    raw = parseJson(text, limits);
    return Array.isArray(raw) ? readBatch(raw, limits) : readOne(raw, limits, mirror);
  } catch (error) {
    return refuse(error, raw === undefined ? findRequestIds({ beginning: text }) : idsOf(raw), raw);
  }
}

function idsOf(raw: unknown): readonly RequestId[] {
  if (Array.isArray(raw)) return requestIdsIn(raw);
  const id = readRequestId(raw);
  return id === undefined ? [] : [id];
}

function readOne(raw: unknown, limits: OperationLimits, mirror?: HeaderClaims): Incoming {
  const message = readMessage(raw);
  if (message.kind === 'response') return { kind: 'legacy', message };

  const meta = message.params['_meta'];
  if (message.kind === 'request') {
    requireShortId('id', message.id, limits.maxIdLength);
    if (isJsonObject(meta)) requireShortId('params._meta.progressToken', meta['progressToken'], limits.maxIdLength);
  }
  if (isClaim(meta)) return readModern(message, meta, mirror);
  if (isMalformedModern(message, mirror)) return readModern(message, isJsonObject(meta) ? meta : {}, mirror);
  return { kind: 'legacy', message };
}

/** Returns whether `params._meta` claims the modern era; no other member does. */
function isClaim(meta: unknown): meta is JsonObject {
  return isJsonObject(meta) && Object.hasOwn(meta, metaKeys.protocolVersion);
}

/** Returns whether a message without a claim is modern by its header or by a method that no older revision has. */
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
  const revision = modernRevisions.get(claimed);
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
  // Only requests need capabilities: notifications never cause questions.
  if (!isJsonObject(clientCapabilities) && message.kind === 'request')
    faults.push(`"${metaKeys.clientCapabilities}" must be an object`);
  if (clientInfo !== undefined && !isImplementation(clientInfo))
    faults.push(`"${metaKeys.clientInfo}" must have a "name" and a "version"`);
  const hasLevel = logLevel !== undefined && isLogLevel(logLevel);
  if (logLevel !== undefined && !hasLevel) faults.push(`"${metaKeys.logLevel}" must be a log level`);
  if (faults.length > 0) throw new McpError('malformed-envelope', `params._meta: ${faults.join('; ')}`);
  return {
    claimed: claimed as string, // the first check above
    envelope: {
      clientCapabilities: isJsonObject(clientCapabilities) ? clientCapabilities : {},
      logLevel: hasLevel ? logLevel : undefined,
    },
  };
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
  return { kind: 'batch', items: raw.map((item) => readBatchItem(item, limits)) };
}

function readBatchItem(raw: unknown, limits: OperationLimits): LegacyIncoming | RefusedIncoming {
  try {
    const incoming = readOne(raw, limits);
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
    wantsNoAnswer: isNoRequest(raw),
    response: writeError(id, known, newest),
    others: others.map((other) => writeError(other, known, newest)),
  };
}

/** Never answer a malformed answer: two peers doing so would never stop. */
function isNoRequest(raw: unknown): boolean {
  if (!isJsonObject(raw)) return false;
  if (typeof raw['method'] === 'string') return !Object.hasOwn(raw, 'id');
  return raw['method'] === undefined && (Object.hasOwn(raw, 'error') || Object.hasOwn(raw, 'result'));
}

/** @throws McpError `header-mismatch` when the mirrored version differs; `checkMirror` handles a missing one */
function checkMirroredVersion(mirror: HeaderClaims, claimed: string): void {
  if (mirror.protocolVersion !== undefined && mirror.protocolVersion !== claimed) {
    throw mismatch('MCP-Protocol-Version differs from the protocol version in the body');
  }
}

/** @throws McpError `header-mismatch`; notifications need no mirrored headers, but any that are present must agree */
function checkMirror(mirror: HeaderClaims, message: PeerRequest | PeerNotification, revision: Revision): void {
  const isRequest = message.kind === 'request';
  if (isRequest && mirror.protocolVersion === undefined) throw mismatch('MCP-Protocol-Version is missing');
  if (mirror.method === undefined ? isRequest : mirror.method !== message.method) {
    throw mismatch('Mcp-Method is missing or differs from the method in the body');
  }

  const member = revision.mirroredNames.get(message.method);
  const named = member === undefined ? undefined : message.params[member];
  // Without a valid name in the body, the operation itself refuses the message.
  if (typeof named !== 'string' || (!isRequest && mirror.name === undefined)) return;
  if (mirror.name === undefined || decodeMirrored(mirror.name) !== named) {
    throw mismatch(`Mcp-Name is missing or differs from "${member}" in the body`);
  }
}

function mismatch(message: string): McpError {
  return new McpError('header-mismatch', message);
}

const prefix = '=?base64?';
const suffix = '?=';
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Decodes a mirrored value: `=?base64?…?=` wraps text that a header cannot carry, anything else is kept.
 *
 * Spec: 2026-07-28 basic/transports/streamable-http#value-encoding
 * @returns `undefined` when the wrapped value is not canonical, padded base64 of UTF-8
 */
export function decodeMirrored(value: string): string | undefined {
  if (value.length < prefix.length + suffix.length || !value.startsWith(prefix) || !value.endsWith(suffix))
    return value;
  const encoded = value.slice(prefix.length, -suffix.length);
  try {
    const binary = atob(encoded);
    if (btoa(binary) !== encoded) return undefined;
    return strictUtf8.decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
  } catch {
    // Not base64, or not UTF-8: in both cases the value matches nothing.
    return undefined;
  }
}
