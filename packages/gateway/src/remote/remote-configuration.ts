/**
 * Reads the `remote` member of a server's configuration, and collects everything that is wrong with it.
 *
 * The members' names are those of docs/operate/gateway.md.
 */
import { isJsonObject, type JsonObject } from '@sigil/core';
import { suggestNames } from '@sigil/core/building';
import {
  flag,
  object,
  oneOf,
  text,
  texts,
  textsByHeader,
  textsByName,
  wholeNumber,
  type Form,
} from '../member-forms.js';
import type { WantedProtocol } from '@sigil/client/internal';
import { isTokenKind, readAuth, type RemoteAuth } from './credentials/remote-auth.js';
import type { PinRule } from './pins/pinned-lists.js';

/** An upstream server and how to reach it, with every default filled in. */
export interface RemoteConfiguration extends RemoteLimits {
  /** Either `url` or `command` is present. */
  readonly url?: string;
  readonly command?: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  /** Variables that the program sees, added to those that every program needs. */
  readonly env: Readonly<Record<string, string>>;
  /** `auto`: by the URL's scheme; for HTTP, the older transport if the upstream does not know the newer one. */
  readonly transport: 'auto' | 'http' | 'sse' | 'ws' | 'stdio';
  readonly protocol: WantedProtocol;
  /** `perClient`: each client session has its own session at a legacy upstream. */
  readonly sessions: 'shared' | 'perClient';
  /** Clients are notified of lists that differ, or of all lists that the upstream announces as changed. */
  readonly listNotices: 'changes' | 'all';
  /** The check of a call's arguments against the tool's schema before the upstream gets them. */
  readonly validate: 'off' | 'arguments';
  readonly auth: RemoteAuth;
  readonly headers: Readonly<Record<string, string>>;
  /** True if the server starts only when this upstream is reached. */
  readonly required: boolean;
  /** The treatment of components that differ from the approved ones. */
  readonly pins: PinRule;
  /** True if private addresses may be called. */
  readonly allowPrivate: boolean;
}

/** Times in milliseconds. */
export interface RemoteLimits {
  /** Limit of one call, counted from its beginning or its latest progress. */
  readonly timeoutMs: number;
  readonly connectTimeoutMs: number;
  /** The time that a program has to start and to answer its handshake. */
  readonly startTimeoutMs: number;
  readonly listTimeoutMs: number;
  readonly retries: number;
  readonly healthMs: number;
  readonly killGraceMs: number;
  readonly maxMessageBytes: number;
  /** Limit of unread data at a program or over a WebSocket. */
  readonly maxBufferedBytes: number;
  readonly maxConnections: number;
  readonly maxListItems: number;
  readonly maxParkedCalls: number;
  readonly parkedCallMs: number;
  readonly maxClientSessions: number;
  readonly clientSessionIdleMs: number;
  readonly maxCallers: number;
  readonly callerIdleMs: number;
  readonly signInMs: number;
  /** The number of times that a user is asked for more scopes before the next sign-in. */
  readonly maxStepUps: number;
}

/** The limits of an upstream whose configuration sets none. */
const defaultRemoteLimits: RemoteLimits = {
  timeoutMs: 30_000,
  connectTimeoutMs: 5_000,
  startTimeoutMs: 60_000,
  listTimeoutMs: 10_000,
  retries: 3,
  healthMs: 60_000,
  killGraceMs: 2_000,
  maxMessageBytes: 10 * 1024 * 1024,
  maxBufferedBytes: 16 * 1024 * 1024,
  maxConnections: 256,
  maxListItems: 10_000,
  maxParkedCalls: 100,
  parkedCallMs: 300_000,
  maxClientSessions: 100,
  clientSessionIdleMs: 300_000,
  maxCallers: 1_000,
  callerIdleMs: 300_000,
  signInMs: 600_000,
  maxStepUps: 5,
};

