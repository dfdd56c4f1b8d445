/**
 * Builds authentication from the operator's configuration. Loaded only when it is configured.
 */
import { pathToFileURL } from 'node:url';
import type { Principal } from '@sigil/core/engine';
import {
  insufficientScope,
  openAuthenticator,
  type Authenticator,
  type ProtectedResource,
  type VerifyToken,
} from '@sigil/auth';
import type { Authenticate, DenyScopes, HttpEndpoint } from '@sigil/transport-http';
import type { AuthSettings } from '../configuration/auth-settings.js';
import { ConfigurationError } from '../configuration/configuration-error.js';
import type { ServingConfiguration } from '../configuration/serving-configuration.js';
import type { ServingLog } from '../log/server-log.js';
import { callerAddress } from './caller-address.js';
import { openMetadataEndpoint } from './metadata-endpoint.js';

/** Authenticates the callers of one endpoint, and writes the challenge for missing scopes. */
export interface EndpointAuthentication {
  readonly authenticate: Authenticate;
  readonly denyScopes: DenyScopes;
}

/** Authentication for the endpoints of a server. */
export interface Authentication {
  /**
   * @param path of an endpoint, which its other transports share
   * @param shortPath a second path of the same endpoint, which is a separate resource
   */
  at(path: string, shortPath?: string): EndpointAuthentication;
  /** Authenticates readers of an endpoint's pages, by tokens for either of its paths. */
  ofPages(path: string, shortPath?: string): Authenticate;
  /** Returns the token that a caller came with, only for exchange at an authorization server; `undefined` for an API key. */
  tokenOf(principal: Principal): string | undefined;
  /**
   * Returns the metadata endpoint of the resource at a path, under each path where clients look for it.
   *
   * @param scopes called for each request, since a swap may change the scopes that the endpoint's components need
   */
  metadataAt(path: string, scopes: () => readonly string[]): readonly (readonly [string, HttpEndpoint])[];
}

/** The dependencies of authentication. */
export interface AuthenticationParts {
  readonly configuration: Pick<ServingConfiguration, 'publicUrl' | 'isTrustedProxy'> & { readonly auth: AuthSettings };
  readonly log: ServingLog;
  /** The URL at which the server listens, once it listens. */
  readonly url: () => string;
}

const wellKnown = '/.well-known/oauth-protected-resource';

/**
 * Opens authentication. Fetches the keys of every issuer in the background, so that a wrong address shows at start.
 *
 * @throws ConfigurationError when the operator's verifier cannot be loaded, or no caller could be accepted
 */
export async function openAuthentication({ configuration, log, url }: AuthenticationParts): Promise<Authentication> {
  const { auth, publicUrl, isTrustedProxy = () => false } = configuration;
  const { verifier, ...rest } = auth;
  const hasVerifier =
    auth.issuers.length > 0 || auth.introspection || auth.keysFile !== undefined || verifier !== undefined;
  if (!hasVerifier) throw new ConfigurationError('"auth" says who calls over stdio only: over HTTP nobody could call');
  const verifyToken = verifier === undefined ? undefined : await loadVerifier(verifier);
  const authenticator = openAuthenticator({ ...rest, verifyToken, onProblem: (error) => log.failure('auth', error) });
  void authenticator.probe();
  const resourceAt = resources(authenticator, () => publicUrl ?? url(), auth.scopes);
  const authenticateFor =
    (resourceOf: (asked: string | undefined) => ProtectedResource): Authenticate =>
    ({ authorization, url: asked, address, forwardedFor }) => {
      const caller = callerAddress(address, forwardedFor, isTrustedProxy);
      return authenticator.authenticate({ authorization, url: asked, address: caller }, resourceOf(asked));
    };
  return {
    at: (path, shortPath) => {
      const whole = resourceAt(path);
      const short = shortPath === undefined ? undefined : resourceAt(shortPath);
      const resourceOf = (asked: string | undefined): ProtectedResource =>
        short && asked !== undefined && pathOf(asked) === shortPath ? short() : whole();
      return {
        authenticate: authenticateFor(resourceOf),
        denyScopes: (scopes, asked) => insufficientScope(resourceOf(asked), scopes),
      };
    },
    ofPages: (path, shortPath) => {
      const whole = resourceAt(path);
      const short = shortPath === undefined ? undefined : resourceAt(shortPath);
      return authenticateFor(() => (short ? { ...whole(), aliases: [short().uri] } : whole()));
    },
    tokenOf: (principal) => authenticator.tokenOf(principal),
    metadataAt: (path, scopes) => {
      const resource = resourceAt(path);
      const endpoint = openMetadataEndpoint(() => authenticator.metadataOf(resource(), scopes()));
      // A proxy may strip the path of the public address or keep it.
      const prefix = publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/$/, '');
      const places = new Set([`${wellKnown}${path}`, `${wellKnown}${prefix}${path}`]);
      const hasServers = auth.issuers.length > 0 || auth.introspection !== undefined;
      return hasServers ? [...places].map((place) => [place, endpoint] as const) : [];
    },
  };
}

/** Describes each resource once, and only after the server listens. */
function resources(
  authenticator: Authenticator,
  publicUrl: () => string,
  scopes: readonly string[],
): (path: string) => () => ProtectedResource {
  return (path) => {
    let resource: ProtectedResource | undefined;
    return () => (resource ??= authenticator.resourceAt(publicUrl(), path, scopes));
  };
}

function pathOf(url: string): string {
  const query = url.indexOf('?');
  return (query === -1 ? url : url.slice(0, query)).replace(/\/$/, '');
}

async function loadVerifier(file: string): Promise<VerifyToken> {
  let module: { readonly default?: unknown };
  try {
    module = (await import(pathToFileURL(file).href)) as { readonly default?: unknown };
  } catch (cause) {
    throw new ConfigurationError(`"auth.verifier": "${file}" cannot be loaded`, { cause });
  }
  if (typeof module.default === 'function') return module.default as VerifyToken;
  throw new ConfigurationError(`"auth.verifier": "${file}" must export a function by default`);
}
