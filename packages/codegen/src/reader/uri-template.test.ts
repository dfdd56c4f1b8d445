import { expect, test } from 'vitest';
import { parseUri } from './uri-template.js';

test.each([
  ['weather://stations', []],
  ['weather://{station}/now', ['station']],
  ['file:///{+path}', ['path']],
  ['a:{x}-{y_2}', ['x', 'y_2']],
])('%s has the variables %j', (uri, variables) => {
  expect(parseUri(uri)).toEqual({ variables, listed: uri });
});

test.each([
  ['a://find{?q,limit}', ['q', 'limit']],
  ['a://find?kind=b{&page}', ['page']],
  ['a://{b}/find{?q}', ['b', 'q']],
  ['a://{b}?c={c}{&d}', ['b', 'c', 'd']],
])('%s has the variables %j', (uri, variables) => {
  expect(parseUri(uri)).toMatchObject({ variables });
});

test.each([
  ['a://my notes', 'a://my%20notes'],
  ['a://café/{naïve_}', undefined],
  ['a://café/{name}', 'a://caf%C3%A9/{name}'],
  ['a://caf%C3%A9/{name}', 'a://caf%C3%A9/{name}'],
  ['a://b|c"d<e>^`\\/{f}', 'a://b%7Cc%22d%3Ce%3E%5E%60%5C/{f}'],
  ['a://x%7e{?y}', 'a://x%7e{?y}'],
])('%s is listed as %s', (uri, listed) => {
  const parsed = parseUri(uri);

  expect('listed' in parsed ? parsed.listed : undefined).toBe(listed);
});

// Rules: 132
test.each([
  ['stations', 'must begin with a scheme'],
  ['{scheme}://x', 'must begin with a scheme'],
  ['a://b\nc', 'must not contain "\\n"'],
  ['a://b\tc', 'must not contain "\\t"'],
  ['a://100%', 'has a "%" without two hexadecimal digits'],
  ['a://%zz', 'has a "%" without two hexadecimal digits'],
  ['a://b{?c*}', 'has {?c*}'],
  ['a://b{?c:3}', 'has {?c:3}'],
  ['a://b{?}', 'has {?}'],
  ['a://b{?c}/d', 'must end with {?c}'],
  ['a://b{?c}{&d}', 'must end with {?c}'],
  ['a://b?c=1{?d}', 'has {?d} but has a query already'],
  ['a://b{&d}', 'has {&d} but has no "?" before it'],
  ['a://b#c{?d}', 'has {?d} after a fragment'],
  ['a://{b}{?b}', 'has the variable {b} twice'],
  ['a://{b', 'has a brace without its partner'],
  ['a://b}', 'has a brace without its partner'],
  ['a://{}', 'has {}'],
  ['a://{#b}', 'has {#b}'],
  ['a://{b,c}', 'has {b,c}'],
  ['a://{b}{c}', 'two variables with nothing between them'],
  ['a://{b}/{+b}', 'has the variable {b} twice'],
])('%s is refused: %s', (uri, fault) => {
  expect(parseUri(uri)).toMatchObject({ fault: expect.stringContaining(fault) });
});
