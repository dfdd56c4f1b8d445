/**
 * Adapts an OpenTelemetry span to the engine's span interface.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type * as OpenTelemetry from '@opentelemetry/api';
import type { SpanOptions, TraceContext, TraceSpan } from '@sigil/core/catalog';

/** The parts of OpenTelemetry that create spans. */
export interface OtelParts {
  readonly api: typeof OpenTelemetry;
  readonly tracer: OpenTelemetry.Tracer;
}

const activeSpan = new AsyncLocalStorage<OtelSpan>();
let openSpanCount = 0;

export class OtelSpan implements TraceSpan {
  readonly #root: OtelSpan;
  #isOver = false;
  #isEntered = false;

  constructor(
    private readonly parts: OtelParts,
    readonly span: OpenTelemetry.Span,
    root?: OtelSpan,
  ) {
    this.#root = root ?? this;
  }

  get traceContext(): TraceContext {
    const { traceId, spanId, traceFlags, traceState } = this.span.spanContext();
    const traceparent = `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
    const tracestate = traceState?.serialize();
    return tracestate ? { traceparent, tracestate } : { traceparent };
  }

  active(): OtelSpan {
    const active = activeSpan.getStore();
    // Code started by one call may run within another.
    return active && active.#root === this.#root && !active.#isOver ? active : this;
  }

  begin(name: string, { kind, attributes = {} }: SpanOptions = {}): OtelSpan {
    const { api, tracer } = this.parts;
    const spanKind = kind === 'client' ? api.SpanKind.CLIENT : api.SpanKind.INTERNAL;
    const within = api.trace.setSpan(api.ROOT_CONTEXT, this.span);
    return new OtelSpan(this.parts, tracer.startSpan(name, { kind: spanKind, attributes }, within), this.#root);
  }

  /** Makes this span the parent of spans that an author's libraries create with OpenTelemetry itself. */
  run<Result>(work: () => Result): Result {
    const { api } = this.parts;
    const within = api.trace.setSpan(api.context.active(), this.span);
    // A call's own span is the default parent, so it need not be stored.
    if (this.#root === this) return api.context.with(within, work);
    if (!this.#isEntered && !this.#isOver) openSpanCount++;
    this.#isEntered = true;
    return activeSpan.run(this, () => api.context.with(within, work));
  }

  end(error?: unknown): void {
    if (error !== undefined) this.fail(error instanceof Error ? error.name : typeof error);
    if (this.#isEntered && !this.#isOver && --openSpanCount === 0) {
      // An enabled storage slows every promise and request of the process in Node.js 20.
      activeSpan.disable();
    }
    this.#isOver = true;
    this.span.end();
  }

  /** @param type of the error, in few words: error messages never go into a trace */
  fail(type: string): void {
    this.span.setStatus({ code: this.parts.api.SpanStatusCode.ERROR });
    this.span.setAttribute('error.type', type);
  }
}
