/**
 * Opens the credentials of an upstream server: those of this server itself, with which lists are read, and those of its callers where
 * each has its own.
 */
import type { Principal } from '@sigil/core/engine';
import type { Authorization } from './credentials/authorization.js';
import type { CallerCredentials } from './credentials/caller-credentials.js';
import { ClientCredentialsGrant } from './credentials/client-credentials.js';
import type { ClientCredentialsAuth, OAuthAuth, OwnAuth, TokenExchangeAuth } from './credentials/remote-auth.js';
import { ExchangedTokens } from './credentials/token-exchange.js';
import type { TokenClient } from './credentials/token-endpoint.js';
import { fillVariables, type Environment } from './fill-variables.js';
import { RemoteConfigurationError, type RemoteConfiguration } from './remote-configuration.js';
import { openSafeFetch } from './sign-in/safe-fetch.js';
import type { SignIns } from './sign-in/sign-ins.js';
import type { UserTokens } from './sign-in/user-tokens.js';

/** The surroundings of credentials. */
export interface AccessOptions {
  /** The server's name. */
  readonly name: string;
  readonly environment: Environment;
  /** The token that a caller came with; it goes to authorization servers for exchange only. */
  readonly callerToken?: ((principal: Principal) => string | undefined) | undefined;
  /** Where callers sign in. */
  readonly signIns?: SignIns | undefined;
  readonly onSignedIn: () => void;
}

/** The credentials of an upstream server. */
export interface Access {
  readonly ownHeaders: Readonly<Record<string, string>>;
  readonly own: Authorization | undefined;
  /** Absent where all callers share the credentials of this server. */
  readonly callers: CallerCredentials | undefined;
  /** Absent where nobody signs in. */
  readonly users: UserTokens | undefined;
}

/** @throws RemoteConfigurationError when a variable is missing, or what the credentials need is not there */
export function openAccess(configuration: RemoteConfiguration, options: AccessOptions): Access {
  const { auth } = configuration;
  if (auth.kind === 'tokenExchange') return exchangedAccess(configuration, auth, options);
  if (auth.kind === 'oauth') return signedInAccess(configuration, auth, options);
  return { ...ownAccess(configuration, auth, options), callers: undefined, users: undefined };
}

function ownAccess(
  configuration: RemoteConfiguration,
  auth: OwnAuth,
  { environment }: AccessOptions,
): Pick<Access, 'own' | 'ownHeaders'> {
  if (auth.kind === 'clientCredentials') return { own: grantOf(configuration, auth, environment), ownHeaders: {} };
  if (auth.kind === 'bearer')
    return {
      own: undefined,
      ownHeaders: { authorization: `Bearer ${fillVariables(auth.token, 'auth.token', environment)}` },
    };
  if (auth.kind === 'header')
    return {
      own: undefined,
      ownHeaders: { [auth.name.toLowerCase()]: fillVariables(auth.value, 'auth.value', environment) },
    };
  return { own: undefined, ownHeaders: {} };
}

/** One for all connections to the upstream: they share the token. */
function grantOf(
  configuration: RemoteConfiguration,
  auth: ClientCredentialsAuth | TokenExchangeAuth,
  environment: Environment,
): ClientCredentialsGrant {
  const { scope, resource = urlOf(configuration, environment) } = auth;
  return new ClientCredentialsGrant({ ...clientOf(configuration, auth, environment), scope, resource });
}

function exchangedAccess(configuration: RemoteConfiguration, auth: TokenExchangeAuth, options: AccessOptions): Access {
  const { environment, callerToken } = options;
  if (!callerToken)
    throw new RemoteConfigurationError([describeLack(auth.kind, 'callers who come with tokens ("auth")')]);
  const { scope, audience, resource = audience === undefined ? urlOf(configuration, environment) : undefined } = auth;
  const client = { ...clientOf(configuration, auth, environment), scope, resource, audience };
  const own = auth.lists
    ? ownAccess(configuration, auth.lists, options)
    : { own: grantOf(configuration, auth, environment), ownHeaders: {} };
  return { ...own, callers: new ExchangedTokens(client, callerToken), users: undefined };
}

function signedInAccess(configuration: RemoteConfiguration, auth: OAuthAuth, options: AccessOptions): Access {
  const { name, environment, signIns, onSignedIn } = options;
  if (!signIns)
    throw new RemoteConfigurationError([
      describeLack(auth.kind, 'pages where users sign in, which a server over HTTP has'),
    ]);
  const { clientId, clientSecret } = auth;
  const users = signIns.open({
    name,
    url: urlOf(configuration, environment),
    auth: {
      ...auth,
      ...(clientId === undefined ? {} : { clientId: fillVariables(clientId, 'auth.clientId', environment) }),
      ...(clientSecret === undefined
        ? {}
        : { clientSecret: fillVariables(clientSecret, 'auth.clientSecret', environment) }),
    },
    fetch: openSafeFetch({ timeoutMs: configuration.connectTimeoutMs, allowPrivate: configuration.allowPrivate }),
    signInMs: configuration.signInMs,
    maxStepUps: configuration.maxStepUps,
    onSignedIn,
  });
  const own = auth.lists ? ownAccess(configuration, auth.lists, options) : { own: users.openLast(), ownHeaders: {} };
  return { ...own, callers: users, users };
}

function clientOf(
  { connectTimeoutMs }: RemoteConfiguration,
  { tokenUrl, issuer, clientId, clientSecret }: ClientCredentialsAuth | TokenExchangeAuth,
  environment: Environment,
): TokenClient {
  return {
    tokenUrl,
    issuer,
    clientId: fillVariables(clientId, 'auth.clientId', environment),
    clientSecret: fillVariables(clientSecret, 'auth.clientSecret', environment),
    timeoutMs: connectTimeoutMs,
  };
}

function urlOf({ url = '' }: RemoteConfiguration, environment: Environment): string {
  return fillVariables(url, 'url', environment);
}

function describeLack(kind: string, needed: string): string {
  return `remote: "auth" of the kind "${kind}" needs ${needed}`;
}
