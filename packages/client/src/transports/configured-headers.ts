/**
 * Separates the request headers that this server writes from those that a configuration may add.
 */
import { sessionHeader } from './session-header.js';

const own: ReadonlySet<string> = new Set([
  'accept',
  'content-type',
  'last-event-id',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
  sessionHeader,
]);
/** Prefix of the headers that mirror arguments. */
const ownPrefix = 'mcp-param-';

/**
 * @param hasToken whether a token is added to every request; it replaces a configured one
 * @returns alternating names and values, without the headers that we write
 */
export function listConfigured(headers: Readonly<Record<string, string>>, hasToken: boolean): string[] {
  const isOwn = (name: string): boolean =>
    own.has(name) || name.startsWith(ownPrefix) || (hasToken && name === 'authorization');
  return Object.entries(headers)
    .filter(([name]) => !isOwn(name.toLowerCase()))
    .flat();
}

/** The parts of a request that may hold secrets of the configuration. */
interface Secrets {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly authorization?: unknown;
}

/** Returns whether no request carries a secret: none in a header, and none in the address. */
export function isAnonymous({ url, headers, authorization }: Secrets): boolean {
  return Object.keys(headers).length === 0 && authorization === undefined && url.search === '';
}
