import { expect, test } from 'vitest';
import { mostScopeCharacters, readMissingScopes } from './missing-scopes.js';

const insufficient = 'Bearer error="insufficient_scope"';

test.each([
  ['two scopes', `${insufficient}, scope="files:read files:write"`, ['files:read', 'files:write']],
  ['members in another order', 'Bearer scope="a", error="insufficient_scope", resource_metadata="x"', ['a']],
  ['a token without quotes', 'Bearer error=insufficient_scope, scope="a"', ['a']],
  ['a scope twice', `${insufficient}, scope="a a  b"`, ['a', 'b']],
])('%s', (_name, challenge, scopes) => {
  expect(readMissingScopes(challenge)).toEqual(scopes);
});

test.each([
  ['no challenge', undefined],
  ['another error', 'Bearer error="invalid_token", scope="a"'],
  ['an error that only begins alike', 'Bearer error="insufficient_scopes", scope="a"'],
  ['no scopes', insufficient],
  ['an empty list', `${insufficient}, scope=" "`],
  ['a member that only ends alike', `${insufficient}, x_scope="a"`],
  ['more than a user could be asked for', `${insufficient}, scope="${'a '.repeat(mostScopeCharacters)}"`],
])('%s names none', (_name, challenge) => {
  expect(readMissingScopes(challenge)).toBeUndefined();
});
