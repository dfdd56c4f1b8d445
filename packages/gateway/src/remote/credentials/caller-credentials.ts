/**
 * Credentials towards an upstream server that differ from caller to caller.
 */
import type { Context } from '@sigil/core';
import type { Principal } from '@sigil/core/engine';
import type { UpstreamError } from '../trouble/upstream-error.js';
import type { Authorization } from './authorization.js';

/** The upstream has not taken a caller's credentials. */
export interface Refusal {
  readonly authorization: Authorization;
  readonly error: UpstreamError;
}

export interface CallerCredentials {
  /** Callers of one key share what is opened for them at the upstream. */
  keyOf(principal: Principal): string;
  /** Opens the credentials of a caller, before it is known whether there are any. */
  open(principal: Principal): Authorization;
  /**
   * Makes sure that there are credentials for a call, and asks the caller for them where it can be asked.
   *
   * @throws ToolError in words that say what to do, where there are none
   */
  prepare(context: Context, authorization: Authorization): Promise<void> | void;
  /**
   * The upstream has refused them.
   *
   * @returns whether the call is worth trying again, once `prepare` has run again
   * @throws ToolError in words that say what to do, where the caller has to do something first
   */
  renew(context: Context, refusal: Refusal): Promise<boolean> | boolean;
}
