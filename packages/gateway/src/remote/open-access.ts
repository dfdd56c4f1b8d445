/**
 * Opens the credentials at an upstream server: this server's own, for reading lists, and those of its callers if each has its own.
 */
import type { Principal } from '@sigil/core/engine';
import { type Authorization, proxyFor } from '@sigil/client/internal';
import type { CallerCredentials } from './credentials/caller-credentials.js';
import { ClientCredentialsGrant } from './credentials/client-credentials.js';
import {
  documentUrl,
  isDocumentUrl,
  safeUrl,
  type ClientCredentialsAuth,
  type OAuthAuth,
  type OwnAuth,
  type RemoteAuth,
  type TokenExchangeAuth,
} from './credentials/remote-auth.js';
import { ExchangedTokens } from './credentials/token-exchange.js';
import { isSafeUrl, type TokenClient } from './credentials/token-endpoint.js';
import { fillHeader, fillVariables, type Environment } from './fill-variables.js';
import { RemoteConfigurationError, type RemoteConfiguration } from './remote-configuration.js';
import { openSafeFetch } from './sign-in/safe-fetch.js';
import type { SignIns } from './sign-in/sign-ins.js';
import type { UserTokens } from './sign-in/user-tokens.js';

/** The dependencies of credentials. */
export interface AccessOptions {
  /** The server's name. */
  readonly name: string;
  readonly environment: Environment;
  /** The token that a caller came with; it is sent only to authorization servers, for exchange. */
  readonly callerToken?: ((principal: Principal) => string | undefined) | undefined;
  /** The service with which callers sign in. */
  readonly signIns?: SignIns | undefined;
  readonly onSignedIn: () => void;
}

/** The credentials at an upstream server. */
export interface Access {
  readonly ownHeaders: Readonly<Record<string, string>>;
  readonly own: Authorization | undefined;
  /** Absent if all callers share this server's credentials. */
  readonly callers: CallerCredentials | undefined;
  /** Absent if callers do not sign in. */
  readonly users: UserTokens | undefined;
}

/** @throws RemoteConfigurationError when a variable or something else that the credentials need is missing */
export function openAccess(configuration: RemoteConfiguration, options: AccessOptions): Access {
  const { auth } = configuration;
  if (auth.kind === 'tokenExchange') return exchangedAccess(configuration, auth, options);
  if (auth.kind === 'oauth') return signedInAccess(configuration, auth, options);
  return { ...ownAccess(configuration, auth, 'auth', options), callers: undefined, users: undefined };
}

/** @param member of the configuration that has these credentials of this server */
function ownAccess(
  configuration: RemoteConfiguration,
  auth: OwnAuth,
  member: string,
  { environment }: AccessOptions,
): Pick<Access, 'own' | 'ownHeaders'> {
  if (auth.kind === 'clientCredentials')
    return { own: grantOf(configuration, filled(auth, member, environment), environment), ownHeaders: {} };
  if (auth.kind === 'bearer')
    return {
      own: undefined,
      ownHeaders: { authorization: `Bearer ${fillHeader(auth.token, `${member}.token`, environment)}` },
    };
  if (auth.kind === 'header')
    return {
      own: undefined,
      ownHeaders: { [auth.name.toLowerCase()]: fillHeader(auth.value, `${member}.value`, environment) },
    };
  return { own: undefined, ownHeaders: {} };
}

/** Makes one grant for all connections to the upstream, which share its token. @param auth with its variables filled in */
function grantOf(
  configuration: RemoteConfiguration,
  auth: ClientCredentialsAuth | TokenExchangeAuth,
  environment: Environment,
): ClientCredentialsGrant {
  const { scope, resource = urlOf(configuration, environment) } = auth;
  return new ClientCredentialsGrant({ ...clientOf(configuration, auth), scope, resource });
}

function exchangedAccess(configuration: RemoteConfiguration, given: TokenExchangeAuth, options: AccessOptions): Access {
  const { environment, callerToken } = options;
  if (!callerToken)
    throw new RemoteConfigurationError([describeLack(given.kind, 'callers who come with tokens ("auth")')]);
  const auth = filled(given, 'auth', environment);
  const { scope, audience, resource = audience === undefined ? urlOf(configuration, environment) : undefined } = auth;
  const client = { ...clientOf(configuration, auth), scope, resource, audience };
  const own = auth.lists
    ? ownAccess(configuration, auth.lists, 'auth.lists', options)
    : { own: grantOf(configuration, auth, environment), ownHeaders: {} };
  return { ...own, callers: new ExchangedTokens(client, callerToken), users: undefined };
}

function signedInAccess(configuration: RemoteConfiguration, given: OAuthAuth, options: AccessOptions): Access {
  const { name, environment, signIns, onSignedIn } = options;
  if (!signIns) throw new RemoteConfigurationError([describeLack(given.kind, 'pages where users sign in')]);
  const auth = filled(given, 'auth', environment);
  const users = signIns.open({
    name,
    url: urlOf(configuration, environment),
    auth,
    fetch: openSafeFetch({
      timeoutMs: configuration.connectTimeoutMs,
      allowPrivate: configuration.allowPrivate,
      isProxied: (it) => proxyFor(it, environment) !== undefined,
    }),
    signInMs: configuration.signInMs,
    maxStepUps: configuration.maxStepUps,
    onSignedIn,
  });
  const own = auth.lists
    ? ownAccess(configuration, auth.lists, 'auth.lists', options)
    : { own: users.openLast(), ownHeaders: {} };
  return { ...own, callers: users, users };
}

/** Checked after filling, since a variable may replace any part of a URL. */
const urlForms: Readonly<Record<string, { readonly expected: string; fits(url: string): boolean }>> = {
  tokenUrl: { expected: safeUrl, fits: isSafeUrl },
  issuer: { expected: safeUrl, fits: isSafeUrl },
  clientMetadataUrl: { expected: documentUrl, fits: isDocumentUrl },
};

/** Fills the variables of every string, except in `lists`, which is filled when it is read. */
function filled<Auth extends RemoteAuth>(auth: Auth, member: string, environment: Environment): Auth {
  const texts = Object.entries(auth).map(([name, value]): [string, unknown] => [
    name,
    typeof value === 'string' ? fillVariables(value, `${member}.${name}`, environment) : value,
  ]);
  const whole = Object.fromEntries(texts) as unknown as Auth; // the same members
  for (const [name, value] of texts) {
    const form = urlForms[name];
    if (form && !form.fits(String(value)))
      throw new RemoteConfigurationError([`remote: "${member}.${name}" must be ${form.expected}`]);
  }
  return whole;
}

/** @param auth with its variables filled in */
function clientOf(
  { connectTimeoutMs }: RemoteConfiguration,
  { tokenUrl, issuer, clientId, clientSecret }: ClientCredentialsAuth | TokenExchangeAuth,
): TokenClient {
  return { tokenUrl, issuer, clientId, clientSecret, timeoutMs: connectTimeoutMs };
}

function urlOf({ url = '' }: RemoteConfiguration, environment: Environment): string {
  return fillVariables(url, 'url', environment);
}

function describeLack(kind: string, needed: string): string {
  return `remote: "auth" of the kind "${kind}" needs ${needed}`;
}
