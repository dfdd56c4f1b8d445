/**
 * Reads the origin at which a reader reached this server, for the addresses on the pages, from the untrusted Host header.
 *
 * Requests for names that are not ours are turned away, as the endpoints do: they come from pages that rebind DNS.
 */
const hostHeader = /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,253})(?::\d{1,5})?$/;
const loopbackNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The headers of a request, as node:http gives them. */
export interface ReaderHeaders {
  readonly host?: string | undefined;
  /** A proxy in front that ends TLS says `https`. */
  readonly 'x-forwarded-proto'?: string | string[] | undefined;
}

/**
 * @param allowedHosts names beside loopback
 * @returns the origin without a slash at its end; `undefined` for a header that names no host of ours
 */
export function readOrigin(headers: ReaderHeaders, allowedHosts: readonly string[]): string | undefined {
  const host = headers.host?.toLowerCase() ?? '';
  const name = hostHeader.exec(host)?.[1];
  if (name === undefined || !isOurs(name, host, allowedHosts)) return undefined;
  return `${headers['x-forwarded-proto'] === 'https' ? 'https' : 'http'}://${host}`;
}

function isOurs(name: string, host: string, allowedHosts: readonly string[]): boolean {
  if (loopbackNames.has(name)) return true;
  return allowedHosts.some((allowed) => allowed.toLowerCase() === name || allowed.toLowerCase() === host);
}
