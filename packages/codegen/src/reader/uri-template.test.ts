import { expect, test } from 'vitest';
import { parseUri } from './uri-template.js';

test.each([
  ['weather://stations', []],
  ['weather://{station}/now', ['station']],
  ['file:///{+path}', ['path']],
  ['a:{x}-{y_2}', ['x', 'y_2']],
])('%s has the variables %j', (uri, variables) => {
  expect(parseUri(uri)).toEqual({ variables });
});

// Rules: 132
test.each([
  ['stations', 'must begin with a scheme'],
  ['{scheme}://x', 'must begin with a scheme'],
  ['a://b c', 'must not contain " "'],
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
