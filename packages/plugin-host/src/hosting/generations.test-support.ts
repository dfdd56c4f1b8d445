import { Generations } from './generations.js';
import { chooseHostLimits } from './host-limits.js';

/** Generations without a host, whose memory never runs short. */
export function generationsWith(drainTimeoutMs: number): Generations {
  return new Generations({
    limits: chooseHostLimits({ drainTimeoutMs }),
    heapPercent: () => 0,
    onEvent: () => undefined,
  });
}
