/**
 * The calls that run in this process, in the order they began.
 */
import { randomBytes } from 'node:crypto';
// The global of this name is an accessor, which every call would use.
import { performance } from 'node:perf_hooks';
import type { CallEnd, CallFollower, ObservedCall } from '@sigil/core/engine';
import { RunningList, type RunningCall, type RunningEntry } from '@sigil/core/internal';
import { methodOf, nameOf } from '../named-component.js';
import type { IsShown } from './is-shown.js';

/** Most running calls shown. */
export const mostShown = 200;

/** Called when a call has ended. */
type OnEnded = (call: ObservedCall, tookMs: number, end: CallEnd) => void;

export class RunningCalls {
  /** Random, as each replica and worker counts from one: cancelling a call must not hit another process's call. */
  readonly #process = randomBytes(6).toString('hex');
  readonly #onEnded: OnEnded;
  #lastNumber = 0;
  readonly #running = new RunningList<RecordedCall>();

  constructor(onEnded: OnEnded) {
    this.#onEnded = onEnded;
  }

  add(call: ObservedCall): CallFollower {
    const added = new RecordedCall(++this.#lastNumber, call, this);
    added.entry = this.#running.add(added);
    return added;
  }

  /** Records the end of a call. */
  ended(ended: RecordedCall, tookMs: number, end: CallEnd): void {
    if (ended.entry) this.#running.remove(ended.entry);
    this.#onEnded(ended.call, tookMs, end);
  }

  /** @returns false for an id of no call that runs here */
  revoke(id: string, why: string): boolean {
    for (const running of this.#running.items()) {
      if (this.#idOf(running) !== id) continue;
      running.call.revoke(why);
      return true;
    }
    return false;
  }

  /** @returns those that are shown, the longest running first */
  read(isShown: IsShown): RunningCall[] {
    const shown: RunningCall[] = [];
    // One time for all: the reader sorts by it, and must not see a later call run for longer.
    const now = performance.now();
    for (const running of this.#running.items()) {
      const { server, method, name } = running.about();
      if (isShown(server, method, name)) shown.push(this.#describe(running, now));
      if (shown.length === mostShown) break;
    }
    return shown;
  }

  #idOf({ number }: RecordedCall): string {
    return `${this.#process}-${number}`;
  }

  #describe(running: RecordedCall, now: number): RunningCall {
    const { principal } = running.call;
    return { id: this.#idOf(running), ...running.about(), caller: principal.id, forMs: running.forMs(now) };
  }
}

class RecordedCall implements CallFollower {
  readonly #startedAt = performance.now();
  entry: RunningEntry<RecordedCall> | undefined;

  constructor(
    readonly number: number,
    readonly call: ObservedCall,
    private readonly all: RunningCalls,
  ) {}

  ended(end: CallEnd): void {
    this.all.ended(this, performance.now() - this.#startedAt, end);
  }

  about(): Pick<RunningCall, 'server' | 'method' | 'name'> {
    return { server: this.call.server.info.name, method: methodOf(this.call), name: nameOf(this.call) };
  }

  /** Whole milliseconds. */
  forMs(now: number): number {
    return Math.round(now - this.#startedAt);
  }
}
