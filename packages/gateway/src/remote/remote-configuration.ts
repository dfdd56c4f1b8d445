/**
 * Reads the `remote` member of a server's configuration, and notes everything that does not fit.
 *
 * The members' names are those of docs/operate/gateway.md.
 */
import { isJsonObject, type JsonObject } from '@sigil/core';
import { suggestNames } from '@sigil/core/building';
import { flag, object, oneOf, text, texts, textsByName, wholeNumber, type Form } from '../member-forms.js';
import type { WantedProtocol } from './conversation/open-conversation.js';
import { isSafeUrl } from './credentials/client-credentials.js';
import type { PinRule } from './pins/pinned-lists.js';

/** The credentials towards an upstream server. Texts may hold `${NAME}` for a variable of the environment. */
export type RemoteAuth =
  | { readonly kind: 'none' }
  | { readonly kind: 'bearer'; readonly token: string }
  | { readonly kind: 'header'; readonly name: string; readonly value: string }
  | ClientCredentialsAuth;

/** A client of an authorization server; one of `tokenUrl` and `issuer` is there. */
export interface ClientCredentialsAuth {
  readonly kind: 'clientCredentials';
  readonly clientId: string;
  readonly clientSecret: string;
  readonly tokenUrl?: string;
  readonly issuer?: string;
  readonly scope?: string;
  readonly resource?: string;
}

/** An upstream server and how it is reached, with every default filled in. */
export interface RemoteConfiguration extends RemoteLimits {
  /** One of `url` and `command` is there. */
  readonly url?: string;
  readonly command?: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  /** Values of variables that the program sees, beside those that every program needs. */
  readonly env: Readonly<Record<string, string>>;
  /** `auto`: what the URL's scheme says; of HTTP the older pair of endpoints where an upstream does not know the newer one. */
  readonly transport: 'auto' | 'http' | 'sse' | 'ws' | 'stdio';
  readonly protocol: WantedProtocol;
  /** `perClient`: each session of a client has one of its own at a legacy upstream. */
  readonly sessions: 'shared' | 'perClient';
  readonly auth: RemoteAuth;
  readonly headers: Readonly<Record<string, string>>;
  /** Tells whether the server starts only with this upstream. */
  readonly required: boolean;
  /** The fate of components that are not as they were approved. */
  readonly pins: PinRule;
  /** Tells whether addresses of private networks may be called. */
  readonly allowPrivate: boolean;
}

/** Times in milliseconds. */
export interface RemoteLimits {
  /** Of one call, from its beginning or its last sign of progress. */
  readonly timeoutMs: number;
  readonly connectTimeoutMs: number;
  readonly listTimeoutMs: number;
  readonly retries: number;
  readonly healthMs: number;
  readonly killGraceMs: number;
  readonly maxMessageBytes: number;
  readonly maxConnections: number;
  readonly maxListItems: number;
  readonly maxParkedCalls: number;
  readonly parkedCallMs: number;
  readonly maxClientSessions: number;
  readonly clientSessionIdleMs: number;
}

/** The limits of an upstream whose configuration says nothing of them. */
const defaultRemoteLimits: RemoteLimits = {
  timeoutMs: 30_000,
  connectTimeoutMs: 5_000,
  listTimeoutMs: 10_000,
  retries: 3,
  healthMs: 60_000,
  killGraceMs: 2_000,
  maxMessageBytes: 10 * 1024 * 1024,
  maxConnections: 256,
  maxListItems: 10_000,
  maxParkedCalls: 100,
  parkedCallMs: 300_000,
  maxClientSessions: 100,
  clientSessionIdleMs: 300_000,
};

/** The operator's configuration of an upstream server does not fit. */
export class RemoteConfigurationError extends Error {
  override readonly name = 'RemoteConfigurationError';

