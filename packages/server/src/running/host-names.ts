/**
 * Lists the names under which a server accepts requests, as in `Host` headers.
 */
import { isIPv6 } from 'node:net';
import type { ServingConfiguration } from '../configuration/serving-configuration.js';

/** Returns the listening address and the names that the operator allows; loopback is always allowed. */
export function listHostNames({
  host,
  allowedHosts = [],
}: Pick<ServingConfiguration, 'host' | 'allowedHosts'>): string[] {
  return [...(isIPv6(host) ? inBrackets(host) : [host]), ...allowedHosts];
}

/** Returns an address as written, and in the short form that some clients use. */
function inBrackets(address: string): string[] {
  return [...new Set([`[${address}]`, new URL(`http://[${address}]`).hostname])];
}
