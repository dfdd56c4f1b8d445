/**
 * The authorization servers whose token formats are known, by their name in a configuration.
 */
import type { Provider } from './provider.js';

/** The rules of RFC 9068; used when no provider is named. */
export const standardProvider: Provider = {
  issuer: '{issuer}',
  type: 'at+jwt',
  scopeClaims: ['scope'],
  clientClaims: ['client_id', 'azp'],
  subject: 'required',
  audienceClaim: 'aud',
  audience: 'resource',
};

/** ID tokens of these providers differ only by their audience, which is the client; never configure a client as an audience. */
const unmarked = { ...standardProvider, type: 'any', subject: 'client' } as const;

export const providers = {
  /** Role-based permissions stand beside scopes. The issuer ends with a slash. */
  auth0: { ...unmarked, issuer: 'https://{domain}/', scopeClaims: ['scope', 'permissions'], clientClaims: ['azp'] },
  /** Version 2.0 tokens: user scopes in `scp`, application permissions in `roles`; the audience is the application id. */
  entra: {
    ...unmarked,
    issuer: 'https://login.microsoftonline.com/{tenant}/v2.0',
    mark: { claim: 'ver', value: '2.0' },
    scopeClaims: ['scp', 'roles'],
    clientClaims: ['azp', 'appid'],
    audience: 'configured',
  },
  /** ID tokens have `ID` in the claim `typ`. An audience mapper puts the endpoint's address into `aud`. */
  keycloak: {
    ...unmarked,
    issuer: 'https://{domain}/realms/{realm}',
    mark: { claim: 'typ', value: 'Bearer' },
    clientClaims: ['azp', 'client_id'],
  },
  /** Requires a custom authorization server: tokens of the organisation's own server are opaque by contract. */
  okta: {
    ...unmarked,
    issuer: 'https://{domain}/oauth2/{server}',
    mark: { claim: 'cid' },
    scopeClaims: ['scp'],
    clientClaims: ['cid'],
    audience: 'configured',
  },
  /** Google issues no access tokens for third parties: these are ID tokens of service accounts, for the requested audience. */
  google: { ...unmarked, issuer: 'https://accounts.google.com', scopeClaims: [], clientClaims: ['azp'] },
  /** `aud` is present only if a resource was requested; otherwise the client id stands in for it. */
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

/** Provider names, in the order of the table. */
export const providerNames = Object.keys(providers) as readonly ProviderName[];
