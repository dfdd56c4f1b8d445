/**
 * One call on its way to an upstream server, and the interface of the code that passes it on.
 */
import type { Context } from '@sigil/core';
import type { Exchange, ExchangeResult } from '@sigil/client/internal';

/** One call to pass on. */
export interface RelayedCall extends Pick<Exchange, 'method' | 'params' | 'name' | 'mirrored'> {
  /** Tells whether running the call twice has the same effect as once. */
  readonly mayRepeat: boolean;
  /** Tells whether the upstream can or must run the call as a task. */
  readonly task?: 'optional' | 'required' | undefined;
}

/** Passes calls on to an upstream server. The code that opens it closes it. */
export interface CallRelay {
  /** @throws McpError as the upstream answered, ToolError in words when the upstream did not answer */
  pass(call: RelayedCall, context: Context): PromiseLike<ExchangeResult>;
  /** @param graceMs time that calls in flight may take to finish */
  close(graceMs: number): Promise<void>;
}
