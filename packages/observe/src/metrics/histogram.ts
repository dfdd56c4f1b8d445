/**
 * Counts times in fixed buckets.
 */

/**
 * Upper bounds in seconds: those of the MCP semantic conventions, which begin at 0.01, and smaller ones below them.
 *
 * Spec: OpenTelemetry semantic conventions 1.45, MCP metrics
 */
export const bucketBounds: readonly number[] = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300,
];

/** The last traced call of a bucket. */
export interface Exemplar {
  readonly traceId: string;
  readonly seconds: number;
}

export class Histogram {
  /** Counts per bucket, not cumulative; the last bucket has no bound. */
  readonly counts = new Float64Array(bucketBounds.length + 1);
  sum = 0;
  /** Exemplars by bucket; most are never traced. */
  exemplars: Map<number, Exemplar> | undefined;

  observe(seconds: number, traceId?: string): void {
    let bucket = 0;
    while (bucket < bucketBounds.length && seconds > bucketBounds[bucket]!) bucket++;
    this.counts[bucket]!++;
    this.sum += seconds;
    if (traceId === undefined) return;
    this.exemplars ??= new Map();
    this.exemplars.set(bucket, { traceId, seconds });
  }
}
