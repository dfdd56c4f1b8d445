import type { JsonObject } from '@sigil/core';
import { describe, expect, test } from 'vitest';
import { openTestIssuer, type TestIssuer } from '../issuer.test-support.js';
import { openAuthenticator } from '../open-authenticator.js';
import { describeResource } from '../resource/protected-resource.js';
import { providerTokens } from './provider-tokens.test-support.js';
import { providerNames, providers } from './providers.data.js';

const resource = describeResource('https://mcp.example.com', '/mcp/orders');

describe.each(providerNames)('%s', (name) => {
  const { header, claims, audiences, principal, idToken } = providerTokens[name];
  // Removes the members that a test issuer adds by default.
  const bare = { client_id: null, scope: null };

  async function ask(given: JsonObject): Promise<unknown> {
    const issuer: TestIssuer = await openTestIssuer();
    const issuers = [{ issuer: issuer.url, provider: providers[name], audiences }];
    const token = await issuer.sign({ ...bare, ...given }, { typ: '', ...header });
    return openAuthenticator({ issuers }).authenticate(
      { authorization: `Bearer ${token}`, url: '/', address: undefined },
      resource,
    );
  }

  test('an access token authenticates as a principal with its scopes', async () => {
    expect(await ask(claims)).toMatchObject(principal);
  });

  test('a token for somebody else is refused', async () => {
    const others = { aud: 'https://other.example', ...(claims['client_id'] ? { client_id: 'another-client' } : {}) };

    expect(await ask({ ...claims, ...others })).toMatchObject({ status: 401 });
  });

  test('an ID token is refused', async () => {
    expect(await ask(idToken)).toMatchObject({ status: 401 });
  });
});
