/**
 * Spans of a traced call in the plugin's process: the host begins and ends them, and this end tracks which one the code is in.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { SpanOptions, SpanWork, TraceContext } from '@sigil/core/catalog';

/** A span that the host has begun; both ends know its number. */
export interface BegunSpan {
  readonly id: number;
  readonly traceContext: TraceContext;
}

/** A span that the plugin's code requests. */
export interface WantedSpan {
  readonly name: string;
  readonly options: SpanOptions;
}

/** The host's side of the spans of one call. */
export interface SpanHost {
  /** @param within the number of the enclosing span; `undefined` for the call's own */
  begin(span: WantedSpan, within: number | undefined): Promise<BegunSpan>;
  end(id: number): void;
  /** Ends the span of work that failed. */
  fail(id: number): void;
}

/** The span that code runs in, and its call. */
interface Place {
  readonly host: SpanHost;
  readonly id: number;
}

const innermost = new AsyncLocalStorage<Place>();

/** Runs `work` as a span within the current one. */
export async function runInSpan<Result>(host: SpanHost, work: SpanWork<Result>, wanted: WantedSpan): Promise<Result> {
  const place = innermost.getStore();
  const { id, traceContext } = await host.begin(wanted, place?.host === host ? place.id : undefined);
  try {
    const result = await innermost.run({ host, id }, () => work(traceContext));
    host.end(id);
    return result;
  } catch (error) {
    host.fail(id);
    throw error;
  }
}
