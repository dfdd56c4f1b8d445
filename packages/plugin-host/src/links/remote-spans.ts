/**
 * Spans of one traced call that the code of a plugin in a worker or process wants to have, as the host sees them.
 */
import { isJsonObject, type JsonObject } from '@sigil/core';
import type { SpanOptions, TraceSpan } from '@sigil/core/catalog';
import type { BegunSpan } from './far-spans.js';

export class RemoteSpans {
  readonly #open = new Map<number, TraceSpan>();
  #trace: TraceSpan | undefined;

  /** @param trace the call's own span; without one no span begins */
  constructor(trace: TraceSpan | undefined) {
    this.#trace = trace;
  }

  /**
   * Begins a span, within the one whose number comes last, or else the call's own.
   *
   * @param id its number
   */
  begin(id: number, [name, options, within]: readonly unknown[]): BegunSpan {
    const parent = this.#open.get(Number(within)) ?? this.#trace;
    if (!parent) return { id, traceContext: {} };
    const span = parent.begin(String(name), isJsonObject(options) ? readOptions(options) : {});
    this.#open.set(id, span);
    return { id, traceContext: span.traceContext };
  }

  /** Ends the span of this number; it has failed where the second argument says so. */
  end([id, isFailed]: readonly unknown[]): void {
    const span = this.#open.get(Number(id));
    this.#open.delete(Number(id));
    if (isFailed === true) span?.end(new Error('the work failed'));
    else span?.end();
  }

  /** The call is over: what its code left open ends with it, and nothing more begins. @param error why the open spans have failed */
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
