/**
 * Counts the calls of one component by minute, for an hour.
 */
import { timeClasses, timeClassOf } from './time-classes.js';

/** Number of minutes kept. */
export const minutesKept = 60;
/** One minute in milliseconds. */
export const minuteMs = 60_000;
/** All kept minutes in milliseconds. */
export const hourMs = minutesKept * minuteMs;
/** Counters per minute: calls, failures, and the calls of each time class. */
export const cells = 2 + timeClasses.length + 1;

/** A ring buffer of minutes. */
export class MinuteSeries {
  readonly #counts = new Uint32Array(minutesKept * cells);
  readonly #minutes = new Float64Array(minutesKept);
  /** The longest call of each minute, in milliseconds. */
  readonly #slowest = new Float64Array(minutesKept);

  constructor(
    readonly server: string,
    readonly method: string,
    readonly name: string,
  ) {}

  count(at: number, tookMs: number, isFailure: boolean): void {
    const start = this.#open(Math.floor(at / minuteMs));
    this.#counts[start]!++;
    if (isFailure) this.#counts[start + 1]!++;
    this.#counts[start + 2 + timeClassOf(tookMs)]!++;
    const slot = start / cells;
    if (tookMs > this.#slowest[slot]!) this.#slowest[slot] = tookMs;
  }

  /** @returns each minute with calls since `from`, as its number, its longest call and its counts */
  send(from: number): number[][] {
    return Array.from({ length: minutesKept }, (_, index) => (from + index) % minutesKept)
      .filter((slot) => this.#minutes[slot]! >= from)
      .map((slot) => [
        this.#minutes[slot]!,
        this.#slowest[slot]!,
        ...this.#counts.subarray(slot * cells, (slot + 1) * cells),
      ]);
  }

  /** Adds the result of another process's `send`, except minutes that are now over an hour old. */
  take(minutes: readonly (readonly number[])[]): void {
    for (const [minute = 0, slowest = 0, ...counts] of minutes) {
      if (this.#minutes[minute % minutesKept]! > minute) continue;
      const start = this.#open(minute);
      for (let cell = 0; cell < cells; cell++) this.#counts[start + cell]! += counts[cell] ?? 0;
      const slot = start / cells;
      this.#slowest[slot] = Math.max(this.#slowest[slot]!, slowest);
    }
  }

  /** Adds a minute's counts; nothing for a minute without calls. */
  addTo(sum: Uint32Array, minute: number): number {
    const slot = minute % minutesKept;
    if (this.#minutes[slot] !== minute) return 0;
    for (let cell = 0; cell < cells; cell++) sum[cell]! += this.#counts[slot * cells + cell]!;
    return this.#counts[slot * cells]!;
  }

  /** @returns the longest call of a minute in milliseconds; 0 for a minute without calls */
  slowestIn(minute: number): number {
    const slot = minute % minutesKept;
    return this.#minutes[slot] === minute ? this.#slowest[slot]! : 0;
  }

  /** @returns the index of the minute's counts; clears those of an hour before */
  #open(minute: number): number {
    const slot = minute % minutesKept;
    const start = slot * cells;
    if (this.#minutes[slot] !== minute) {
      this.#minutes[slot] = minute;
      this.#counts.fill(0, start, start + cells);
      this.#slowest[slot] = 0;
    }
    return start;
  }
}
