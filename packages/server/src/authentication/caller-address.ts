/**
 * Finds the address of a caller behind trusted proxies.
 */

/**
 * @param address of the peer
 * @param forwardedFor value of `X-Forwarded-For`; each proxy appends the address of its client
 * @returns the last address that is not a trusted proxy; the header of any other peer is ignored
 */
export function callerAddress(
  address: string | undefined,
  forwardedFor: string | undefined,
  isTrustedProxy: (address: string) => boolean,
): string | undefined {
  if (address === undefined || forwardedFor === undefined || !isTrustedProxy(address)) return address;
  const hops = forwardedFor.split(',').map((hop) => hop.trim());
  return hops.findLast((hop) => !isTrustedProxy(hop)) ?? hops[0];
}
