/**
 * The interface of the code that relays the calls of clients to an upstream server.
 */
import type { Context } from '@sigil/core';
import type { ExtensionMessage, ExtensionNotifier } from '@sigil/core/catalog';
import type { Exchange, ExchangeResult } from '@sigil/client/internal';

/** A client's request to a component of the upstream. */
export interface UpstreamRequest extends Pick<Exchange, 'method' | 'params' | 'name' | 'mirrored'> {
  /** True if running the request twice has the same effect as once. */
  readonly mayRepeat: boolean;
  /** Present if the upstream can or must run the call as a task. */
  readonly task?: 'optional' | 'required' | undefined;
}

/** Relays calls to an upstream server. The code that opens it closes it. */
export interface Relay {
  /** @throws McpError as the upstream answered; ToolError, which says why, if the upstream did not answer */
  call(request: UpstreamRequest, context: Context): Promise<ExchangeResult>;
  /** Passes a notification of an extension on, once. It is dropped if the upstream cannot be reached. Never rejects. */
  notify(message: ExtensionMessage, sender: ExtensionNotifier): Promise<void>;
  /** @param graceMs time that calls in flight may take to finish */
  close(graceMs: number): Promise<void>;
}
