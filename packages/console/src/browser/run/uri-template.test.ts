import { parseUriTemplate } from '@sigil/core/catalog';
import { expect, test } from 'vitest';
import { expandTemplate, listVariables } from './uri-template.js';

test('URI templates list their variables and are expanded', () => {
  const template = 'files://{owner}/{+path}';

  expect(listVariables('a://{b}/{+c}/{b}{?d,b}')).toEqual([
    { name: 'b', required: true },
    { name: 'c', required: true },
    { name: 'd', required: false },
  ]);
  expect(expandTemplate(template, { owner: 'a/b ü', path: 'x/y z' })).toBe('files://a%2Fb%20%C3%BC/x/y%20z');
});

test.each([
  ['a://find{?q,limit}', 'a://find?q=x%20%26%20y'],
  ['a://find{?limit}', 'a://find'],
  ['a://find?kind=b{&q,limit}', 'a://find?kind=b&q=x%20%26%20y'],
  ['a://café menu/{q}', 'a://caf%C3%A9%20menu/x%20%26%20y'],
  ['a://{q:1}', 'a://x'],
  ['a://x{/q}{.limit}{#q}', 'a://x/x%20%26%20y#x%20&%20y'],
  ['a://x{;q,empty}', 'a://x;q=x%20%26%20y;empty'],
])('the URI template %s is expanded as the server reads it', (template, uri) => {
  expect(expandTemplate(template, { q: 'x & y', empty: '' })).toBe(uri);
});

test('what a page expands is what the server reads', () => {
  const values = { path: 'a/b c%', name: "d/e?f&g=h#i%2F+j é'(*)", q: 'a&b=c+d é', n: '' };
  const template = 'x://Café/{name}/{+path}{?q,n,none}';

  const uri = expandTemplate(template, values);

  expect(parseUriTemplate(template).match(uri)).toEqual(values);
});