  /** @param problems a sentence each, naming the member */
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

const aDayMs = 86_400_000;
const limitForms: Readonly<Record<keyof RemoteLimits, Form<number>>> = {
  timeoutMs: wholeNumber(1, aDayMs),
  connectTimeoutMs: wholeNumber(1, aDayMs),
  listTimeoutMs: wholeNumber(1, aDayMs),
  retries: wholeNumber(0, 100),
  healthMs: wholeNumber(100, aDayMs),
  killGraceMs: wholeNumber(0, 60_000),
  maxMessageBytes: wholeNumber(1_024, 1024 ** 3),
  maxConnections: wholeNumber(1, 65_535),
  maxListItems: wholeNumber(1, 1_000_000),
  maxParkedCalls: wholeNumber(1, 1_000_000),
  parkedCallMs: wholeNumber(1, aDayMs),
  maxClientSessions: wholeNumber(1, 1_000_000),
  clientSessionIdleMs: wholeNumber(1, aDayMs),
};

const ofUrls = ['auth', 'headers', 'allowPrivate', 'maxConnections'];
const ofCommands = ['args', 'cwd', 'env', 'killGraceMs'];
const memberNames = [
  'url',
  'command',
  'transport',
  'protocol',
  'sessions',
  'required',
  'pins',
  ...ofUrls,
  ...ofCommands,
  ...Object.keys(limitForms),
];

/** @throws RemoteConfigurationError with all that is wrong */
export function readRemoteConfiguration(given: JsonObject): RemoteConfiguration {
  const problems: string[] = [];
  const read = <Value>(member: string, form: Form<Value>): Value | undefined => {
    const value = Object.hasOwn(given, member) ? given[member] : undefined;
    if (value === undefined || form.fits(value)) return value;
    problems.push(`"${member}" must be ${form.expected}`);
    return undefined;
  };
  for (const name of Object.keys(given)) {
    if (!memberNames.includes(name)) problems.push(`there is no "${name}"${suggestNames(name, memberNames)}`);
  }
  const url = read('url', text);
  const command = read('command', text);
  const transport = read('transport', oneOf('auto', 'http', 'sse', 'ws', 'stdio'));
  problems.push(...findContradictions(given, { url, command, transport }));
  const limits = Object.fromEntries(
    Object.entries(limitForms).map(([name, form]) => [
      name,
      read(name, form) ?? defaultRemoteLimits[name as keyof RemoteLimits],
    ]),
  ) as unknown as RemoteLimits; // every one has a form
  const configuration: RemoteConfiguration = {
    ...limits,
    args: read('args', texts) ?? [],
    env: read('env', textsByName) ?? {},
    headers: read('headers', textsByName) ?? {},
    transport: transport ?? 'auto',
    protocol: read('protocol', oneOf('auto', 'legacy', 'modern')) ?? 'auto',
    sessions: read('sessions', oneOf('shared', 'perClient')) ?? 'shared',
    required: read('required', flag) ?? false,
    pins: read('pins', oneOf('off', 'warn', 'block')) ?? 'off',
    allowPrivate: read('allowPrivate', flag) ?? true,
    auth: readAuth(read('auth', object), problems),
    ...present('url', url),
    ...present('command', command),
    ...present('cwd', read('cwd', text)),
  };
  if (problems.length > 0) throw new RemoteConfigurationError(problems.map((it) => `remote: ${it}`));
  return configuration;
}

interface Place {
  readonly url: string | undefined;
  readonly command: string | undefined;
  readonly transport: string | undefined;
}

function findContradictions(given: JsonObject, { url, command, transport }: Place): readonly string[] {
  const problems: string[] = [];
  const isUrl = given['url'] !== undefined;
  if (isUrl === (given['command'] !== undefined)) {
    problems.push('expected either a "url" or a "command"');
    return problems;
  }
  const others = isUrl ? ofCommands : ofUrls;
  for (const name of others) {
    if (given[name] !== undefined) problems.push(`"${name}" belongs to a "${isUrl ? 'command' : 'url'}"`);
  }
  if (transport === 'stdio' && url !== undefined)
    problems.push('"transport" must be "http", "sse", "ws" or "auto" for a "url"');
  const isToken = isJsonObject(given['auth']) && given['auth']['kind'] === 'clientCredentials';
  if (isToken && (transport === 'ws' || (url !== undefined && isWebSocketUrl(url))))
    problems.push('"auth" of the kind "clientCredentials" is for HTTP, not for a WebSocket');
  if (transport !== undefined && ['http', 'sse', 'ws'].includes(transport) && command !== undefined)
    problems.push('"transport" must be "stdio" or "auto" for a "command"');
  // A variable may stand for any part of it.
  if (url !== undefined && !url.includes('${')) {
    if (!isUpstreamUrl(url)) problems.push(`"url" must be ${upstreamUrl}`);
    else if (isWebSocketUrl(url) && (transport === 'http' || transport === 'sse'))
      problems.push('"transport" must be "ws" or "auto" for a ws: or wss: URL');
  }
  return problems;
}

/** The URLs that can be called, in words. */
export const upstreamUrl = 'an http:, https:, ws: or wss: URL without a user';

/** Returns whether it can be called: credentials in a URL would be in logs too. */
export function isUpstreamUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, username, password } = new URL(url);
  return ['http:', 'https:', 'ws:', 'wss:'].includes(protocol) && username === '' && password === '';
}

