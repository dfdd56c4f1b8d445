/**
 * Credentials at an upstream server that differ between callers.
 */
import type { Context } from '@sigil/core';
import type { Principal } from '@sigil/core/engine';
import type { Authorization, ConnectionError } from '@sigil/client/internal';

/** A refusal of a caller's credentials by the upstream. */
export interface Refusal {
  readonly authorization: Authorization;
  readonly error: ConnectionError;
}

export interface CallerCredentials {
  /** Returns the key of the caller; callers with the same key share connections and sessions at the upstream. */
  keyOf(principal: Principal): string;
  /** Opens the credentials of a caller, before it is known whether there are any. */
  open(principal: Principal): Authorization;
  /**
   * Makes sure that there are credentials for a call, and asks the caller for them where it can be asked.
   *
   * @throws ToolError that says what to do when there are none
   */
  prepare(context: Context, authorization: Authorization): Promise<void> | void;
  /**
   * Handles credentials that the upstream has refused.
   *
   * @returns whether the call is worth repeating after another `prepare`
   * @throws ToolError that says what the caller has to do first
   */
  renew(context: Context, refusal: Refusal): Promise<boolean> | boolean;
}