/** The operator's configuration of an upstream server is wrong. */
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
  startTimeoutMs: wholeNumber(1, aDayMs),
  listTimeoutMs: wholeNumber(1, aDayMs),
  retries: wholeNumber(0, 100),
  healthMs: wholeNumber(100, aDayMs),
  killGraceMs: wholeNumber(0, 60_000),
  maxMessageBytes: wholeNumber(1_024, 1024 ** 3),
  maxBufferedBytes: wholeNumber(1_024, 1024 ** 3),
  maxConnections: wholeNumber(1, 65_535),
  maxListItems: wholeNumber(1, 1_000_000),
  maxParkedCalls: wholeNumber(1, 1_000_000),
  parkedCallMs: wholeNumber(1, aDayMs),
  maxClientSessions: wholeNumber(1, 1_000_000),
  clientSessionIdleMs: wholeNumber(1, aDayMs),
  maxCallers: wholeNumber(1, 1_000_000),
  callerIdleMs: wholeNumber(1, aDayMs),
  signInMs: wholeNumber(1_000, aDayMs),
  maxStepUps: wholeNumber(0, 1_000),
};

const ofUrls = [
  'auth',
  'headers',
  'allowPrivate',
  'maxConnections',
  'maxCallers',
  'callerIdleMs',
  'signInMs',
  'maxStepUps',
];
const ofCommands = ['args', 'cwd', 'env', 'startTimeoutMs', 'killGraceMs'];
const memberNames = [
  'url',
  'command',
  'transport',
  'protocol',
  'sessions',
  'listNotices',
  'validate',
  'required',
  'pins',
  ...ofUrls,
  ...ofCommands,
  ...Object.keys(limitForms),
];

/** @throws RemoteConfigurationError with all problems */
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
    headers: read('headers', textsByHeader) ?? {},
    transport: transport ?? 'auto',
    protocol: read('protocol', oneOf('auto', 'legacy', 'modern')) ?? 'auto',
    sessions: read('sessions', oneOf('shared', 'perClient')) ?? 'shared',
    listNotices: read('listNotices', oneOf('changes', 'all')) ?? 'changes',
    validate: read('validate', oneOf('off', 'arguments')) ?? 'off',
    required: read('required', flag) ?? false,
    pins: read('pins', oneOf('off', 'warn', 'block')) ?? 'off',
    allowPrivate: read('allowPrivate', flag) ?? true,
    auth: readAuth(read('auth', object), (problem) => problems.push(`"auth": ${problem}`)),
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
  const kind = isJsonObject(given['auth']) ? given['auth']['kind'] : undefined;
  if (isTokenKind(kind) && (transport === 'ws' || (url !== undefined && isWebSocketUrl(url))))
    problems.push(`"auth" of the kind "${kind}" is for HTTP, not for a WebSocket`);
  if (transport !== undefined && ['http', 'sse', 'ws'].includes(transport) && command !== undefined)
    problems.push('"transport" must be "stdio" or "auto" for a "command"');
  // A variable may replace any part of the URL.
  if (url !== undefined && !url.includes('${')) {
    if (!isUpstreamUrl(url)) problems.push(`"url" must be ${upstreamUrl}`);
    else if (isWebSocketUrl(url) && (transport === 'http' || transport === 'sse'))
      problems.push('"transport" must be "ws" or "auto" for a ws: or wss: URL');
  }
  return problems;
}

/** The form of URLs that can be called, as a phrase. */
export const upstreamUrl = 'an http:, https:, ws: or wss: URL without a user';

/** Returns whether the URL can be called; credentials are refused, since a URL appears in logs. */
export function isUpstreamUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, username, password } = new URL(url);
  return ['http:', 'https:', 'ws:', 'wss:'].includes(protocol) && username === '' && password === '';
}

/** Returns whether the scheme is `ws:` or `wss:`. */
export function isWebSocketUrl(url: string): boolean {
  return /^wss?:/i.test(url);
}

function present<Name extends string, Value>(name: Name, value: Value | undefined): { [Key in Name]?: Value } {
  // The compiler widens a computed name to `string`.
  return (value === undefined ? {} : { [name]: value }) as { [Key in Name]?: Value };
}
