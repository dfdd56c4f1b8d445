/**
 * Refuses addresses of private networks, for servers that must be on the public internet.
 *
 * Names are checked at each lookup, so that a name cannot move to a private address after the check.
 */
import { lookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { ConnectionError } from '../errors/connection-error.js';

const privateRanges = new BlockList();
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  privateRanges.addSubnet(address, bits, 'ipv4');
for (const [address, bits] of [
  ['::', 127],
  ['64:ff9b:1::', 48],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  privateRanges.addSubnet(address, bits, 'ipv6');

/** Returns whether an IP address belongs to a private network or to this machine. IPv4 within IPv6 counts as IPv4. */
function isPrivateAddress(address: string): boolean {
  return privateRanges.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** Returns whether a URL's host is a private address or a name of this machine. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 ? /(^|\.)localhost$/i.test(host) : isPrivateAddress(host);
}

/** Looks names up as Node does, and fails when a name leads to a private address. */
export const lookupPublic: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '');
    if (addresses.some(({ address }) => isPrivateAddress(address))) {
      const why = 'the server is at a private address (allowPrivate is false)';
      return done(new ConnectionError('refused', why, { mayHaveRun: false }), '');
    }
    if (options.all) return done(null, addresses);
    const [first] = addresses as [LookupAddress, ...LookupAddress[]]; // a lookup without an error has an address
    return done(null, first.address, first.family);
  });
};
