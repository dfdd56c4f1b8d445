/**
 * The servers that a client can reach on every platform: those at a URL, and those over a channel of the caller's own.
 */
import { ProviderAuthorization, TokenAuthorization, type OAuthProvider } from '../auth/provider-authorization.js';
import type { Authorization } from '../transports/authorization.js';
import type { ChannelReader, TextChannel } from '../transports/channel-connection.js';

/** A server at a URL. */
export interface UrlTarget {
  readonly url: string | URL;
  /**
   * `auto`, the default: a WebSocket for `ws:` and `wss:`; else Streamable HTTP, and the two endpoints of 2024-11-05 for a server that knows
   * no other transport. `sse` names those two endpoints.
   */
  readonly transport?: 'auto' | 'http' | 'sse' | 'ws';
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Credentials that change: a function that returns a bearer token, called again when the server refuses one, or a provider of the
   * official client, whose OAuth is then used. `@modelcontextprotocol/client` must be installed for a provider.
   */
  readonly auth?: (() => string | Promise<string>) | OAuthProvider;
}

/** A server over a transport of the caller's own, or in this process. */
export interface ChannelTarget {
  /** Opens the channel, and again after it ended by itself. The client closes it. */
  open(reader: ChannelReader): TextChannel;
}

const schemes: Readonly<Record<string, 'http' | 'ws' | undefined>> = {
  'http:': 'http',
  'https:': 'http',
  'ws:': 'ws',
  'wss:': 'ws',
};

/** @throws TypeError for a URL of another scheme */
export function requireScheme({ protocol }: URL): 'http' | 'ws' {
  const scheme = schemes[protocol];
  if (!scheme) throw new TypeError(`expected an http:, https:, ws: or wss: URL, got "${protocol}"`);
  return scheme;
}

/** @returns `undefined` if the target names no credentials that change */
export function openAuthorization({ auth }: UrlTarget, url: URL): Authorization | undefined {
  if (auth === undefined) return undefined;
  return typeof auth === 'function' ? new TokenAuthorization(auth) : new ProviderAuthorization(auth, url);
}
