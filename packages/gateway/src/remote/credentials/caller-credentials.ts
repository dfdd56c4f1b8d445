/**
 * Credentials towards an upstream server that differ from caller to caller.
 */
import type { Context } from '@sigil/core';
import type { Principal } from '@sigil/core/engine';
import type { Authorization } from './authorization.js';

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
  /** The upstream has refused them. @returns whether the call is worth trying again, once `prepare` has run again */
  renew(refused: RefusedCall): Promise<boolean> | boolean;
}

/** A call that the upstream refused for its credentials. */
export interface RefusedCall {
  readonly principal: Principal;
  readonly authorization: Authorization;
  readonly status: number | undefined;
  /** The scopes that the credentials lack, where the upstream names them. */
  readonly missingScopes: readonly string[] | undefined;
}
