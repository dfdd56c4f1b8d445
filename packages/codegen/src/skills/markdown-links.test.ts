import { expect, test } from 'vitest';
import { findLinks } from './markdown-links.js';

/** Marks the places of all links, as `{address}`. */
function marked(text: string): string {
  const places = findLinks(text).map(({ at }) => at);
  return places
    .toSorted((a, b) => b.from - a.from)
    .reduce((now, { from, to }) => `${now.slice(0, from)}{${now.slice(from, to)}}${now.slice(to)}`, text);
}

test.each([
  ['links and pictures', '[a](b.md) ![c](d.png)', '[a]({b.md}) ![c]({d.png})'],
  ['a picture in a link', '[![a](b.png)](c.md)', '[![a]({b.png})]({c.md})'],
  ['a link in the text of a picture', '![a [b](c.md)](d.png)', '![a [b]({c.md})]({d.png})'],
  ['one address twice', '[a](x.md), [b](x.md)', '[a]({x.md}), [b]({x.md})'],
  ['an address in angle brackets, and a title', '[a](<b c.md> "t")', '[a](<{b c.md}> "t")'],
  ['balanced brackets', '[a](b(c).md)', '[a]({b(c).md})'],
  ['an address on the next line', '[a](\nb.md)', '[a](\n{b.md})'],
  ['several lines', 'one\n  two [a](b.md)\nthree [c](d.md)\n', 'one\n  two [a]({b.md})\nthree [c]({d.md})\n'],
  ['headings', '# A [a](b.md) #\n\nB [c](d.md)\n---\n', '# A [a]({b.md}) #\n\nB [c]({d.md})\n---\n'],
  ['lists and quotes', '1. a\n   - [a](b.md)\n\n> > [c](d.md)\n', '1. a\n   - [a]({b.md})\n\n> > [c]({d.md})\n'],
  ['rows of a table', '| a | b |\n|---|---|\n| [a](b.md) | c |\n', '| a | b |\n|---|---|\n| [a]({b.md}) | c |\n'],
  ['lines that end as on Windows', 'a\r\n\r\n[a](b.md)\r\n[c](d.md)', 'a\r\n\r\n[a]({b.md})\r\n[c]({d.md})'],
  ['characters of two units', '😀 [a](b.md)', '😀 [a]({b.md})'],
  ['a mark of the order of bytes', '\uFEFF[a](b.md)', '\uFEFF[a]({b.md})'],
  [
    'definitions, used or not',
    '[a][1]\n\n[1]: b.md "t"\n[2]:\n  <c.md>\n',
    '[a][1]\n\n[1]: {b.md} "t"\n[2]:\n  <{c.md}>\n',
  ],
  ['a definition in a quote', '> [a]: b.md', '> [a]: {b.md}'],
  ['code', '`[a](b.md)`\n\n    [c](d.md)\n\n```md\n[e](f.md)\n[g]: h.md\n```\n', undefined],
  ['HTML', '<!-- [a](b.md) -->\n\n<pre>\n[c](d.md)\n</pre>\n\n<a title="[e](f.md)">', undefined],
  ['escapes', String.raw`\[a](b.md) [a\](c.md)`, undefined],
  ['brackets without a link', '[a] (b.md) [c](d e.md) [f][g]', undefined],
])('%s are found in their places', (_what, text, found = text) => {
  expect(marked(text)).toBe(found);
});

test('escapes of Markdown are not part of an address, and those of URIs are', () => {
  const text = String.raw`[a](b\_c.md) [d](e&amp;f.md) [g](h%20i.md)`;

  expect(findLinks(text).map(({ address }) => address)).toEqual(['b_c.md', 'e&f.md', 'h%20i.md']);
});

test.each([
  ['runs of backticks', Array.from({ length: 700 }, (_, length) => '`'.repeat(length + 1)).join(' ')],
  ['emphasis that does not end', '*a_'.repeat(40_000)],
  ['links that do not end', '[a]('.repeat(60_000)],
  ['brackets in brackets', '['.repeat(120_000) + ']'.repeat(120_000)],
  ['comments that do not end', 'a <!-- '.repeat(35_000)],
  ['links in one paragraph', '[a](b.md) '.repeat(25_000)],
])(
  'a text of %s is read in its time',
  (_what, text) => {
    const found = findLinks(text);

    expect(found.length === 0 || found.length === 25_000).toBe(true);
  },
  20_000,
);
