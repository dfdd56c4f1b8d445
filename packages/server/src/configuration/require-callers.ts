/**
 * Reads who may call, and refuses an address that other machines reach unless that is decided.
 */
import type { AuthSettings } from './auth-settings.js';
import { ConfigurationError } from './configuration-error.js';
import { readProxies, readPublicUrl } from './public-address.js';
import type { FileConfiguration } from './read-configuration-file.js';

/** The part of the configuration that stands before everything that is served. */
export interface CallerConfiguration {
  /** The URL that clients know the server by, without a slash at its end; undefined for where it listens. */
  readonly publicUrl: string | undefined;
  /** Tells the proxies whose `X-Forwarded-For` is believed. */
  readonly isTrustedProxy: (address: string) => boolean;
  /** The rules of who may call; undefined lets everybody. */
  readonly auth: AuthSettings | undefined;
  /** The modules of middleware, absolute. */
  readonly middleware: readonly string[];
}

/** @throws ConfigurationError naming the key, what was expected and what came */
export function readCallers(
  publicUrl: string | undefined,
  { trustedProxies, auth, middleware = [] }: Pick<FileConfiguration, 'trustedProxies' | 'auth' | 'middleware'>,
): CallerConfiguration {
  return { publicUrl: readPublicUrl(publicUrl), isTrustedProxy: readProxies(trustedProxies), auth, middleware };
}

const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);

/**
 * Without an address that clients know, nobody could say which tokens are for this server.
 *
 * @throws ConfigurationError with the line to write
 */
export function requireCallers(host: string, { auth, publicUrl }: CallerConfiguration): void {
  if (loopbackHosts.has(host)) return;
  if (!auth) throw new ConfigurationError(exposureMessage(host));
  if (publicUrl !== undefined) return;
  throw new ConfigurationError(
    `MCP_HOST "${host}" can be reached from other machines, and "auth" needs the URL that clients know this server by. ` +
      'Write "publicUrl": "https://mcp.example.com" into the configuration, or set MCP_PUBLIC_URL',
  );
}

function exposureMessage(host: string): string {
  return (
    `MCP_HOST "${host}" can be reached from other machines, and this server asks nobody who they are. ` +
    'Listen on 127.0.0.1, or say --allow-unauthenticated (MCP_ALLOW_UNAUTHENTICATED=true) if that is what you want'
  );
}
