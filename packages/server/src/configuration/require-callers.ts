/**
 * Reads the settings of callers, and refuses an address that other machines reach until they are decided.
 */
import type { AuthSettings } from './auth-settings.js';
import type { ChosenVariable } from './choose-variable.js';
import { ConfigurationError } from './configuration-error.js';
import { nameSettingSource } from './setting-source.js';
import { readProxies, readPublicUrl } from './public-address.js';
import type { FileConfiguration } from './read-configuration-file.js';

type CallersOfFile = Pick<FileConfiguration, 'publicUrl' | 'trustedProxies' | 'auth' | 'middleware'>;

/** The settings that apply before anything is served. */
export interface CallerConfiguration {
  /** The URL by which clients know the server, without a trailing slash; `undefined` for the address that it listens on. */
  readonly publicUrl: string | undefined;
  /** Recognizes the proxies whose `X-Forwarded-For` is trusted. */
  readonly isTrustedProxy: (address: string) => boolean;
  /** The settings of authentication; `undefined` accepts everybody. */
  readonly auth: AuthSettings | undefined;
  /** The absolute paths of middleware modules. */
  readonly middleware: readonly string[];
}

const publicUrlNames = { variable: 'MCP_PUBLIC_URL', member: 'publicUrl' };

/** @throws ConfigurationError naming the key, what was expected and what came */
export function readCallers(
  variable: string | undefined,
  { publicUrl: ofFile, trustedProxies, auth, middleware = [] }: CallersOfFile,
): CallerConfiguration {
  const publicUrl = readPublicUrl(variable || ofFile, nameSettingSource(publicUrlNames, { variable }));
  return { publicUrl, isTrustedProxy: readProxies(trustedProxies), auth, middleware };
}

const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);

const hostNames = { flag: '--host', member: 'host' };

/** The address to listen on, and the settings that may have named it. */
interface GivenHost {
  readonly host: string;
  readonly flag: string | undefined;
  readonly variable: ChosenVariable;
}

/**
 * Requires a decision on callers: without a public address, no token could be issued for this server.
 *
 * @param host where it listens, and which setting says so
 * @throws ConfigurationError with the line to write
 */
export function requireCallers({ host, flag, variable }: GivenHost, { auth, publicUrl }: CallerConfiguration): void {
  if (loopbackHosts.has(host)) return;
  const names = { ...hostNames, variable: variable.name };
  const named = `${nameSettingSource(names, { flag, variable: variable.value })} "${host}"`;
  if (!auth) throw new ConfigurationError(exposureMessage(named));
  if (publicUrl !== undefined) return;
  throw new ConfigurationError(
    `${named} can be reached from other machines, and "auth" needs the URL that clients know this server by. ` +
      'Write "publicUrl": "https://mcp.example.com" into the configuration, or set MCP_PUBLIC_URL',
  );
}

function exposureMessage(named: string): string {
  return (
    `${named} can be reached from other machines, and this server asks nobody who they are. ` +
    'Listen on 127.0.0.1, or say --allow-unauthenticated (MCP_ALLOW_UNAUTHENTICATED=true) if that is what you want'
  );
}
