/**
 * Refuses requests for foreign host names, which come from pages that rebind DNS.
 */
import { describeForbidden } from '@sigil/transport-http';
import type { Context, Middleware } from 'koa';
import { readOrigin } from './reader-origin.js';

/** The host names of this server, and the answer to requests for others. */
export interface HostRules {
  /** Host names in addition to loopback. */
  readonly allowedHosts: readonly string[];
  /** Reports a refused host. */
  readonly onForbidden: (message: string) => void;
  /** Answers with status 403. */
  readonly refuse: (context: Context, message: string) => void;
}

/** Lets a request pass if its host is this server's, and keeps the origin for `originOf`. */
export function requireHost({ allowedHosts, onForbidden, refuse }: HostRules): Middleware {
  return (context, next) => {
    const origin = readOrigin(context.headers, allowedHosts);
    if (origin !== undefined) {
      context.state['origin'] = origin;
      return next();
    }
    const message = describeForbidden('Host', context.get('host'));
    onForbidden(message);
    refuse(context, message);
    return undefined;
  };
}

/** Returns the origin at which the reader reached this server. `requireHost` must have run. */
export function originOf(context: Context): string {
  return context.state['origin'] as string; // set only above
}
