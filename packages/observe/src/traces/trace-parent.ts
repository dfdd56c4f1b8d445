/**
 * Reads the trace context of a request.
 *
 * Spec: 2026-07-28 basic/index#_meta, W3C Trace Context
 */
import type { JsonObject, JsonValue } from '@sigil/core';

/** The client's span that a request belongs to. */
export interface TraceParent {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  /** Whether the client keeps the trace. */
  readonly isSampled: boolean;
  /** The `tracestate` of tracing tools, unchanged. */
  readonly state: string | undefined;
}

/** Only versions after 00 may have more fields, after a dash. */
const form =
  /^(?!ff)(?!00.{53}.)[0-9a-f]{2}-(?<traceId>(?!0{32})[0-9a-f]{32})-(?<spanId>(?!0{16})[0-9a-f]{16})-(?<flags>[0-9a-f]{2})(?:-|$)/s;
const sampledFlag = 1;

/** @returns `undefined` if it is absent or not valid; neither is an error */
export function readTraceParent(meta: JsonValue | undefined): TraceParent | undefined {
  if (typeof meta !== 'object' || meta === null || Array.isArray(meta)) return undefined;
  const { traceparent, tracestate } = meta as JsonObject; // neither null nor an array
  const found = typeof traceparent === 'string' ? form.exec(traceparent)?.groups : undefined;
  if (!found) return undefined;
  const { traceId = '', spanId = '', flags = '' } = found;
  const isSampled = (Number.parseInt(flags, 16) & sampledFlag) !== 0;
  return { traceId, spanId, isSampled, state: typeof tracestate === 'string' ? tracestate : undefined };
}
