/**
 * The progress notifications of one call: growing, and no faster than the limit allows. Of those that come too fast the newest is
 * sent when the rate allows, at the latest before the result.
 *
 * Spec: 2025-11-25 basic/utilities/progress
 */
import type { Clock, StopWaiting } from '../model/clock.js';
import type { JsonValue } from '../model/json.js';
import type { ProgressEvent, RunningEvent } from '../model/stream-event.js';
import { msUntilToken, refillTokens } from '../model/token-bucket.js';
import { describeEvent } from './describe-event.js';

/** The options of progress notifications. */
export interface NoticeOptions {
  /** The token by which the peer recognises its notifications; without a token none are sent. */
  readonly progressToken: JsonValue | undefined;
  /** True when notifications carry a line for people. */
  readonly hasMessages: boolean;
  readonly maxPerSecond: number;
  readonly clock: Clock;
  /**
   * Sends one notification.
   * @param members of its params, as JSON text
   * @returns resolves when the transport can take more; `undefined` when it can at once
   */
  readonly send: (members: string) => Promise<void> | undefined;
  /** Called for each notification that a newer one replaced. */
  readonly onDropped: () => void;
  /** Returns a function that receives each message immediately, regardless of the rate limit. */
  readonly follower: () => ((message: string) => void) | undefined;
}

/** The step for one value between an author's own numbers: far smaller than the steps between those numbers. */
const smallStep = 2 ** -20;

export class ProgressNotices {
  /** The JSON text that every notification begins with; `undefined` where none are sent. */
  readonly #prefix: string | undefined;
  #last = Number.NEGATIVE_INFINITY;
  /** The author's own total, which automatic notifications repeat. */
  #total: number | undefined;
  #isNumbered = false;
  /** True while the newest notification waits to be sent. */
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

  /** Sends the author's progress, dropping values that do not grow. Counts yielded values and uses of other tools from 1. */
  report(event: RunningEvent): Promise<void> | undefined {
    if (event.type === 'progress') return this.#reportNumbers(event);
    const follow = this.options.follower();
    if (this.#prefix === undefined && !follow) return undefined;
    const message = describeEvent(event);
    if (message === undefined) return undefined;
    follow?.(message);
    return this.#send(this.#next(), message);
  }

  /** Sends the delayed notification, if there is one. */
  flush(): Promise<void> | undefined {
    if (!this.#isHeld) return undefined;
    this.close();
    return this.options.send(this.#write());
  }

  /** Stops sending. */
  close(): void {
    this.#isHeld = false;
    this.#stopWaiting?.();
    this.#stopWaiting = undefined;
  }

  /** Template literals are safe here: finite numbers look the same in JSON. */
  #write(): string {
    const total = this.#total !== undefined && Number.isFinite(this.#total) ? `,"total":${this.#total}` : '';
    // The message may have no JSON form if the author's code is untyped.
    const message = this.#message === undefined ? undefined : JSON.stringify(this.#message);
    return `${this.#prefix}${this.#last}${total}${message === undefined ? '' : `,"message":${message}`}`;
  }

  #reportNumbers({ progress, total, message }: ProgressEvent): Promise<void> | undefined {
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
    if (this.#takeToken()) return this.flush();
    this.#stopWaiting ??= this.options.clock.after(msUntilToken(this.#left, this.options.maxPerSecond), () =>
      this.#flushInTime(),
    );
    return undefined;
  }

  #flushInTime(): void {
    this.#left--;
    void this.flush();
  }

  /** @returns whether there was one */
  #takeToken(): boolean {
    const now = this.options.clock.now();
    this.#left = refillTokens(this.#left, now - this.#filledAt, this.options.maxPerSecond);
    this.#filledAt = now;
    if (this.#left < 1) return false;
    this.#left--;
    return true;
  }
}
