import { localPrincipal } from '@sigil/core/engine';
import { expect, test } from 'vitest';
import { describeDenial } from './describe-denial.js';
import { openProtectedUpstream } from './protected-upstream.test-support.js';
import { openMemorySecrets } from './secret-store.js';
import { SignIns } from './sign-ins.js';

const issuer = 'https://login.example';
const denied = 'you did not sign in: the authorization server gave no access';

test.each([
  ['error=access_denied&error_description=no', denied],
  ['', denied],
  ['error=%3Cb%3E', denied],
  ['error=invalid_scope', 'the authorization server refused the sign-in with "invalid_scope"'],
  [
    'error=invalid_target&error_description=unknown%20resource%1B%5B1m',
    'the authorization server refused the sign-in with "invalid_target" (unknown resource\\u{1b}[1m)',
  ],
])('%j is told as: %s', (answer, words) => {
  expect(describeDenial(new URLSearchParams(answer), { issuer })).toBe(words);
});

test.each([
  ['iss=https://other.example', { issuer }, false],
  [`iss=${issuer}`, { issuer }, true],
  ['', { issuer, authorization_response_iss_parameter_supported: true }, false],
  ['', undefined, true],
])('with %j from %j, the words of the answer are shown: %s', (iss, server, isShown) => {
  const words = describeDenial(new URLSearchParams(`error=invalid_scope&${iss}`), server);

  expect(words.includes('invalid_scope')).toBe(isShown);
});

test('a user who comes back with an error is told which', async () => {
  const upstream = await openProtectedUpstream({});
  const signIns = new SignIns({ secrets: openMemorySecrets(), baseUrl: () => 'http://127.0.0.1:1/oauth' });
  const limits = { signInMs: 600_000, maxStepUps: 1 };
  const rest = { auth: { kind: 'oauth' as const }, fetch, ...limits, onSignedIn: () => undefined };
  signIns.open({ name: 'up', url: upstream.url, ...rest });
  const ticket = new URL(await signIns.linkOf('up', localPrincipal)).searchParams.get('ticket') ?? '';
  const page = await signIns.begin(ticket);
  const { origin } = new URL(upstream.url);
  const state = page.searchParams.get('state') ?? '';

  const answer = new URLSearchParams({
    error: 'invalid_scope',
    error_description: 'no "base" here',
    state,
    iss: origin,
  });

  await expect(signIns.finish(ticket, answer)).rejects.toThrow(
    'refused the sign-in with "invalid_scope" (no "base" here)',
  );
});
