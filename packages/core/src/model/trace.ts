/**
 * Traces, as authors and call transports see them.
 *
 * Spec: 2026-07-28 basic/index#_meta, W3C Trace Context
 */
import type { JsonObject } from './json.js';

/** A position in a trace, in the form other services accept: as HTTP headers, or as members of `_meta`. */
export interface TraceContext {
  readonly traceparent?: string;
  readonly tracestate?: string;
}

/** Options of a span. */
export interface SpanOptions {
  /** `client` for a request to another service; `internal`, the default, for local work. */
  readonly kind?: 'internal' | 'client';
  /** Facts for the reader of the trace. Never put secrets or personal data here. */
  readonly attributes?: Readonly<Record<string, string | number | boolean>>;
}

/** A span with its name. */
export interface NamedSpan extends SpanOptions {
  readonly name: string;
}

/** A started span. The code that begins it ends it, once. */
export interface TraceSpan {
  readonly traceContext: TraceContext;
  /** Returns the innermost span inside this one that the running code is in, or this one. */
  active(): TraceSpan;
  /** Begins a child span. */
  begin(name: string, options?: SpanOptions): TraceSpan;
  /** Runs `work` so that spans it begins, even later, are children of this one. */
  run<Result>(work: () => Result): Result;
  /** @param error the reason for the failure; its message does not go into the trace */
  end(error?: unknown): void;
}

/** Reads a request's trace context; empty if its client sent none. */
export function traceContextIn({ traceparent, tracestate }: JsonObject): TraceContext {
  if (typeof traceparent !== 'string') return {};
  return typeof tracestate === 'string' ? { traceparent, tracestate } : { traceparent };
}

/** Returns a request's `_meta` with its span's trace context instead of its client's. */
export function withTrace(meta: JsonObject, { traceContext }: TraceSpan): JsonObject {
  const rest = Object.entries(meta).filter(([name]) => name !== 'tracestate');
  return { ...Object.fromEntries(rest), ...traceContext };
}

/** The code of a span. It receives the trace context for requests to other services. */
export type SpanWork<Result> = (trace: TraceContext) => Promise<Result> | Result;

/** The part of a call that tracing needs. */
export interface TracedCall {
  readonly meta: JsonObject;
  /** Its own span, if it is traced. */
  readonly trace?: TraceSpan | undefined;
}

/** Runs `work` as a child of the call's active span, if the call is traced. */
export async function runAsSpan<Result>(
  { trace, meta }: TracedCall,
  work: SpanWork<Result>,
  { name, ...options }: NamedSpan,
): Promise<Result> {
  if (!trace) return work(traceContextIn(meta));
  const span = trace.active().begin(name, options);
  try {
    const result = await span.run(() => work(span.traceContext));
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}
