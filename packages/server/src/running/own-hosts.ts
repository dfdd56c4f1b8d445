/**
 * Names the hosts at which a server may be asked for, as `Host` headers have them.
 */
import { isIPv6 } from 'node:net';
import type { ServingConfiguration } from '../configuration/serving-configuration.js';

/** Of the address that it listens at, and of the names that the operator allows; loopback is allowed everywhere. */
export function ownHosts({ host, allowedHosts = [] }: Pick<ServingConfiguration, 'host' | 'allowedHosts'>): string[] {
  return [...(isIPv6(host) ? inBrackets(host) : [host]), ...allowedHosts];
}

/** As it was written, and as clients write it that shorten addresses. */
function inBrackets(address: string): string[] {
  return [...new Set([`[${address}]`, new URL(`http://[${address}]`).hostname])];
}
