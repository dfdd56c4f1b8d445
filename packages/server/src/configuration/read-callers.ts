/**
 * Reads lists of accepted host names and origins; a variable separates them by commas.
 */
import { ConfigurationError } from './configuration-error.js';
import { nameSettingSource } from './setting-source.js';

const originNames = { flag: '--allow-origin', variable: 'MCP_ALLOWED_ORIGINS', member: 'allowedOrigins' };

/** @throws ConfigurationError naming an entry that is not an origin */
export function readOrigins(
  flag: readonly string[] | undefined,
  variable: string | undefined,
  ofFile: readonly string[] | undefined,
): readonly string[] {
  const origins = flag ?? splitList(variable) ?? ofFile ?? [];
  for (const origin of origins) {
    if (URL.canParse(origin) && new URL(origin).origin === origin) continue;
    const key = nameSettingSource(originNames, { flag, variable });
    throw new ConfigurationError(`${key}: expected origins such as "https://app.example", got "${origin}"`);
  }
  return origins;
}

/** The form in the `Host` header: a name, or a name with a port. */
const hostForm = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/i;

const hostNames = { flag: '--allow-host', variable: 'MCP_ALLOWED_HOSTS', member: 'allowedHosts' };

/** @throws ConfigurationError naming an entry that is not a host */
export function readHosts(
  flag: readonly string[] | undefined,
  variable: string | undefined,
  ofFile: readonly string[] | undefined,
): readonly string[] {
  const hosts = flag ?? splitList(variable) ?? ofFile ?? [];
  const wrong = hosts.find((host) => !hostForm.test(host));
  if (wrong === undefined) return hosts;
  const key = nameSettingSource(hostNames, { flag, variable });
  throw new ConfigurationError(
    `${key}: expected host names such as "mcp.example.com" or "mcp.example.com:8443", got "${wrong}"`,
  );
}

function splitList(variable: string | undefined): readonly string[] | undefined {
  return variable
    ?.split(',')
    .map((it) => it.trim())
    .filter((it) => it !== '');
}
