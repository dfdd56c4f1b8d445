import { describe, expect, test } from 'vitest';
import { openSecretFilter } from './secret-filter.js';
import { findUrlSecrets } from './url-secrets.js';

const hide = (url: string, text: string): string => openSecretFilter([url])!(text);

const api = 'https://API.example.com?api_key=urlKey123&format=json&pin=hunter%202&t=word#access_token=fragment';
const hook = 'https://hooks.slack.com:443/services/T0/B0/slackSecret99';

describe('of a secret URL is blanked', () => {
  test.each<[string, string, string, string]>([
    ['the normalised form', api, `fetch ${new URL(api).href} failed`, 'fetch [redacted] failed'],
    ['the form without its port', hook, `POST ${new URL(hook).href}: 404`, 'POST [redacted]: 404'],
    ['a value of the query', api, `key ${new URL(api).searchParams.get('api_key')}!`, 'key [redacted]!'],
    ['an encoded value', api, 'pin hunter%202 or hunter 2', 'pin [redacted] or [redacted]'],
    ['a short word beside its name', api, 'at ?t=word or /word', 'at ?[redacted] or /word'],
    ['a value of the fragment', api, 'no fragment', 'no [redacted]'],
    ['a part of the path with a digit', hook, 'no slackSecret99', 'no [redacted]'],
    ['such a part within the path', hook, '/services/T0/B0/slackSecret99', '/services/T0/B0/[redacted]'],
    ['a long part of the path', 'https://h/x/abcdefghijklmnopq', 'no abcdefghijklmnopq', 'no [redacted]'],
    ['the password', 'https://admin:p%40ssw@h', 'admin: p@ssw p%40ssw', 'admin: [redacted] [redacted]'],
    ['the password before several hosts', 'mongodb://root:secretpw@a:27017,b:1/db', 'no secretpw', 'no [redacted]'],
    ['a user without a password', 'https://user@h/', 'no user', 'no [redacted]'],
    ['a user that is an id', 'https://AKIA1234:pass@h/', 'no AKIA1234', 'no [redacted]'],
    ['a value with a faulty percent sign', 'https://h/?key=100%', 'no 100%', 'no [redacted]'],
    ['a value with a plus sign', 'https://h/?key=a+bc', 'no "a bc" or a+bc', 'no "[redacted]" or [redacted]'],
    ['a value without a name', 'https://h/?abcd1234', 'no abcd1234', 'no [redacted]'],
    ['a value with an equals sign', 'https://h/?sig=abc==', 'no abc==', 'no [redacted]'],
  ])('%s', (_, url, text, expected) => {
    expect(hide(url, text)).toBe(expected);
  });
});

test.each([
  ['ordinary parts of a path', hook, 'services of hooks.slack.com at B0'],
  ['ordinary values', api, 'the format is json, a word'],
  ['a duration', 'https://h/?timeout=5000', 'no answer after 5000 ms'],
  ['the user beside a password', 'postgres://admin:hunter2@db/shop', 'no role admin in shop'],
])('%s stay', (_, url, text) => {
  expect(hide(url, text)).toBe(text);
});

test.each(['plain', 'sk:abc?x=12345678', 'a//b?c=12345678', 'https://', 'http://'])('%s has no parts', (text) => {
  expect(findUrlSecrets(text)).toEqual([]);
});
