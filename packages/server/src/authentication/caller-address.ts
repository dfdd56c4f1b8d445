/**
 * Finds the address of a caller behind proxies that the operator knows.
 */

/**
 * @param address of the peer
 * @param forwardedFor value of `X-Forwarded-For`: each proxy adds the address that it was asked from
 * @returns the last address that no known proxy has; a header from anybody else is not believed
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
