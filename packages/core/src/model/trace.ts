/**
 * Traces, as authors and transports of calls see them.
 *
 * Spec: 2026-07-28 basic/index#_meta, W3C Trace Context
 */
import type { JsonObject } from './json.js';

/** Place in a trace, in the form in which other services take it: as headers of HTTP, or as members of `_meta`. */
export interface TraceContext {
  readonly traceparent?: string;
  readonly tracestate?: string;
}

/** Options of a span. */
export interface SpanOptions {
  /** `client` for a request to another service; `internal`, the default, for work of one's own. */
  readonly kind?: 'internal' | 'client';
  /** Facts for the reader of the trace. Never put secrets or personal data here. */
  readonly attributes?: Readonly<Record<string, string | number | boolean>>;
}

/** A span that has begun. The code that began it ends it, once. */
export interface TraceSpan {
  readonly traceContext: TraceContext;
  /** The innermost span within this one that the running code is in; this one, where it is in none. */
  active(): TraceSpan;
  /** Begins a span within this one. */
  begin(name: string, options?: SpanOptions): TraceSpan;
  /** Runs `work` so that spans which it begins, also later, are within this one. */
  run<Result>(work: () => Result): Result;
  /** @param error why its work failed; nothing of its message goes into the trace */
  end(error?: unknown): void;
}

/** The place in a trace that a request came with, unless its client sent none. */
export function traceContextIn({ traceparent, tracestate }: JsonObject): TraceContext {
  if (typeof traceparent !== 'string') return {};
  return typeof tracestate === 'string' ? { traceparent, tracestate } : { traceparent };
}

/** A request's `_meta` with the trace context of its span in place of its client's. */
export function withTrace(meta: JsonObject, { traceContext }: TraceSpan): JsonObject {
  const rest = Object.entries(meta).filter(([name]) => name !== 'tracestate');
  return { ...Object.fromEntries(rest), ...traceContext };
}

/** The code of a span. It gets the place in the trace, for requests to other services. */
export type SpanWork<Result> = (trace: TraceContext) => Promise<Result> | Result;

/** A call as far as its trace goes. */
export interface TracedCall {
  readonly meta: JsonObject;
  /** Its own span, where it is traced. */
  readonly trace?: TraceSpan | undefined;
}

/** Runs `work` as a span within the active one of the call, where that is traced. */
export async function runAsSpan<Result>(
  { trace, meta }: TracedCall,
  work: SpanWork<Result>,
  { name, ...options }: SpanOptions & { readonly name: string },
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
