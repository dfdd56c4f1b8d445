import { expect, test } from 'vitest';
import { findInRefresh, findInStyle, findInValue } from './reached-address.js';

const api = 'https://api.example.com';

test.each([
  ['a picture', `p { background: url(${api}) }`],
  ['a picture in quotation marks', `p { background: url( "${api}" ) }`],
  ['a style sheet', `@import "${api}";`],
  ['a style sheet in a minified file', `@import"${api}";`],
  ['a style sheet in an address', `@import url(${api}) layer(base) screen;`],
  ['a set of pictures', `p { background: image-set("a.png" 1x, "${api}" 2x) }`],
  ['a set of pictures with a prefix', `p { background: -webkit-image-set(url(a.png) 1x, '${api}' 2x) }`],
  ['a set of typed pictures', `p { background: image-set("a.avif" type("image/avif"), "${api}" type("image/png")) }`],
  ['a picture of a set', `p { background: image-set(url("${api}") 1x) }`],
  ['a font', `@font-face { src: local("A"), url(${api}) format("woff2") }`],
])('%s of a style sheet is reached', (_name, style) => {
  expect(findInStyle(style).map(({ start, end }) => style.slice(start, end))).toEqual([api]);
});

test.each([
  ['a name of a namespace', '@namespace svg url(http://www.w3.org/2000/svg);'],
  ['a comment', `/* url(${api}) */`],
  ['a text', `p::before { content: "${api}" }`],
  ['a selector', `a[href^="${api}"] { color: red }`],
])('%s reaches nothing', (_name, style) => {
  expect(findInStyle(style)).toEqual([]);
});

test('a source set has several addresses, and data with commas is one of them', () => {
  const value = `data:image/png;base64,AA== 1x, ${api}/a.png 2x,b.png 3x`;

  expect(findInValue('srcSet', value).map(({ address, index }) => [address, value.indexOf(address) === index])).toEqual(
    [
      ['data:image/png;base64,AA==', true],
      [`${api}/a.png`, true],
      ['b.png', true],
    ],
  );
});

test.each([
  [`0;url=${api}`, api],
  [`5; URL='${api}'`, api],
  [`0, ${api}`, api],
  ['30', undefined],
])('the content "%s" of a refresh leads to %s', (content, address) => {
  expect(findInRefresh(content)?.address).toBe(address);
});
