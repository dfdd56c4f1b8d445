/**
 * Reads the server's own secrets. No message repeats them.
 */
import type { OciCredentials } from '@sigil/plugin-host';
import { ConfigurationError } from './configuration-error.js';
import type { StoreSettings } from './store-settings.js';

const leastTokenLength = 16;

/** @throws ConfigurationError unless the form is `user:password` */
export function readCredentials(text: string | undefined): OciCredentials | undefined {
  if (!text) return undefined;
  const [, user, password] = /^([^:]+):(.+)$/s.exec(text) ?? [];
  if (user !== undefined && password !== undefined) return { user, password };
  throw new ConfigurationError('MCP_REGISTRY_CREDENTIALS must be a name, a colon and a password');
}

/** @throws ConfigurationError when it is too short to be a secret */
export function readAdminToken(token: string | undefined): string | undefined {
  if (token === undefined || token === '') return undefined;
  if (token.length >= leastTokenLength) return token;
  throw new ConfigurationError(`MCP_ADMIN_TOKEN must have at least ${leastTokenLength} characters`);
}

/** Reads keys with commas between them. @throws ConfigurationError when one is not a key */
export function readStateKeys(text: string | undefined): readonly Uint8Array[] | undefined {
  if (text === undefined || text === '') return undefined;
  const parts = text.split(',');
  return parts.map((part, at) => readStateKey(part.trim(), parts.length === 1 ? '' : `key ${at + 1} of `));
}

const base64Key = /^[A-Za-z0-9+/_-]{43}=?$/;

/** @param which precedes the variable's name in a message */
function readStateKey(text: string, which: string): Uint8Array {
  const key = Buffer.from(text, 'base64');
  if (base64Key.test(text)) return key;
  // Node decodes up to the end of the first key, and would silently ignore a second one.
  const problem = key.length === 32 ? 'several keys have commas between them' : `got ${key.length} bytes`;
  throw new ConfigurationError(`${which}MCP_REQUEST_STATE_KEY must be 32 bytes in base64, ${problem}`);
}

/** Returns the settings of the store, whose replicas open each other's sessions with the keys. @throws ConfigurationError without a key */
export function requireStateKeys(store: StoreSettings, keys: readonly Uint8Array[] | undefined): StoreSettings {
  if (keys) return store;
  throw new ConfigurationError(
    'store: replicas that share a store need the same MCP_REQUEST_STATE_KEY, 32 bytes in base64: "openssl rand -base64 32" makes one',
  );
}
