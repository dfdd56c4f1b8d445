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

/** @throws ConfigurationError when it is not a key */
export function readStateKey(text: string | undefined): Uint8Array | undefined {
  if (text === undefined || text === '') return undefined;
  const key = Buffer.from(text, 'base64');
  if (key.length === 32) return key;
  throw new ConfigurationError(`MCP_REQUEST_STATE_KEY must be 32 bytes in base64, got ${key.length} bytes`);
}

/** Returns the settings of the store, whose replicas open each other's sessions with the key. @throws ConfigurationError without a key */
export function requireStateKey(store: StoreSettings, key: Uint8Array | undefined): StoreSettings {
  if (key) return store;
  throw new ConfigurationError(
    'store: replicas that share a store need the same MCP_REQUEST_STATE_KEY, 32 bytes in base64: "openssl rand -base64 32" makes one',
  );
}
