/**
 * Reads the trace id that a client sent with a request.
 *
 * Spec: 2026-07-28 basic/index#_meta, W3C Trace Context
 */
import type { JsonObject } from '@sigil/core';

const traceparent = /^[0-9a-f]{2}-(?<traceId>(?!0{32})[0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}/;

/** @returns `undefined` where there is none, or one that is not valid, which is no error */
export function traceIdOf({ _meta: meta }: JsonObject): string | undefined {
  if (typeof meta !== 'object' || meta === null || Array.isArray(meta)) return undefined;
  const given = (meta as JsonObject)['traceparent'];
  return typeof given === 'string' ? traceparent.exec(given)?.groups?.['traceId'] : undefined;
}
