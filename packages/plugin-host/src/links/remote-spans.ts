/**
 * The spans of one traced call that a plugin's code in a worker or process requests, on the host's side.
 */
import { isJsonObject, type JsonObject } from '@sigil/core';
import type { SpanOptions, StreamCarrier, TraceSpan } from '@sigil/core/catalog';
import type { BegunSpan } from './plugin-spans.js';

export class RemoteSpans {
  readonly #open = new Map<number, TraceSpan>();
  #trace: TraceSpan | undefined;

  /** @param carrier the context of the call; without a span of its own no span begins */
  constructor(private readonly carrier: StreamCarrier | undefined) {
    this.#trace = carrier?.trace;
  }

  /**
   * Begins a span within the one whose number comes last, or else within the call's own.
   *
   * @param id number of the new span
   */
  begin(id: number, [name, options, within]: readonly unknown[]): BegunSpan {
    const parent = this.#open.get(Number(within)) ?? this.#trace;
    if (!parent) return { id, traceContext: {} };
    const requested = { name: String(name), ...(isJsonObject(options) ? readOptions(options) : {}) };
    const { name: shown, ...recorded } = this.carrier?.blankSpan?.(requested) ?? requested;
    const span = parent.begin(shown, recorded);
    this.#open.set(id, span);
    return { id, traceContext: span.traceContext };
  }

  /** Ends the span with this number; the second argument is true if it failed. */
  end([id, isFailed]: readonly unknown[]): void {
    const span = this.#open.get(Number(id));
    this.#open.delete(Number(id));
    if (isFailed === true) span?.end(new Error('the work failed'));
    else span?.end();
  }

  /** Ends the call's open spans, and begins no more. @param error the reason why the open spans have failed */
  endAll(error?: unknown): void {
    for (const span of this.#open.values()) span.end(error);
    this.#open.clear();
    this.#trace = undefined;
  }
}

function readOptions({ kind, attributes }: JsonObject): SpanOptions {
  const facts = isJsonObject(attributes) ? Object.entries(attributes).filter((it): it is Fact => isPlain(it[1])) : [];
  return { kind: kind === 'client' ? 'client' : 'internal', attributes: Object.fromEntries(facts) };
}

type Fact = [string, string | number | boolean];

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
