/**
 * One call on its way to an upstream server, and the interface of the code that passes it on.
 */
import type { Context } from '@sigil/core';
import type { Exchange, ExchangeResult } from '../conversation/exchange.js';

/** One call to pass on. */
export interface RelayedCall extends Pick<Exchange, 'method' | 'params' | 'name' | 'mirrored'> {
  /** Whether running it twice is the same as once. */
  readonly mayRepeat: boolean;
  /** Tells whether the upstream can or must run it as a task. */
  readonly task?: 'optional' | 'required' | undefined;
}

/** Passes calls on to an upstream server. Its opener closes it. */
export interface CallRelay {
  /** @throws McpError as the upstream answered, ToolError in words when it did not */
  pass(call: RelayedCall, context: Context): PromiseLike<ExchangeResult>;
  /** @param graceMs time that calls in flight may go on */
  close(graceMs: number): Promise<void>;
}
