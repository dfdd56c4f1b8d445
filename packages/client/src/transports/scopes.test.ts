import { expect, test } from 'vitest';
import { hasScopes, joinScopes, readWantedScope } from './scopes.js';

test.each([
  ['Bearer error="insufficient_scope", scope="a b"', 'a b'],
  ['bearer scope="a", resource_metadata="https://up.example/x", error="insufficient_scope"', 'a'],
  ['Basic realm="x", Bearer error=insufficient_scope, scope=a', 'a'],
  ['Bearer error="insufficient_scope", error_description="say \\"scope=b\\"", scope="a"', 'a'],
])('the scopes of %s are read', (challenge, scope) => {
  expect(readWantedScope(challenge)).toBe(scope);
});

test.each([
  undefined,
  '',
  'Bearer',
  'Bearer error="invalid_token", scope="a"',
  'Bearer error="insufficient_scope"',
  'Bearer error="insufficient_scope", scope=""',
  'Bearer error="insufficient_scope", scope="a\u0001b"',
  'Basic error="insufficient_scope", scope="a"',
  `Bearer error="insufficient_scope", scope="${'a'.repeat(1_025)}"`,
])('%s asks for no scope', (challenge) => {
  expect(readWantedScope(challenge)).toBeUndefined();
});

test('scope lists are joined without duplicates, and compared in any order', () => {
  expect(joinScopes('a b', undefined, 'b c')).toBe('a b c');
  expect(joinScopes(undefined, '')).toBeUndefined();
  expect([hasScopes('a b c', 'c a'), hasScopes('a', 'a b'), hasScopes(undefined, 'a')]).toEqual([true, false, false]);
});
