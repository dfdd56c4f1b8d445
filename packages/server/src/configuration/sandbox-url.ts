/**
 * Reads the origin at which pages show views.
 */
import { ConfigurationError } from './configuration-error.js';
import { readPublicUrl } from './public-address.js';
import { nameSettingSource } from './setting-source.js';

const names = { variable: 'MCP_SANDBOX_URL', member: 'sandboxUrl' };

/**
 * @param publicUrl the URL of the server, which must have another origin
 * @returns the origin; `undefined` if none is set
 * @throws ConfigurationError naming what was expected and what came
 */
export function readSandboxUrl(
  variable: string | undefined,
  ofFile: string | undefined,
  publicUrl: string | undefined,
): string | undefined {
  const key = nameSettingSource(names, { variable });
  const url = readPublicUrl(variable || ofFile, key);
  if (url === undefined) return undefined;
  if (new URL(url).pathname !== '/')
    throw new ConfigurationError(`${key} must be an origin without a path, got "${url}"`);
  if (publicUrl !== undefined && new URL(publicUrl).origin === url)
    throw new ConfigurationError(`${key} must be another origin than "publicUrl": views are kept apart from the pages`);
  return url;
}
