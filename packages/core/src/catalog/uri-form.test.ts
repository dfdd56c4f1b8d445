import { expect, test } from 'vitest';
import { readUriForm } from './uri-template.js';

test.each([
  ['demo://item/{id}', ['demo://item/7', 'demo://item/a%2Fb'], ['demo://item/', 'demo://item/7/8', 'demo://other/7']],
  ['file:///{+path}', ['file:///a/b.txt'], ['file:///']],
  [
    'repo://{owner}/{name}/contents{/path*}',
    ['repo://a/b/contents', 'repo://a/b/contents/c/d'],
    ['repo://a/contents', 'repo://a/b/contentsx'],
  ],
  [
    'demo://find{?q,limit}',
    ['demo://find', 'demo://find?q=a', 'demo://find?q=a/b&limit=3'],
    ['demo://find?', 'demo://findx'],
  ],
  ['demo://{id}{?fields*}', ['demo://7', 'demo://7?fields=a'], ['demo://', 'demo://7/8']],
  [
    'demo://list?all=1{&page}',
    ['demo://list?all=1', 'demo://list?all=1&page=2'],
    ['demo://list', 'demo://list?all=1page'],
  ],
  ['demo://{name}{.ext}', ['demo://a.txt', 'demo://a'], ['demo://.txt']],
  ['demo://map{;x,y}', ['demo://map;x=1;y=2', 'demo://map'], ['demo://map/1']],
  ['demo://page{#part}', ['demo://page#a/b', 'demo://page'], ['demo://pages']],
  ['demo://{x,y}/end', ['demo://1,2/end'], ['demo://1,2', 'demo:///end']],
  ['demo://tree/{path*}', ['demo://tree/a', 'demo://tree/a/b', 'demo://tree/a,b'], ['demo://tree/', 'demo://tree']],
  ['demo://{name:3}', ['demo://abc'], ['demo://']],
  ['demo://fixed', ['demo://fixed'], ['demo://fixed/']],
])('%s matches %j and not %j', (template, those, others) => {
  const { matches } = readUriForm(template)!;

  expect(those.filter((uri) => !matches(uri))).toEqual([]);
  expect(others.filter((uri) => matches(uri))).toEqual([]);
});

test.each(['demo://{', 'demo://{}', 'demo://{a}{b}', 'demo://{a b}', 'demo://{!a}', 'demo://}'])(
  '%s is not a template',
  (template) => {
    expect(readUriForm(template)).toBeUndefined();
  },
);

test.each([
  ['demo://café/{id}', 'demo://caf%C3%A9/7', 'demo://café/7'],
  ['demo://caf%c3%a9/{id}{?q}', 'demo://café/a%20b?q=é', 'demo://caf%c3%a9/a%20b?q=%C3%A9'],
  ['demo://plain/{id}', 'demo://plain/a b', 'demo://plain/a b'],
  ['demo://café/{id}', 'demo://other/7', 'demo://other/7'],
])('for the owner of %s, %s is spelled %s', (template, uri, spelled) => {
  expect(readUriForm(template)!.respell(uri)).toBe(spelled);
});

test('a template does not match a very long URI', () => {
  expect(readUriForm('demo://{+x}')!.matches(`demo://${'x'.repeat(8_192)}`)).toBe(false);
});
