/**
 * Decides which calls are traced, by the names that OpenTelemetry has for samplers. It is decided before anything of a span is made,
 * so that a call which is not traced costs next to nothing.
 *
 * Spec: OpenTelemetry environment variables, OTEL_TRACES_SAMPLER
 */
import type { TraceParent } from './trace-parent.js';

/** Tells whether a call is traced. @param parent the client's span, where the request names one */
export type Sampler = (parent: TraceParent | undefined) => boolean;

/** The samplers that there are. Those that end in `ratio` keep a part of the traces. */
export type SamplerName =
  | 'always_on'
  | 'always_off'
  | 'traceidratio'
  | 'parentbased_always_on'
  | 'parentbased_always_off'
  | 'parentbased_traceidratio';

/** The choice of calls to trace. */
export interface Sampling {
  readonly sampler: SamplerName;
  /** Part of the traces that begin here and are kept, from 0 to 1. */
  readonly ratio: number;
}

export function openSampler({ sampler, ratio }: Sampling, random: () => number = Math.random): Sampler {
  const keptRatio = sampler.endsWith('always_on') ? 1 : sampler.endsWith('always_off') ? 0 : ratio;
  const followsParents = sampler.startsWith('parentbased_');
  return (parent) => (parent && followsParents ? parent.isSampled : random() < keptRatio);
}
