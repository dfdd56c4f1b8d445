/**
 * The claims of each provider's access token, as its documentation shows them, and the principal they produce.
 *
 * `iss` is left out: tests fill in their own issuer. Ids and names are invented.
 */
import type { JsonObject } from '@sigil/core';
import type { ProviderName } from './providers.data.js';

export interface ProviderToken {
  readonly header: Readonly<Record<string, string>>;
  readonly claims: JsonObject;
  /** Audiences set by the operator, for a provider that cannot issue tokens for an address. */
  readonly audiences: readonly string[];
  readonly principal: { readonly id: string; readonly client?: string; readonly scopes: readonly string[] };
  /** Claims of an ID token of the same provider, which must be refused. */
  readonly idToken: JsonObject;
}

const endpoint = 'https://mcp.example.com/mcp/orders';
const jwt = { typ: 'JWT' };

export const providerTokens: Readonly<Record<ProviderName, ProviderToken>> = {
  auth0: {
    header: jwt,
    claims: {
      sub: 'auth0|65a1f0',
      aud: [endpoint, 'https://tenant.eu.auth0.com/userinfo'],
      azp: 'my_client',
      scope: 'openid profile orders:read',
      permissions: ['orders:read', 'orders:write'],
    },
    audiences: [],
    principal: {
      id: 'auth0|65a1f0',
      client: 'my_client',
      scopes: ['openid', 'profile', 'orders:read', 'orders:write'],
    },
    idToken: { sub: 'auth0|65a1f0', aud: 'my_client', nonce: 'n' },
  },
  entra: {
    header: jwt,
    claims: {
      aud: '11111111-2222-3333-4444-555555555555',
      azp: 'aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee',
      azpacr: '0',
      oid: '99999999-0000-0000-0000-000000000000',
      scp: 'orders.read orders.write',
      sub: 'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ',
      tid: '77777777-0000-0000-0000-000000000000',
      ver: '2.0',
    },
    audiences: ['11111111-2222-3333-4444-555555555555'],
    principal: {
      id: 'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ',
      client: 'aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee',
      scopes: ['orders.read', 'orders.write'],
    },
    idToken: { aud: 'aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee', sub: 'AAAA', ver: '2.0', preferred_username: 'ann' },
  },
  keycloak: {
    header: jwt,
    claims: {
      jti: 'onrtac:1',
      aud: [endpoint, 'account'],
      sub: 'f:1:ann',
      typ: 'Bearer',
      azp: 'my-client',
      realm_access: { roles: ['offline_access'] },
      scope: 'orders:read email',
    },
    audiences: [],
    principal: { id: 'f:1:ann', client: 'my-client', scopes: ['orders:read', 'email'] },
    idToken: { aud: endpoint, sub: 'f:1:ann', typ: 'ID', azp: 'my-client' },
  },
  okta: {
    header: {},
    claims: {
      ver: 1,
      jti: 'AT.0mP4JKAZX1iACIT4vbEDF7LpvDVjxypPMf0D7uX39RE',
      aud: 'api://default',
      cid: 'nmdP1fcyvdVO11AL7ECm',
      uid: '00ugmjc7fKjN4HuFj0h7',
      scp: ['openid', 'orders'],
      sub: 'ann@example.com',
    },
    audiences: ['api://default'],
    principal: { id: 'ann@example.com', client: 'nmdP1fcyvdVO11AL7ECm', scopes: ['openid', 'orders'] },
    idToken: { ver: 1, aud: 'api://default', sub: '00ugmjc7fKjN4HuFj0h7', amr: ['pwd'] },
  },
  google: {
    header: jwt,
    claims: {
      aud: endpoint,
      azp: '112010400000000710080',
      email: 'worker@project.iam.gserviceaccount.com',
      email_verified: true,
      sub: '112010400000000710080',
    },
    audiences: [],
    principal: { id: '112010400000000710080', client: '112010400000000710080', scopes: [] },
    idToken: { aud: '32555940559.apps.googleusercontent.com', sub: '112010400000000710080' },
  },
  cognito: {
    header: {},
    claims: {
      sub: 'aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee',
      client_id: 'xxxxxxxxxxxxexample',
      token_use: 'access',
      scope: 'orders/read orders/write',
      username: 'ann',
      version: 2,
    },
    audiences: ['xxxxxxxxxxxxexample'],
    principal: {
      id: 'aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee',
      client: 'xxxxxxxxxxxxexample',
      scopes: ['orders/read', 'orders/write'],
    },
    idToken: { sub: 'aaaaaaaa', aud: 'xxxxxxxxxxxxexample', token_use: 'id' },
  },
  workos: {
    header: jwt,
    claims: {
      aud: endpoint,
      sub: 'user_01HBEQ',
      client_id: 'client_01HBEQ',
      sid: 'session_01HQSX',
      org_id: 'org_01HRDM',
      role: 'member',
      permissions: ['orders:read'],
    },
    audiences: [],
    principal: { id: 'user_01HBEQ', client: 'client_01HBEQ', scopes: ['orders:read'] },
    idToken: { aud: 'client_01HBEQ', sub: 'user_01HBEQ' },
  },
  clerk: {
    header: jwt,
    claims: { aud: [endpoint], client_id: 'oa_client', sub: 'user_2abc', scope: 'openid orders:read', jti: 'oat_1' },
    audiences: [],
    principal: { id: 'user_2abc', client: 'oa_client', scopes: ['openid', 'orders:read'] },
    idToken: { aud: 'oa_client', sub: 'user_2abc', nonce: 'n' },
  },
  supabase: {
    header: jwt,
    claims: {
      aud: 'authenticated',
      role: 'authenticated',
      sub: '123e4567-e89b-12d3-a456-426614174000',
      client_id: '9a8b7c6d-5e4f-3a2b-1c0d-9e8f7a6b5c4d',
      aal: 'aal1',
      session_id: 'a-session',
      is_anonymous: false,
    },
    audiences: ['authenticated'],
    principal: {
      id: '123e4567-e89b-12d3-a456-426614174000',
      client: '9a8b7c6d-5e4f-3a2b-1c0d-9e8f7a6b5c4d',
      scopes: [],
    },
    idToken: { aud: '9a8b7c6d-5e4f-3a2b-1c0d-9e8f7a6b5c4d', sub: '123e4567-e89b-12d3-a456-426614174000' },
  },
  descope: {
    header: jwt,
    claims: { aud: [endpoint], azp: 'UDI2', sub: 'U2abc', scope: 'orders:read', permissions: ['Impersonate'] },
    audiences: [],
    principal: { id: 'U2abc', client: 'UDI2', scopes: ['orders:read', 'Impersonate'] },
    idToken: { aud: ['UDI2'], sub: 'U2abc' },
  },
};
