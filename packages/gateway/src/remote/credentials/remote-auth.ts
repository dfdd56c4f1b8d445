/**
 * Reads the credentials at an upstream server from its configuration.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import { suggestNames } from '@sigil/core/building';
import { isHeaderName, oneOf, text } from '../../member-forms.js';
import { isSafeUrl } from './token-endpoint.js';

/** The credentials of this server itself. Strings may hold `${NAME}` for an environment variable. */
export type OwnAuth =
  | { readonly kind: 'none' }
  | { readonly kind: 'bearer'; readonly token: string }
  | { readonly kind: 'header'; readonly name: string; readonly value: string }
  | ClientCredentialsAuth;

/** All kinds of credentials. */
export type RemoteAuth = OwnAuth | TokenExchangeAuth | OAuthAuth;

/** A client of an authorization server, with `tokenUrl` or `issuer`. */
interface TokenClientAuth {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly tokenUrl?: string;
  readonly issuer?: string;
  readonly scope?: string;
  readonly resource?: string;
}

/** One token of this server, shared by all callers. */
export interface ClientCredentialsAuth extends TokenClientAuth {
  readonly kind: 'clientCredentials';
}

/** A token for each caller, in exchange for the one that it came with. */
export interface TokenExchangeAuth extends TokenClientAuth {
  readonly kind: 'tokenExchange';
  readonly audience?: string;
  /** The credentials for reading lists; by default the client credentials of the same client. */
  readonly lists?: OwnAuth;
}

/** A token for each caller, who signs in once at the upstream's authorization server. */
export interface OAuthAuth {
  readonly kind: 'oauth';
  /** The id of a client that was registered beforehand. */
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** The https: URL of a document that describes the client; some authorization servers accept it as the client id. */
  readonly clientMetadataUrl?: string;
  readonly scope?: string;
  /** The credentials for reading lists; by default the token of the caller who signed in last. */
  readonly lists?: OwnAuth;
}

interface Members {
  readonly needed: readonly string[];
  readonly optional: readonly string[];
}

const tokenClient = ['tokenUrl', 'issuer', 'scope', 'resource'];
const ownMembers: Readonly<Record<string, Members>> = {
  none: { needed: [], optional: [] },
  bearer: { needed: ['token'], optional: [] },
  header: { needed: ['name', 'value'], optional: [] },
  clientCredentials: { needed: ['clientId', 'clientSecret'], optional: tokenClient },
};
const allMembers: Readonly<Record<string, Members>> = {
  ...ownMembers,
  tokenExchange: { needed: ['clientId', 'clientSecret'], optional: [...tokenClient, 'audience', 'lists'] },
  oauth: { needed: [], optional: ['clientId', 'clientSecret', 'clientMetadataUrl', 'scope', 'lists'] },
};

/** Returns whether requests carry a token that is renewed, which needs HTTP. */
export function isTokenKind(kind: JsonValue | undefined): kind is string {
  return kind === 'clientCredentials' || kind === 'tokenExchange' || kind === 'oauth';
}

/** @param note called with a sentence for each problem that names the member */
export function readAuth(given: JsonObject | undefined, note: (problem: string) => void): RemoteAuth {
  return readKind(given, allMembers, note);
}

function readKind(
  given: JsonObject | undefined,
  kinds: Readonly<Record<string, Members>>,
  note: (problem: string) => void,
): RemoteAuth {
  if (!given) return { kind: 'none' };
  const { kind } = given;
  const members = typeof kind === 'string' && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (!members) {
    note(`"kind" must be ${oneOf(...Object.keys(kinds)).expected}`);
    return { kind: 'none' };
  }
  const known = [...members.needed, ...members.optional];
  for (const name of Object.keys(given)) {
    if (name !== 'kind' && !known.includes(name)) note(`there is no "${name}"${suggestNames(name, known)}`);
  }
  for (const name of known) {
    const value = given[name];
    if (name === 'lists' || (value === undefined && members.optional.includes(name))) continue;
    if (value === undefined || !text.fits(value)) note(`"${name}" must be ${text.expected}`);
  }
  if (kind === 'header' && !isHeaderName(String(given['name']))) note('"name" must be the name of a header');
  if (kind === 'clientCredentials' || kind === 'tokenExchange') noteTokenProblems(given, note);
  if (kind === 'oauth') noteClientProblems(given, note);
  const { lists } = given;
  if (lists === undefined || !members.optional.includes('lists')) return given as unknown as RemoteAuth; // each member was checked
  if (!isJsonObject(lists)) note('"lists" must be an object');
  else readKind(lists, ownMembers, (problem) => note(`"lists": ${problem}`));
  return given as unknown as RemoteAuth; // each member was checked
}

function noteTokenProblems({ tokenUrl, issuer }: JsonObject, note: (problem: string) => void): void {
  if ((tokenUrl === undefined) === (issuer === undefined)) {
    note('expected either a "tokenUrl" or an "issuer"');
    return;
  }
  const name = tokenUrl === undefined ? 'issuer' : 'tokenUrl';
  const url = String(tokenUrl ?? issuer);
  if (!isToBeFilled(url) && !isSafeUrl(url)) note(`"${name}" must be ${safeUrl}`);
}

function noteClientProblems(
  { clientId, clientSecret, clientMetadataUrl }: JsonObject,
  note: (problem: string) => void,
): void {
  if (clientSecret !== undefined && clientId === undefined) note('"clientSecret" needs a "clientId"');
  const url = String(clientMetadataUrl);
  if (clientMetadataUrl === undefined || isToBeFilled(url) || isDocumentUrl(url)) return;
  note(`"clientMetadataUrl" must be ${documentUrl}`);
}

/** A variable may replace any part of the URL. */
function isToBeFilled(url: string): boolean {
  return url.includes('${');
}

/** The form of authorization server addresses, as a phrase. */
export const safeUrl = 'an https: URL, or one on this machine, since a secret is sent there';
/** The form of client document addresses, as a phrase. */
export const documentUrl = 'an https: URL with a path';

/** Returns whether the URL can be that of a document that describes a client. */
export function isDocumentUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, pathname } = new URL(url);
  return protocol === 'https:' && pathname !== '/';
}
