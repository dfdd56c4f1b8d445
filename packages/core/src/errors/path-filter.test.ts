import { expect, test } from 'vitest';
import { withFileNames, withoutPaths } from './path-filter.js';

test.each([
  ['cannot read /srv/team/secret.key', 'cannot read (path)'],
  ['cannot read /srv/team/secret.key: gone', 'cannot read (path): gone'],
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
  ['(/srv/team/secret.ts:12:3), or "/srv/x/y.ts:1", or /srv/x/y.', '((path)), or "(path)", or (path).'],
  ['[/srv/a/b]; {/srv/a/b}! /srv/a/b? /srv/a/b…', '[(path)]; {(path)}! (path)? (path)…'],
  ['in C:\\Users\\ada\\secret.key, or file:///srv/x.', 'in (path), or (path).'],
  ['in /srv/app/[id]/(group)/$lib/+page.ts now', 'in (path) now'],
  ['in /srv/a/b, and/or /srv/c/d', 'in (path), and/or (path)'],
  ['in /srv/d and /srv/team/d', 'in (path) and (path)'],
])('only paths are replaced in: %s', (text, expected) => {
  expect(withoutPaths(text)).toBe(expected);
});

test.each([
  'must be a string that matches /^v\\d+$/, such as v1',
  'must be a string that matches /^v\\d+$/u such as v1',
  'one of /^[a-z]+$/, /^[/a-z ]+$/i; or (/a\\/b\\/c/)',
  'must match /^/api/v\\d+/x$/, such as v1',
  'must match ^/api/v\\d+/x$ or "^/a/b$" or "/^\\/a\\/b$/"',
  'must match /(?:a|b)+/gi.',
  'POST /services/…: 404',
  'POST /services/T0/B0: 404, then GET:/a/b failed and "DELETE /a/b HTTP/1.1"',
  'PUT "/a/b" failed',
  'the words /etc/, /foo/. and /, /',
])('nothing is replaced in: %s', (text) => {
  expect(withoutPaths(text)).toBe(text);
});

test.each([
  ['POST /upload?file=/srv/team/a.txt', 'POST /upload?file=(path)'],
  ['GET /a/b: cannot open /srv/team/a.txt', 'GET /a/b: cannot open (path)'],
  ['it got /srv/team/a.txt', 'it got (path)'],
  ['must match /^a+$/, not /srv/team/a.txt', 'must match /^a+$/, not (path)'],
  ['/x+ /srv/team/a.txt', '/x+ (path)'],
  ['/^a/ /srv/team/a$/', '/^a/ (path)'],
  ['^/srv/team/a.txt', '^(path)'],
])('a path beside what looks like one is replaced in: %s', (text, expected) => {
  expect(withoutPaths(text)).toBe(expected);
});

test('withFileNames keeps the file name of a path', () => {
  expect(withFileNames('cannot read /srv/team/manifest.json; build it')).toBe('cannot read manifest.json; build it');
});

test.each(['/a ', '/a/ b', "'/a/", 'C:\\a ', 'file:///', '/[ ', '/a(', '/^', 'GET /a.', '/a/..'])(
  'a very long text of %s gives a result of bounded length',
  (part) => {
    expect(withoutPaths(part.repeat(20_000)).length).toBeLessThanOrEqual(part.length * 20_000 * 4);
  },
);
