/**
 * The span of a call that begins an unsampled trace: it only passes the decision on to downstream services.
 */
import type { TraceContext, TraceSpan } from '@sigil/core/catalog';
import type { CallFollower } from '@sigil/core/engine';

/** Serves as its own follower, so that an unsampled call creates only one object. */
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
    // Nothing is recorded.
  }

  ended(): void {
    // Nothing is recorded.
  }
}

/** Returns random digits, never all zeros, which are not valid. @param digits a multiple of 8 */
function randomHex(digits: number): string {
  let hex = '';
  while (hex.length < digits) hex += Math.floor(0x1000_0000 + Math.random() * 0xf000_0000).toString(16);
  return hex;
}
