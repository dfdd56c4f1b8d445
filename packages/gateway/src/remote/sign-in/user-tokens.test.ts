import { principalKey, type Principal } from '@sigil/core/engine';
import { expect, test } from 'vitest';
import type { FlowMemory } from './oauth-flow.js';
import { openMemorySecrets } from './secret-store.js';
import { UserTokens } from './user-tokens.js';

const ann: Principal = { id: 'ann', issuer: 'https://as.example.com', scopes: 'every', claims: {} };
const key = principalKey(ann);
const never = (): never => {
  throw new Error('nobody is asked here');
};

/** The tokens of a user who was asked for the scopes and got the granted ones. */
async function openTokens(memory: Pick<FlowMemory, 'scope'>, granted?: string) {
  const tokens = new UserTokens({
    server: 'up',
    client: never,
    secrets: openMemorySecrets(),
    linkFor: never,
    now: Date.now,
  });
  const got = { access_token: 'first', token_type: 'Bearer', ...(granted === undefined ? {} : { scope: granted }) };
  await tokens.keep(key, { ...memory, tokens: got });
  const authorization = tokens.open(ann);
  await authorization.value();
  const refuse = (status: number, missingScopes?: readonly string[]) =>
    tokens.renew({ principal: ann, authorization, status, missingScopes });
  const isSignedIn = async () => (await Promise.resolve(authorization.value()).catch(() => undefined)) !== undefined;
  return { tokens, refuse, isSignedIn };
}

test.each([
  ['asked for', { scope: 'read list' }, undefined],
  ['got', {}, 'read list'],
])('missing scopes are asked for beside those that the user was %s before', async (_which, memory, granted) => {
  const { tokens, refuse, isSignedIn } = await openTokens(memory, granted);

  expect(await refuse(403, ['write', 'read'])).toBe(true);

  expect(await tokens.wantedScope(key)).toBe('read list write');
  expect(await isSignedIn()).toBe(false);
});

test('scopes that the user was asked for before are not asked for again', async () => {
  const { tokens, refuse, isSignedIn } = await openTokens({ scope: 'read write' }, 'read');

  expect(await refuse(403, ['write'])).toBe(false);

  expect(await tokens.wantedScope(key)).toBeUndefined();
  expect(await isSignedIn()).toBe(true);
});

test('calls that lack different scopes at the same time ask for all of them', async () => {
  const { tokens, refuse } = await openTokens({ scope: 'read' });

  expect(await refuse(403, ['write'])).toBe(true);
  expect(await refuse(403, ['delete'])).toBe(true);

  expect(await tokens.wantedScope(key)).toBe('read write delete');
});

test('a call that is forbidden for another reason leaves the user signed in', async () => {
  const { refuse, isSignedIn } = await openTokens({ scope: 'read' });

  expect(await refuse(403)).toBe(false);
  expect(await isSignedIn()).toBe(true);
});

test('a token that is refused is given up, and the user signs in again', async () => {
  const { refuse, isSignedIn } = await openTokens({ scope: 'read' });

  expect(await refuse(401)).toBe(true);
  expect(await isSignedIn()).toBe(false);
});
