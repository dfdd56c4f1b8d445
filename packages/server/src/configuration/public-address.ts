/**
 * Reads the address by which clients know the server, and the proxies in front of it.
 */
import { BlockList, isIP } from 'node:net';
import { ConfigurationError } from './configuration-error.js';

/**
 * @param key names the setting in messages
 * @returns the URL without a trailing slash
 * @throws ConfigurationError naming what was expected and what came
 */
export function readPublicUrl(given: string | undefined, key: string): string | undefined {
  if (!given) return undefined;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.search + url.hash + url.username + url.password === '') {
    return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
  }
  throw new ConfigurationError(`${key} must be a URL such as "https://mcp.example.com", got "${given}"`);
}

/**
 * Makes a function that recognizes proxies by address.
 *
 * @param given addresses and ranges: `10.0.0.7`, `10.0.0.0/8`, `fd00::/8`
 * @throws ConfigurationError naming an entry that is neither
 */
export function readProxies(given: readonly string[] | undefined): (address: string) => boolean {
  if (!given || given.length === 0) return () => false;
  const proxies = new BlockList();
  for (const proxy of given) addProxy(proxies, proxy);
  return (address) => proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

function addProxy(proxies: BlockList, proxy: string): void {
  const [address = '', prefix, ...rest] = proxy.split('/');
  const version = isIP(address);
  const longest = version === 6 ? 128 : 32;
  const length = prefix === undefined ? longest : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
  if (version === 0 || rest.length > 0 || !(length <= longest)) {
    throw new ConfigurationError(`trustedProxies: expected addresses such as "10.0.0.0/8", got "${proxy}"`);
  }
  proxies.addSubnet(address, length, version === 6 ? 'ipv6' : 'ipv4');
}
