import { expect, test } from 'vitest';
import { renderMarkdown } from './render-markdown.js';

test('the text of a skill is rendered', () => {
  expect(renderMarkdown('# Dice\n\n1. *Roll* `d20`.\n')).toBe(
    '<h1>Dice</h1>\n<ol>\n<li><em>Roll</em> <code>d20</code>.</li>\n</ol>\n',
  );
});

test.each([
  ['a script', '<script>alert(1)</script>', /<script/],
  ['a handler', '<b onclick="x()">b</b>', /<b /],
  ['an address that runs', '[x](javascript:alert(1))', /javascript/],
  ['data in an address', '[x](data:text/html,hi)', /data:/],
  ['a picture', '![x](https://evil.example/x.png)', /<img/],
  ['a picture by a definition', '![x][1]\n\n[1]: https://evil.example/x.png', /<img/],
  ['a frame', '<iframe src="https://evil.example"></iframe>', /<iframe/],
  ['a style', '<link rel=stylesheet href=//evil.example>', /<link/],
  ['a tag in a title', '[x](https://a.example "><img src=x>")', /<img/],
])('%s in it is not', (_what, text, forbidden) => {
  expect(renderMarkdown(text)).not.toMatch(forbidden);
});

test.each(['references/RULES.md', 'tool:roll', '/mcp', 'skill://dice/play/SKILL.md', '//evil.example'])(
  'a link to %s is text, since the page has no such address',
  (address) => {
    expect(renderMarkdown(`[it](${address})`)).toMatch(/<a( title="[^"]*")?>it<\/a>/);
  },
);

test('a link to the web stays, and tells the other side nothing', () => {
  expect(renderMarkdown('[it](https://a.example/b)')).toBe(
    '<p><a rel="noreferrer nofollow" href="https://a.example/b">it</a></p>\n',
  );
});

test.each([
  ['emphasis that does not end', '*a_'.repeat(20_000)],
  ['brackets', '['.repeat(30_000) + ']'.repeat(30_000)],
  ['comments', 'a <!-- '.repeat(10_000)],
])('a text of %s does not stop the server', (_what, text) => {
  expect(renderMarkdown(text).length).toBeGreaterThan(text.length / 2);
});
