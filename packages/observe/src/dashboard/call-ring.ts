/**
 * Counts calls by steps of time, and keeps the last of them.
 */
import { timeClasses, timeClassOf } from './time-classes.js';

/** Counters of a step: calls, failures, and the calls of each time class. */
export const cells = 2 + timeClasses.length + 1;

/** A step as its number since 1970, its longest call in milliseconds, and its counters. */
export type SentStep = readonly number[];

/** A ring buffer of steps. */
export class CallRing {
  readonly #counts: Uint32Array;
  /** The number of each step since 1970. */
  readonly #steps: Float64Array;
  /** The longest call of each step, in milliseconds. */
  readonly #slowest: Float64Array;

  /**
   * @param stepMs the length of a step in milliseconds
   * @param kept the number of steps
   */
  constructor(
    readonly stepMs: number,
    private readonly kept: number,
  ) {
    this.#counts = new Uint32Array(kept * cells);
    this.#steps = new Float64Array(kept);
    this.#slowest = new Float64Array(kept);
  }

  count(at: number, tookMs: number, isFailure: boolean): void {
    const start = this.#open(Math.floor(at / this.stepMs));
    this.#counts[start]!++;
    if (isFailure) this.#counts[start + 1]!++;
    this.#counts[start + 2 + timeClassOf(tookMs)]!++;
    const slot = start / cells;
    if (tookMs > this.#slowest[slot]!) this.#slowest[slot] = tookMs;
  }

  /** @returns each kept step with calls, for another process */
  send(at: number): SentStep[] {
    const from = Math.floor(at / this.stepMs) - this.kept + 1;
    return Array.from({ length: this.kept }, (_, index) => (from + index) % this.kept)
      .filter((slot) => this.#steps[slot]! >= from)
      .map((slot) => [
        this.#steps[slot]!,
        this.#slowest[slot]!,
        ...this.#counts.subarray(slot * cells, (slot + 1) * cells),
      ]);
  }

  /** Adds the result of another process's `send`, except steps that are no longer kept. */
  take(steps: readonly SentStep[]): void {
    for (const [step = 0, slowest = 0, ...counts] of steps) {
      if (this.#steps[step % this.kept]! > step) continue;
      const start = this.#open(step);
      for (let cell = 0; cell < cells; cell++) this.#counts[start + cell]! += counts[cell] ?? 0;
      const slot = start / cells;
      this.#slowest[slot] = Math.max(this.#slowest[slot]!, slowest);
    }
  }

  /** Adds a step's counts; nothing for a step without calls. @returns the number of its calls */
  addTo(sum: Uint32Array, step: number): number {
    const slot = step % this.kept;
    if (this.#steps[slot] !== step) return 0;
    for (let cell = 0; cell < cells; cell++) sum[cell]! += this.#counts[slot * cells + cell]!;
    return this.#counts[slot * cells]!;
  }

  /** @returns the longest call of a step in milliseconds; 0 for a step without calls */
  slowestIn(step: number): number {
    const slot = step % this.kept;
    return this.#steps[slot] === step ? this.#slowest[slot]! : 0;
  }

  /** @returns the index of the step's counts; clears those of the step that had its place */
  #open(step: number): number {
    const slot = step % this.kept;
    const start = slot * cells;
    if (this.#steps[slot] !== step) {
      this.#steps[slot] = step;
      this.#counts.fill(0, start, start + cells);
      this.#slowest[slot] = 0;
    }
    return start;
  }
}
