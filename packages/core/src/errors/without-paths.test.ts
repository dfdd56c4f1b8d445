import { expect, test } from 'vitest';
import { withFileNames, withoutPaths } from './without-paths.js';

test.each([
  ['cannot read /srv/team/secret.key', 'cannot read (path)'],
  ['cannot read /srv/team/secret.key: gone', 'cannot read (path) gone'],
  ["cannot read '/srv/my team/secret key.txt' now", "cannot read '(path)' now"],
  ['cannot read "/srv/my team/secret key.txt" now', 'cannot read "(path)" now'],
  ['cannot read /srv/my team/secret.key now', 'cannot read (path) now'],
  ['copy /a/b to /c/d', 'copy (path) to (path)'],
  ['in ~/keys/secret.key', 'in (path)'],
  ['in C:\\Users\\ada\\secret.key now', 'in (path) now'],
  ['in C:\\Program Files\\team\\secret.key now', 'in (path) now'],
  ['in C:/Users/ada/secret.key now', 'in (path) now'],
  ['on \\\\server\\share\\secret.key now', 'on (path) now'],
  ['at file:///srv/my%20team/secret.key:3', 'at (path)'],
  ['at file://server/share/secret.key', 'at (path)'],
  ['it asked https://example.org/a/b/c, either/or and/or', 'it asked https://example.org/a/b/c, either/or and/or'],
  ['the route "/mcp" takes 3/4 and a:b', 'the route "/mcp" takes 3/4 and a:b'],
  ["it isn't at https://example.org/a/b, isn't it", "it isn't at https://example.org/a/b, isn't it"],
])('only paths are replaced in: %s', (text, expected) => {
  expect(withoutPaths(text)).toBe(expected);
});

test('withFileNames keeps the file name of a path', () => {
  expect(withFileNames('cannot read /srv/team/manifest.json; build it')).toBe('cannot read manifest.json; build it');
});

test.each(['/a ', '/a/ b', "'/a/", 'C:\\a ', 'file:///'])(
  'a very long text of %s gives a result of bounded length',
  (part) => {
    expect(withoutPaths(part.repeat(20_000)).length).toBeLessThanOrEqual(part.length * 20_000 * 4);
  },
);
