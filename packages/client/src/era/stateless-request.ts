/**
 * One request of the modern era, which names its client and its revision.
 *
 * Spec: 2026-07-28 basic/index#_meta, basic/transports/streamable-http
 */
import { isJsonObject, type JsonObject } from '@sigil/core';
import { releasedMethod } from '@sigil/core/internal';
import type { Connection, ConnectionAnswer } from '../transports/connection.js';
import type { ClientNotification, Exchange } from './era-client.js';
import { modernRevision, writeEnvelope } from './envelope.js';
import { writeHeaderValue } from './header-value.js';
import { forwardMeta } from './forwarded-meta.js';
import { writeNotification, writeNotificationWithParams, writeWithParams, type RequestIds } from './request-text.js';

/** The dependencies of requests to a modern server. */
export interface StatelessParts {
  readonly connection: Connection;
  readonly ids: RequestIds;
  readonly client: JsonObject;
  /** The capabilities of the only client, stated by each request; absent when the conversation serves all clients. */
  readonly clientCapabilities?: JsonObject | undefined;
}

/** Sends one request of the modern era. @throws ConnectionError, or the signal's reason */
export async function sendStateless(parts: StatelessParts, exchange: Exchange): Promise<ConnectionAnswer> {
  const { connection, ids, client, clientCapabilities: known } = parts;
  const { method, params, meta, name, mirrored, logLevel, onReleased, wantsProgress, signal } = exchange;
  const id = ids.next();
  const passed = forwardMeta(meta, wantsProgress ? id : undefined);
  const capabilities = known ? withExtensions(known, exchange.capabilities) : exchange.capabilities;
  const envelope = writeEnvelope({ client, passed, capabilities, logLevel, onReleased });
  const headers: Record<string, string> = { 'mcp-protocol-version': modernRevision, 'mcp-method': method, ...mirrored };
  if (name !== undefined) headers['mcp-name'] = writeHeaderValue(name);
  try {
    return await connection.request({
      id,
      text: writeWithParams(id, method, paramsWith(envelope, params)),
      headers,
      signal,
      isSubscription: exchange.isSubscription,
      onMessage(it) {
        if (it.method === releasedMethod) onReleased?.();
        else if (it.kind === 'notification') exchange.onNotification?.(it);
      },
    });
  } catch (error) {
    // Over HTTP, closing the request cancels it.
    if (!connection.isHttp && signal?.aborted) void cancel(connection, id);
    throw error;
  }
}

/** Sends one notification of the modern era. @throws ConnectionError */
export async function notifyStateless(
  { connection, client, clientCapabilities: known }: StatelessParts,
  { method, params, capabilities: own }: ClientNotification,
): Promise<void> {
  const capabilities = known ? withExtensions(known, own) : own;
  const envelope = writeEnvelope({ client, passed: {}, capabilities });
  const headers = { 'mcp-protocol-version': modernRevision, 'mcp-method': method };
  await connection.send(writeNotificationWithParams(method, paramsWith(envelope, params)), headers);
}

/** A call's client may say for each call what it can be asked; other requests are the client's as it declared itself first. */
function withExtensions(known: JsonObject, capabilities: JsonObject = known): JsonObject {
  const { extensions } = known;
  if (!isJsonObject(extensions)) return capabilities;
  const own = capabilities['extensions'];
  return { ...capabilities, extensions: isJsonObject(own) ? { ...extensions, ...own } : extensions };
}

function paramsWith(envelope: string, params: JsonObject): string {
  const written = JSON.stringify(params);
  return written === '{}' ? `{"_meta":${envelope}}` : `{"_meta":${envelope},${written.slice(1)}`;
}

async function cancel(connection: Connection, requestId: number): Promise<void> {
  try {
    await connection.send(writeNotification('notifications/cancelled', { requestId }), {});
  } catch {
    // If the server cannot be notified, it lost the request with its connection.
  }
}