/** Returns whether the scheme is `ws:` or `wss:`. */
export function isWebSocketUrl(url: string): boolean {
  return /^wss?:/i.test(url);
}

/** The members of each kind, those that may be left out after the others. */
const authMembers: Readonly<
  Record<string, { readonly needed: readonly string[]; readonly optional: readonly string[] }>
> = {
  none: { needed: [], optional: [] },
  bearer: { needed: ['token'], optional: [] },
  header: { needed: ['name', 'value'], optional: [] },
  clientCredentials: { needed: ['clientId', 'clientSecret'], optional: ['tokenUrl', 'issuer', 'scope', 'resource'] },
};
const headerName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

function readAuth(given: JsonObject | undefined, problems: string[]): RemoteAuth {
  if (!given) return { kind: 'none' };
  const { kind } = given;
  const members = typeof kind === 'string' && Object.hasOwn(authMembers, kind) ? authMembers[kind] : undefined;
  if (!members) {
    problems.push(`"auth": "kind" must be ${oneOf(...Object.keys(authMembers)).expected}`);
    return { kind: 'none' };
  }
  const known = [...members.needed, ...members.optional];
  for (const name of Object.keys(given)) {
    if (name !== 'kind' && !known.includes(name))
      problems.push(`"auth": there is no "${name}"${suggestNames(name, known)}`);
  }
  for (const name of known) {
    const value = given[name];
    if (value === undefined && members.optional.includes(name)) continue;
    if (value === undefined || !text.fits(value)) problems.push(`"auth": "${name}" must be ${text.expected}`);
  }
  if (kind === 'header' && !headerName.test(String(given['name'])))
    problems.push('"auth": "name" must be the name of a header');
  if (kind === 'clientCredentials') problems.push(...findTokenProblems(given));
  return given as unknown as RemoteAuth; // each member was looked at
}

function findTokenProblems({ tokenUrl, issuer }: JsonObject): readonly string[] {
  if ((tokenUrl === undefined) === (issuer === undefined))
    return ['"auth": expected either a "tokenUrl" or an "issuer"'];
  const name = tokenUrl === undefined ? 'issuer' : 'tokenUrl';
  const isSafe = isSafeUrl(String(tokenUrl ?? issuer));
  return isSafe
    ? []
    : [`"auth": "${name}" must be an https: URL, or one on this machine, since a secret is sent there`];
}

function present<Name extends string, Value>(name: Name, value: Value | undefined): { [Key in Name]?: Value } {
  // The compiler does not see that a computed name is the one it was given.
  return (value === undefined ? {} : { [name]: value }) as { [Key in Name]?: Value };
}
