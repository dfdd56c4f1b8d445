/**
 * Reads the settings of authentication: issuers of tokens, the file of API keys, introspection, an operator's verifier.
 *
 * Loads no code that verifies, since most servers need none.
 */
import { resolve } from 'node:path';
import {
  expandScopes,
  providerNames,
  providers,
  publicKeyAlgorithms,
  standardProvider,
  type Provider,
} from '@sigil/auth/known';
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import type { Principal } from '@sigil/core/engine';
import { readAccess, type AccessRule } from './access-settings.js';
import { flag, object, oneOf, readMembers, text, texts, type MemberForm } from './member-forms.js';
import { ConfigurationError } from './configuration-error.js';
import { readSecret } from './secret-variable.js';

/** One issuer of tokens. */
export interface IssuerSettings {
  readonly issuer: string;
  readonly provider: Provider;
  readonly audiences: readonly string[];
  readonly algorithms?: readonly string[] | undefined;
  readonly keysUrl?: string | undefined;
}

/** The endpoint that introspects opaque tokens. */
export interface IntrospectionSettings {
  readonly url: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly audiences: readonly string[];
}

/** The settings of authentication. At least one of the first five is present. */
export interface AuthSettings {
  readonly issuers: readonly IssuerSettings[];
  /** The absolute path of the file of API keys. */
  readonly keysFile: string | undefined;
  readonly introspection: IntrospectionSettings | undefined;
  /** The absolute path of a module whose default export verifies tokens. */
  readonly verifier: string | undefined;
  /** The caller over standard input and output; undefined for the one who may do everything. */
  readonly stdio: Principal | undefined;
  /** Scopes that clients request first. */
  readonly scopes: readonly string[];
  /** The included scopes by scope. */
  readonly hierarchy: Readonly<Record<string, readonly string[]>>;
  /** Rules in addition to the scopes that authors declare. */
  readonly access: readonly AccessRule[];
  /** `allowed` hides from a caller the components that it may not use. */
  readonly visibility: 'all' | 'allowed';
}

const objects: MemberForm<readonly JsonObject[]> = {
  expected: 'a list of objects',
  schema: { type: 'array', items: { type: 'object' } },
  read: (value) => (Array.isArray(value) && value.every(isJsonObject) ? value : undefined),
};

const textLists: MemberForm<Readonly<Record<string, readonly string[]>>> = {
  expected: 'an object of lists of texts',
  schema: { type: 'object', additionalProperties: texts.schema ?? {} },
  read(value) {
    if (!isJsonObject(value)) return undefined;
    const lists = Object.entries(value).map(([name, list]) => [name, texts.read(list)] as const);
    return lists.every(([, list]) => list !== undefined)
      ? (Object.fromEntries(lists) as Record<string, readonly string[]>) // each was read
      : undefined;
  },
};

/** The members of `auth`. */
export const authForms = {
  issuers: objects,
  keys: text,
  introspection: object,
  verifier: text,
  stdio: object,
  scopes: texts,
  hierarchy: textLists,
  access: object,
  visibility: oneOf('all', 'allowed'),
};

/** The members of one of `auth.issuers`. */
export const issuerForms = {
  issuer: text,
  provider: oneOf(...providerNames),
  audiences: texts,
  algorithms: listOf(publicKeyAlgorithms),
  keysUrl: text,
  anyTokenType: flag,
  clientsAsCallers: flag,
};

/** The members of `auth.stdio`. */
export const stdioForms = { id: text, scopes: texts, claims: object };

/** The members of `auth.introspection`; its secret comes from a variable. */
export const introspectionForms = { url: text, issuer: text, clientId: text, audiences: texts };

interface Reading {
  /** Name of the file for messages. */
  readonly where: string;
  /** The file's folder. */
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
}

const fail = (message: string): Error => new ConfigurationError(message);

