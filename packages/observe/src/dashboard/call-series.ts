/**
 * The calls of one component: the last hour by minute, and the last day by quarters of an hour.
 */
import type { RecordedMinutes } from '@sigil/core/internal';
import { CallRing, type SentStep } from './call-ring.js';

/** One minute in milliseconds. */
export const minuteMs = 60_000;
/** The number of minutes of a step in the last day. */
const quarterMinutes = 15;
const minutesKept = 60;
const quartersKept = (24 * 60) / quarterMinutes;
/** The longest period, in milliseconds. */
export const dayMs = 24 * 60 * minuteMs;

/** The calls of one component, for another process. */
export interface SentSeries {
  readonly server: string;
  readonly method: string;
  readonly name: string;
  readonly minutes: readonly SentStep[];
  readonly quarters: readonly SentStep[];
}

/** Returns the length of the steps of a period, in minutes. */
export function stepMinutesOf(minutes: RecordedMinutes): number {
  return minutes > minutesKept ? quarterMinutes : 1;
}

export class CallSeries {
  readonly #minutes = new CallRing(minuteMs, minutesKept);
  readonly #quarters = new CallRing(quarterMinutes * minuteMs, quartersKept);

  constructor(
    readonly server: string,
    readonly method: string,
    readonly name: string,
  ) {}

  count(at: number, tookMs: number, isFailure: boolean): void {
    this.#minutes.count(at, tookMs, isFailure);
    this.#quarters.count(at, tookMs, isFailure);
  }

  /** Returns the steps that a period consists of. */
  ringOf(minutes: RecordedMinutes): CallRing {
    return stepMinutesOf(minutes) === 1 ? this.#minutes : this.#quarters;
  }

  /** @param at milliseconds since 1970 */
  send(at: number): SentSeries {
    const { server, method, name } = this;
    return { server, method, name, minutes: this.#minutes.send(at), quarters: this.#quarters.send(at) };
  }

  /** Adds the counts of another process. */
  take({ minutes, quarters }: SentSeries): void {
    this.#minutes.take(minutes);
    this.#quarters.take(quarters);
  }
}
