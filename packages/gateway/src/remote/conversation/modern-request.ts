/**
 * One request of the modern era, which names its client and its revision.
 *
 * Spec: 2026-07-28 basic/index#_meta, basic/transports/streamable-http
 */
import type { JsonObject } from '@sigil/core';
import { releasedMethod } from '@sigil/core/engine';
import type { Connection, UpstreamAnswer } from '../connect/connection.js';
import type { Exchange } from './exchange.js';
import { modernRevision, writeEnvelope } from './modern-envelope.js';
import { writeMirrored } from './mirrored-value.js';
import { passOnMeta } from './own-meta.js';
import { writeNotification, writeWithParams, type RequestIds } from './request-ids.js';

/** The dependencies of requests to a modern upstream. */
export interface ModernParts {
  readonly connection: Connection;
  readonly ids: RequestIds;
  readonly client: JsonObject;
}

/** Sends one request of the modern era. @throws UpstreamError, or the signal's reason */
export function sendModern({ connection, ids, client }: ModernParts, exchange: Exchange): PromiseLike<UpstreamAnswer> {
  const { method, params, meta, name, mirrored, capabilities, logLevel, onReleased, wantsProgress, signal } = exchange;
  const id = ids.next();
  const passed = passOnMeta(meta, wantsProgress ? id : undefined);
  const envelope = writeEnvelope({ client, passed, capabilities, logLevel, onReleased });
  const headers: Record<string, string> = { 'mcp-protocol-version': modernRevision, 'mcp-method': method, ...mirrored };
  if (name !== undefined) headers['mcp-name'] = writeMirrored(name);
  const answer = connection.request({
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
  // Over HTTP, closing the request cancels it.
  return connection.isHttp ? answer : answer.then(undefined, tellOfAbort);

  function tellOfAbort(error: unknown): never {
    if (signal?.aborted) void cancel(connection, id);
    throw error;
  }
}

function paramsWith(envelope: string, params: JsonObject): string {
  const written = JSON.stringify(params);
  return written === '{}' ? `{"_meta":${envelope}}` : `{"_meta":${envelope},${written.slice(1)}`;
}

async function cancel(connection: Connection, requestId: number): Promise<void> {
  try {
    await connection.tell(writeNotification('notifications/cancelled', { requestId }), {});
  } catch {
    // If the upstream cannot be notified, it lost the request with its connection.
  }
}
