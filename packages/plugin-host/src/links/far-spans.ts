/**
 * Spans of a traced call where the plugin's code runs: the host begins and ends them, and this end knows which one the code is in.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { SpanOptions, SpanWork, TraceContext } from '@sigil/core/catalog';

/** A span that the host has begun; its number is known to both ends. */
export interface BegunSpan {
  readonly id: number;
  readonly traceContext: TraceContext;
}

/** A span as the plugin's code wants it. */
export interface WantedSpan {
  readonly name: string;
  readonly options: SpanOptions;
}

/** The way of one call to the host. */
export interface SpanHost {
  /** @param within the number of the span that the code is in; `undefined` for the call's own */
  begin(span: WantedSpan, within: number | undefined): Promise<BegunSpan>;
  end(id: number, isFailed: boolean): void;
}

/** The span that code is in, and the call whose span it is. */
interface Place {
  readonly host: SpanHost;
  readonly id: number;
}

const innermost = new AsyncLocalStorage<Place>();

/** Runs `work` as a span, within the one that this code is in. */
export async function runInSpan<Result>(host: SpanHost, work: SpanWork<Result>, wanted: WantedSpan): Promise<Result> {
  const place = innermost.getStore();
  const { id, traceContext } = await host.begin(wanted, place?.host === host ? place.id : undefined);
  try {
    const result = await innermost.run({ host, id }, () => work(traceContext));
    host.end(id, false);
    return result;
  } catch (error) {
    host.end(id, true);
    throw error;
  }
}
