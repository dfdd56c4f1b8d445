/**
 * Compares addresses with the hosts that a view declares, as the browser compares them with a content security policy.
 *
 * Spec: Content Security Policy Level 3, "Does url match expression in origin with redirect count?"
 */
import type { ViewCsp } from '@sigil/core';

/** The list of a view's `csp` that an address needs. */
export type CspList = keyof ViewCsp;

/** Returns whether one of the declared hosts is that of the address. */
export function allowsHost(declared: readonly string[], address: URL): boolean {
  return declared.some((source) => matches(source, address));
}

/** Returns the origin that allows the address, as authors declare it. */
export function originOf({ protocol, host }: URL): string {
  return `${protocol}//${host}`;
}

const sourceForm = /^(?:([a-z][a-z0-9+.-]*):(?:\/\/)?)?(\*|(?:\*\.)?[^:/]+)?(?::(\d+|\*))?(?:\/.*)?$/i;

/** The schemes that a declared one allows too: a policy may be met by the safe variant. */
const alsoAllowed: Readonly<Record<string, readonly string[]>> = {
  'http:': ['https:'],
  'ws:': ['wss:', 'http:', 'https:'],
  'wss:': ['https:'],
};

function matches(source: string, { protocol, hostname, port }: URL): boolean {
  const [, scheme, host = '', declaredPort] = sourceForm.exec(source.trim().toLowerCase()) ?? [];
  if (scheme !== undefined) {
    const declared = `${scheme}:`;
    if (declared !== protocol && !alsoAllowed[declared]?.includes(protocol)) return false;
  }
  if (scheme === undefined && host === '') return false;
  if (declaredPort !== undefined && declaredPort !== '*' && declaredPort !== (port || defaultPort(protocol)))
    return false;
  if (declaredPort === undefined && port !== '') return host === '' || host === '*';
  if (host === '' || host === '*') return true;
  return host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host;
}

function defaultPort(protocol: string): string {
  return protocol === 'http:' || protocol === 'ws:' ? '80' : '443';
}
