/**
 * The authorization servers whose ways are known, by the name that a configuration says.
 */
import type { Provider } from './provider.js';

/** RFC 9068 as it stands: holds where no provider is named. */
export const standardProvider: Provider = {
  issuer: '{issuer}',
  type: 'at+jwt',
  scopeClaims: ['scope'],
  clientClaims: ['client_id', 'azp'],
  audienceClaim: 'aud',
  audience: 'resource',
};

/** An ID token of these is told by its audience, which is the client; never name a client as an audience. */
const unmarked = { ...standardProvider, type: 'any' } as const;

export const providers = {
  /** Permissions of role-based access control stand beside scopes. The issuer ends with a slash. */
  auth0: { ...unmarked, issuer: 'https://{domain}/', scopeClaims: ['scope', 'permissions'], clientClaims: ['azp'] },
  /** Version 2.0 tokens. Scopes of users in `scp`, permissions of programs in `roles`; the audience is the application's id. */
  entra: {
    ...unmarked,
    issuer: 'https://login.microsoftonline.com/{tenant}/v2.0',
    mark: { claim: 'ver', value: '2.0' },
    scopeClaims: ['scp', 'roles'],
    clientClaims: ['azp', 'appid'],
    audience: 'configured',
  },
  /** ID tokens say `ID` in a claim `typ`. An audience mapper puts the address of the endpoint into `aud`. */
  keycloak: {
    ...unmarked,
    issuer: 'https://{domain}/realms/{realm}',
    mark: { claim: 'typ', value: 'Bearer' },
    clientClaims: ['azp', 'client_id'],
  },
  /** A custom authorization server: tokens of the organisation's own are opaque by contract. */
  okta: {
    ...unmarked,
    issuer: 'https://{domain}/oauth2/{server}',
    mark: { claim: 'cid' },
    scopeClaims: ['scp'],
    clientClaims: ['cid'],
    audience: 'configured',
  },
  /** Google issues no access tokens for others: these are ID tokens of service accounts, for the audience that was asked for. */
  google: { ...unmarked, issuer: 'https://accounts.google.com', scopeClaims: [], clientClaims: ['azp'] },
  /** There is no `aud` unless a resource was asked for; the client that a token was issued to stands in for it. */
  cognito: {
    ...unmarked,
    issuer: 'https://cognito-idp.{region}.amazonaws.com/{pool}',
    mark: { claim: 'token_use', value: 'access' },
    clientClaims: ['client_id'],
    audienceClaim: 'client_id',
    audience: 'configured',
  },
  workos: {
    ...unmarked,
    issuer: 'https://{domain}',
    scopeClaims: ['scope', 'permissions'],
    clientClaims: ['client_id'],
  },
  clerk: { ...unmarked, issuer: 'https://{domain}', scopeClaims: ['scope', 'scp'], clientClaims: ['client_id', 'azp'] },
  /** Every token of a project has the audience `authenticated`. */
  supabase: {
    ...unmarked,
    issuer: 'https://{project}.supabase.co/auth/v1',
    mark: { claim: 'role', value: 'authenticated' },
    clientClaims: ['client_id'],
    audience: 'configured',
  },
  descope: {
    ...unmarked,
    issuer: 'https://api.descope.com/v1/apps/{project}',
    scopeClaims: ['scope', 'permissions'],
    clientClaims: ['azp', 'client_id'],
  },
} as const satisfies Readonly<Record<string, Provider>>;

export type ProviderName = keyof typeof providers;

/** In the order of the table. */
export const providerNames = Object.keys(providers) as readonly ProviderName[];
