import { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { encodeUri, normalizeEscapes, normalizeUri } from './normalize-uri.js';
import { encodeTemplate, normalizeTemplate, readTemplate } from './uri-template-syntax.js';

test.each([
  ['app://café/x', 'app://caf%C3%A9/x'],
  ['app://caf%c3%a9/x', 'app://caf%C3%A9/x'],
  ['app://a b', 'app://a%20b'],
  ['app://%7e%41%2d', 'app://~a-'],
  ['app://x/%7e%41%2d', 'app://x/~A-'],
  ['app://x/a%2fb', 'app://x/a%2Fb'],
  ['app://x/a/b', 'app://x/a/b'],
  ['APP://Joe@EXAMPLE.org:80/Path?Q#F', 'app://Joe@example.org:80/Path?Q#F'],
  ['app://CAFÉ/É', 'app://caf%C3%89/%C3%89'],
  ['URN:ISBN:1', 'urn:ISBN:1'],
  ['file:///C:/A b', 'file:///C:/A%20b'],
  ['app://x/%zz%41', 'app://x/%zz%41'],
  ['app://x/100%', 'app://x/100%'],
  ['app://x/%25%34%31', 'app://x/%2541'],
  ['app://x/\uD800', 'app://x/%EF%BF%BD'],
  ['', ''],
])('%s is compared as %s', (uri, normalized) => {
  expect(normalizeUri(uri)).toBe(normalized);
});

test('normalizing twice changes nothing, and never throws', () => {
  assert(
    property(string({ unit: 'grapheme' }), string({ unit: 'grapheme-ascii' }), (authority, path) => {
      const once = normalizeUri(`x://${authority}/${path}`);

      expect(normalizeUri(once)).toBe(once);
      expect(normalizeEscapes(`X://${authority}/${path}`)).toHaveLength(once.length);
    }),
  );
});

test('encoding leaves nothing that a URI may not contain, and keeps escapes', () => {
  expect(encodeUri('a "<>\\^`{|}\u0000é%20%zz')).toBe('a%20%22%3C%3E%5C%5E%60%7B%7C%7D%00%C3%A9%20%zz');
});

test.each([
  ['app://café/{name}{?a,b}', 'app://caf%C3%A9/{name}{?a,b}'],
  ['app://a b/{+path*}/{x:3}', 'app://a%20b/{+path*}/{x:3}'],
  ['app://{', 'app://{'],
])('the template %s is listed as %s', (template, listed) => {
  expect(encodeTemplate(template)).toBe(listed);
});

test.each([
  ['App://Caf%c3%a9.Example/%7e/{Name}', 'app://caf%C3%A9.example/~/{Name}'],
  ['app://{Name}.Example/A', 'app://{Name}.example/A'],
  ['app://{+Path}/A', 'app://{+Path}/A'],
  ['app://Joe{Id}@Host/A', 'app://Joe{Id}@host/A'],
])('the template %s is compared as %s', (template, normalized) => {
  expect(normalizeTemplate(template)).toBe(normalized);
});

test('a template is read as literals and expressions', () => {
  expect(readTemplate('x://{a}{?b*,c:3}')).toEqual([
    'x://',
    { operator: '', variables: [{ name: 'a', isExploded: false }] },
    '',
    {
      operator: '?',
      variables: [
        { name: 'b', isExploded: true },
        { name: 'c', isExploded: false, maxLength: 3 },
      ],
    },
    '',
  ]);
});
