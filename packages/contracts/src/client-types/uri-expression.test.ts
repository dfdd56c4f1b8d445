import { describe, expect, test } from 'vitest';
import { runModule } from './compile-text.test-support.js';
import { offer } from './weather-offer.test-support.js';
import { writeClientModule } from './write-client-module.js';
import { readUriTemplate } from './uri-expression.js';

/** The string values of RFC 6570 section 3.2. */
const given = { var: 'value', hello: 'Hello World!', path: '/foo/bar', x: '1024', y: '768', empty: '', half: '50%' };

/** Expands a template with the code that a client module has for it. */
async function expand(uriTemplate: string, input: Readonly<Record<string, string>>): Promise<string> {
  const text = writeClientModule(offer({ resourceTemplates: [{ uriTemplate, name: 'it' }] }));
  const { weatherClient } = (await runModule(text)) as {
    weatherClient(client: object): { resources: { it(input: object): Promise<string> } };
  };
  const readResource = ({ uri }: { uri: string }) => Promise.resolve({ contents: uri });
  return weatherClient({ readResource }).resources.it(input);
}

describe('the examples of RFC 6570', () => {
  test.each([
    ['{var}', 'value'],
    ['{hello}', 'Hello%20World%21'],
    ['{half}', '50%25'],
    ['O{empty}X', 'OX'],
    ['{x,y}', '1024,768'],
    ['{x,hello,y}', '1024,Hello%20World%21,768'],
    ['{var:3}', 'val'],
    ['{+var}', 'value'],
    ['{+hello}', 'Hello%20World!'],
    ['{+half}', '50%25'],
    ['{+path}/here', '/foo/bar/here'],
    ['here?ref={+path}', 'here?ref=/foo/bar'],
    ['{+path:6}/here', '/foo/b/here'],
    ['{#x,hello,y}', '#1024,Hello%20World!,768'],
    ['X{.var}', 'X.value'],
    ['X{.x,y}', 'X.1024.768'],
    ['{/var,x}/here', '/value/1024/here'],
    ['{;x,y,empty}', ';x=1024;y=768;empty'],
    ['{?x,y,empty}', '?x=1024&y=768&empty='],
    ['?fixed=yes{&x}', '?fixed=yes&x=1024'],
    ['{?undef}', ''],
    ['{?x,undef}', '?x=1024'],
  ])('%s expands to %s', async (template, uri) => {
    expect(await expand(template, given)).toBe(uri);
  });
});

test.each([
  ['{+v}', 'a%20b', 'a%20b'],
  ['{+v}', '[::1]', '[::1]'],
  ['{v}', "!'()*", '%21%27%28%29%2A'],
  ['{v}', '日', '%E6%97%A5'],
  ['`$x`"\\{v}', 'a', '%60$x%60%22%5Ca'],
  ['café {v}', 'é', 'caf%C3%A9%20%C3%A9'],
])('%s is expanded with %j', async (template, v, uri) => {
  expect(await expand(template, { v })).toBe(uri);
});

test('query variables are optional', () => {
  expect(readUriTemplate('x://{a}/{?b,a}')?.variables).toEqual([
    { name: 'a', isOptional: false },
    { name: 'b', isOptional: true },
  ]);
});

test.each(['{', 'a}', '{}', '{a b}', '{a,}', '{=a}', '{a:0}', '{{a}}'])('%s is not a template', (template) => {
  expect(readUriTemplate(template)).toBeUndefined();
});
