/**
 * The progress notifications of one call: growing, and no faster than the limit allows; of those that come too fast the newest
 * is told when there is time, and at the latest before the result.
 *
 * Spec: 2025-11-25 basic/utilities/progress
 */
import type { Clock, StopWaiting } from '../model/clock.js';
import type { JsonValue } from '../model/json.js';
import type { ProgressEvent, RunningEvent } from '../model/stream-event.js';
import { describeEvent } from './describe-event.js';

/** The parts that make progress notices. */
export interface NoticeOptions {
  /** The token by which the peer recognises its notices; without a token there are none. */
  readonly progressToken: JsonValue | undefined;
  /** Tells whether notices carry a line for people. */
  readonly hasMessages: boolean;
  readonly maxPerSecond: number;
  readonly clock: Clock;
  /**
   * Sends one.
   * @param members of its params, as JSON text
   * @returns resolves when the transport can take more; `undefined` when it can at once
   */
  readonly send: (members: string) => Promise<void> | undefined;
  /** Told of each one that a newer one replaced. */
  readonly onDropped: () => void;
  /** Returns a function that is also told of each message at once, however fast messages come. */
  readonly follower: () => ((message: string) => void) | undefined;
}

/** The step of one value where the author's own numbers are the progress: far below the steps between those numbers. */
const smallStep = 2 ** -20;

export class ProgressNotices {
  /** The JSON text that every notice begins with; `undefined` where there are no notices. */
  readonly #prefix: string | undefined;
  #last = Number.NEGATIVE_INFINITY;
  /** The author's own, which values that are told in between keep. */
  #total: number | undefined;
  #isNumbered = false;
  /** Tells whether the newest notice is still to be sent. */
  #isHeld = false;
  #message: string | undefined;
  #stopWaiting: StopWaiting | undefined;
  #left: number;
  #filledAt = 0;

  constructor(private readonly options: NoticeOptions) {
    const { progressToken, maxPerSecond } = options;
    if (typeof progressToken === 'string' || typeof progressToken === 'number')
      this.#prefix = `"progressToken":${JSON.stringify(progressToken)},"progress":`;
    this.#left = maxPerSecond;
  }

  /**
   * Tells how far the call is, leaving out what does not grow; or of a value that was yielded, or of another tool that is used:
   * these are counted, from 1.
   */
  tell(event: RunningEvent): Promise<void> | undefined {
    if (event.type === 'progress') return this.#report(event);
    const follow = this.options.follower();
    if (this.#prefix === undefined && !follow) return undefined;
    const message = describeEvent(event);
    if (message === undefined) return undefined;
    follow?.(message);
    return this.#send(this.#next(), message);
  }

  /** Tells what waits for its time; nothing where there is none. */
  flush(): Promise<void> | undefined {
    if (!this.#isHeld) return undefined;
    this.close();
    return this.options.send(this.#write());
  }

  /** Tells nothing more. */
  close(): void {
    this.#isHeld = false;
    this.#stopWaiting?.();
    this.#stopWaiting = undefined;
  }

  /** Numbers that are finite are the same in JSON as in a template. */
  #write(): string {
    const total = this.#total !== undefined && Number.isFinite(this.#total) ? `,"total":${this.#total}` : '';
    // A value that an author without types passed as the message may have no JSON.
    const message = this.#message === undefined ? undefined : JSON.stringify(this.#message);
    return `${this.#prefix}${this.#last}${total}${message === undefined ? '' : `,"message":${message}`}`;
  }

  #report({ progress, total, message }: ProgressEvent): Promise<void> | undefined {
    if (message !== undefined) this.options.follower()?.(message);
    if (!Number.isFinite(progress) || progress <= this.#last) return undefined;
    this.#isNumbered = true;
    this.#total = total;
    return this.#send(progress, message);
  }

  #next(): number {
    if (this.#last === Number.NEGATIVE_INFINITY) return 1;
    if (!this.#isNumbered) return this.#last + 1;
    return this.#last + Math.max(smallStep, Math.abs(this.#last) * Number.EPSILON * 2);
  }

  #send(progress: number, message: string | undefined): Promise<void> | undefined {
    this.#last = progress;
    if (this.#prefix === undefined) return undefined;
    if (this.#isHeld) this.options.onDropped();
    this.#isHeld = true;
    this.#message = this.options.hasMessages ? message : undefined;
    if (this.#mayTell()) return this.flush();
    this.#stopWaiting ??= this.options.clock.after(this.#waitMs(), () => this.#flushInTime());
    return undefined;
  }

  #flushInTime(): void {
    this.#left--;
    void this.flush();
  }

  /** A bucket that holds what one second may use. */
  #mayTell(): boolean {
    const { maxPerSecond } = this.options;
    const now = this.options.clock.now();
    // A clock that was set back fills nothing, and takes nothing away.
    const passedMs = Math.max(0, now - this.#filledAt);
    this.#left = Math.min(maxPerSecond, this.#left + (passedMs * maxPerSecond) / 1_000);
    this.#filledAt = now;
    if (this.#left < 1) return false;
    this.#left--;
    return true;
  }

  #waitMs(): number {
    return Math.ceil(((1 - this.#left) * 1_000) / this.options.maxPerSecond);
  }
}
