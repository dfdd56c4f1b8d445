/**
 * Decides which calls are traced, by OpenTelemetry's sampler names. The decision comes before any span is created, so that an
 * untraced call costs next to nothing.
 *
 * Spec: OpenTelemetry environment variables, OTEL_TRACES_SAMPLER
 */
import type { TraceParent } from './trace-parent.js';

/** Returns whether a call is traced. @param parent the client's span, where the request names one */
export type Sampler = (parent: TraceParent | undefined) => boolean;

/** The supported samplers. Those ending in `ratio` keep a share of the traces. */
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
  /** Share of the traces begun here that are kept, from 0 to 1. */
  readonly ratio: number;
}

export function openSampler({ sampler, ratio }: Sampling, random: () => number = Math.random): Sampler {
  const keptRatio = sampler.endsWith('always_on') ? 1 : sampler.endsWith('always_off') ? 0 : ratio;
  const followsParents = sampler.startsWith('parentbased_');
  return (parent) => (parent && followsParents ? parent.isSampled : random() < keptRatio);
}
