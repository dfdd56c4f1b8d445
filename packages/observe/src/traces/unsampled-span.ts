/**
 * The span of a call that begins a trace which is not kept: it only tells those who work for the call to keep nothing either.
 */
import type { TraceContext, TraceSpan } from '@sigil/core/catalog';
import type { CallFollower } from '@sigil/core/engine';

/** Its own follower, so that a call which is not kept makes one object and nothing else. */
export class UnsampledSpan implements TraceSpan, CallFollower {
  #context: TraceContext | undefined;

  get span(): this {
    return this;
  }

  get traceContext(): TraceContext {
    return (this.#context ??= { traceparent: `00-${randomHex(32)}-${randomHex(16)}-00` });
  }

  active(): this {
    return this;
  }

  begin(): this {
    return this;
  }

  run<Result>(work: () => Result): Result {
    return work();
  }

  end(): void {
    // Nothing of it is kept.
  }

  ended(): void {
    // As `end`.
  }
}

/** Never all zeros, which would not be valid. @param digits a multiple of 8 */
function randomHex(digits: number): string {
  let hex = '';
  while (hex.length < digits) hex += Math.floor(0x1000_0000 + Math.random() * 0xf000_0000).toString(16);
  return hex;
}
