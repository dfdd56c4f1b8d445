/**
 * Counts the calls of one component by minute, for an hour.
 */
import { timeClasses, timeClassOf } from './time-classes.js';

/** Minutes that are remembered. */
export const minutesKept = 60;
/** Milliseconds of one. */
export const minuteMs = 60_000;
/** Per minute: calls, failures, and the calls of each class of time. */
export const cells = 2 + timeClasses.length + 1;

/** A ring of minutes. */
export class MinuteSeries {
  readonly #counts = new Uint32Array(minutesKept * cells);
  readonly #minutes = new Float64Array(minutesKept);

  constructor(
    readonly method: string,
    readonly name: string,
  ) {}

  count(at: number, tookMs: number, isFailure: boolean): void {
    const minute = Math.floor(at / minuteMs);
    const slot = minute % minutesKept;
    const start = slot * cells;
    if (this.#minutes[slot] !== minute) {
      this.#minutes[slot] = minute;
      this.#counts.fill(0, start, start + cells);
    }
    this.#counts[start]!++;
    if (isFailure) this.#counts[start + 1]!++;
    this.#counts[start + 2 + timeClassOf(tookMs)]!++;
  }

  /** Adds a minute's counts; nothing for a minute without calls. */
  addTo(sum: Uint32Array, minute: number): number {
    const slot = minute % minutesKept;
    if (this.#minutes[slot] !== minute) return 0;
    for (let cell = 0; cell < cells; cell++) sum[cell]! += this.#counts[slot * cells + cell]!;
    return this.#counts[slot * cells]!;
  }
}