/** @throws ConfigurationError naming the member, what was expected and what came */
export function readAuth(given: JsonObject, { where, folder, environment }: Reading): AuthSettings {
  const place = `"auth" of ${where}`;
  const {
    issuers = [],
    keys,
    introspection,
    verifier,
    stdio,
    scopes = [],
    hierarchy = {},
    access = {},
    visibility = 'all',
  } = readMembers(given, authForms, {
    where: place,
    fail,
  });
  if (issuers.length === 0 && !introspection && keys === undefined && verifier === undefined && !stdio) {
    throw fail(`${place}: nobody could call: it needs "issuers", "keys", "introspection", "verifier" or "stdio"`);
  }
  return {
    issuers: issuers.map((issuer, at) => readIssuer(issuer, `"auth.issuers[${at}]" of ${where}`)),
    keysFile: keys === undefined ? undefined : resolve(folder, keys),
    introspection: introspection && readIntrospection(introspection, `"auth.introspection" of ${where}`, environment),
    verifier: verifier === undefined ? undefined : resolve(folder, verifier),
    stdio: stdio && readStdio(stdio, `"auth.stdio" of ${where}`, hierarchy),
    scopes,
    hierarchy,
    access: readAccess(access, where),
    visibility,
  };
}

function readStdio(given: JsonObject, where: string, hierarchy: AuthSettings['hierarchy']): Principal {
  const { id, scopes, claims = {} } = readMembers(given, stdioForms, { where, fail });
  if (id === undefined) throw fail(`${where}: "id" is missing: the name of the caller`);
  return Object.freeze({ id, issuer: '', scopes: scopes ? expandScopes(hierarchy)(scopes) : 'every', claims });
}

function readIssuer(given: JsonObject, where: string): IssuerSettings {
  const members = readMembers(given, issuerForms, { where, fail });
  const { issuer, provider: named, audiences = [], algorithms, keysUrl } = members;
  const { anyTokenType = false, clientsAsCallers = false } = members;
  const provider: Provider = named === undefined ? standardProvider : providers[named];
  if (issuer === undefined) throw fail(`${where}: "issuer" is missing, such as "${provider.issuer}"`);
  requireSafe(issuer, `${where}: "issuer"`);
  if (keysUrl !== undefined) requireSafe(keysUrl, `${where}: "keysUrl"`);
  if (provider.audience === 'configured' && audiences.length === 0) {
    throw fail(`${where}: tokens of "${named}" name no address: "audiences" must say what they name instead`);
  }
  const relaxed: Provider = {
    ...provider,
    ...(anyTokenType && { type: 'any' }),
    ...(clientsAsCallers && { subject: 'client' }),
  };
  return { issuer, provider: relaxed, audiences, algorithms, keysUrl };
}

function readIntrospection(given: JsonObject, where: string, environment: NodeJS.ProcessEnv): IntrospectionSettings {
  const { url, issuer, clientId, audiences = [] } = readMembers(given, introspectionForms, { where, fail });
  if (url === undefined || issuer === undefined || clientId === undefined) {
    throw fail(`${where}: "url", "issuer" and "clientId" must be there`);
  }
  requireSafe(url, `${where}: "url"`);
  const clientSecret = readSecret('MCP_INTROSPECTION_SECRET', environment);
  if (!clientSecret) throw fail(`${where}: MCP_INTROSPECTION_SECRET must hold the secret of "${clientId}"`);
  return { url, issuer, clientId, clientSecret, audiences };
}

const loopbackNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

function requireSafe(url: string, what: string): void {
  const { protocol, hostname } = URL.canParse(url) ? new URL(url) : { protocol: '', hostname: '' };
  if (protocol === 'https:' || (protocol === 'http:' && loopbackNames.has(hostname))) return;
  throw fail(`${what} must be an https URL, or http on this machine, got "${url}"`);
}

function listOf<const Choice extends string>(choices: readonly Choice[]): MemberForm<readonly Choice[]> {
  const isChoice = (value: JsonValue): value is Choice => choices.some((choice) => choice === value);
  return {
    expected: `a list of ${choices.join(', ')}`,
    schema: { type: 'array', items: { enum: choices } },
    read: (value) => (Array.isArray(value) && value.every(isChoice) ? (value as Choice[]) : undefined),
  };
}
