/**
 * Determines the client that an address belongs to, where callers are not authenticated.
 *
 * An IPv6 customer has at least a /64, so all addresses of one /64 are the same client. Spec: RFC 6177 §2, RFC 4291 §2.5.5.2
 */

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
/** Groups of 16 bits in a /64, and in an address. */
const networkGroups = 4;
const allGroups = 8;

/** @param address as node:net reports it; `undefined` where a connection has none, all of which count as one client */
export function clientKeyOf(address: string | undefined): string {
  if (address === undefined || !address.includes(':')) return address ?? '';
  const ipv4 = mapped.exec(address)?.[1];
  if (ipv4 !== undefined) return ipv4;
  return `${groupsOf(address).slice(0, networkGroups).join(':')}::/64`;
}

/** Expands `::` and drops leading zeros. */
function groupsOf(address: string): string[] {
  const [before = '', after] = withoutZone(address).toLowerCase().split('::');
  const first = splitGroups(before);
  if (after === undefined) return first;
  const last = splitGroups(after);
  const missing = Math.max(0, allGroups - first.length - last.length);
  return [...first, ...Array.from({ length: missing }, () => '0'), ...last];
}

function splitGroups(text: string): string[] {
  return text === '' ? [] : text.split(':').map((group) => group.replace(/^0+(?=.)/, ''));
}

function withoutZone(address: string): string {
  const zone = address.indexOf('%');
  return zone === -1 ? address : address.slice(0, zone);
}
