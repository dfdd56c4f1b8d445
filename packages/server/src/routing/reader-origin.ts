/**
 * Reads the origin at which a reader reached this server from the untrusted Host header, for the addresses on the pages.
 *
 * Refuses requests for foreign names, as the endpoints do, since they come from pages that rebind DNS.
 */
const hostHeader = /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,253})(?::\d{1,5})?$/;
const loopbackNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The headers of a request, in the form of node:http. */
export interface ReaderHeaders {
  readonly host?: string | undefined;
  /** `https` from a proxy in front that ends TLS. */
  readonly 'x-forwarded-proto'?: string | string[] | undefined;
}

/**
 * @param allowedHosts names in addition to loopback
 * @returns the origin without a trailing slash; `undefined` for a header that names no host of this server
 */
export function readOrigin(headers: ReaderHeaders, allowedHosts: readonly string[]): string | undefined {
  const host = headers.host?.toLowerCase() ?? '';
  const name = hostHeader.exec(host)?.[1];
  if (name === undefined || !isOurs(name, host, allowedHosts)) return undefined;
  return `${isSecure(headers) ? 'https' : 'http'}://${host}`;
}

/** Of several proxies, the first is the one that the reader used; later ones may add their own value. */
function isSecure({ 'x-forwarded-proto': given = '' }: ReaderHeaders): boolean {
  const [first = ''] = String(given).split(',');
  return first.trim().toLowerCase() === 'https';
}

function isOurs(name: string, host: string, allowedHosts: readonly string[]): boolean {
  if (loopbackNames.has(name)) return true;
  return allowedHosts.some((allowed) => allowed.toLowerCase() === name || allowed.toLowerCase() === host);
}
