/**
 * Opens the tracing of calls: to a collector, or through the OpenTelemetry setup of the author's process.
 */
import type { CallObserver } from '@sigil/core/engine';
import { defaultObserveLimits } from '../limits.js';
import { openSampler, type Sampling } from './sampler.js';
import type { OtlpOptions } from './otlp-options.js';
import { loadApi, startOtlp } from './start-otlp.js';
import { traceCalls } from './trace-calls.js';

/** Options of tracing. */
export interface TracesOptions extends Pick<OtlpOptions, 'service' | 'onLost'> {
  /** The collector's address, including `/v1/traces`; undefined to join the tracing of this process. */
  readonly url: string | undefined;
  readonly sampling: Sampling;
  readonly maxQueueSize?: number;
}

export type { SamplerName, Sampling } from './sampler.js';

/** Traces of calls. The caller closes it. */
export interface Traces {
  readonly observer: CallObserver;
  /** Sends pending spans, for at most two seconds. */
  close(): Promise<void>;
}

/** @throws Error that names the packages to install */
export function openTraces({ url, sampling, ...options }: TracesOptions): Traces {
  const isTraced = openSampler(sampling);
  if (url === undefined) {
    const api = loadApi();
    const tracer = api.trace.getTracer('@sigil/observe');
    return { observer: traceCalls({ api, tracer }, isTraced), close: () => Promise.resolve() };
  }
  const otlp = startOtlp({ url, maxQueueSize: defaultObserveLimits.maxTraceQueue, ...options });
  return { observer: traceCalls(otlp, isTraced), close: () => otlp.close() };
}
