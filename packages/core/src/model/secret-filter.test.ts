import { describe, expect, test } from 'vitest';
import { openSecretFilter } from './secret-filter.js';

/** An ordinary secret with characters that every encoding writes differently. */
const secret = 'p/ss wörd+"1"&?';

const hide = (text: string, ...secrets: string[]): string | undefined =>
  openSecretFilter(secrets.length > 0 ? secrets : [secret])?.(text);

describe('a secret is blanked', () => {
  const url = new URL('https://host/');
  url.username = 'user';
  url.password = secret;

  test.each([
    ['alone', secret],
    ['within a longer text', `refused: ${secret}, try again`],
    ['twice', `${secret}${secret}`],
    ['as encodeURIComponent writes it', encodeURIComponent(secret)],
    ['in lower case hexadecimal', encodeURIComponent(secret).replaceAll(/%../g, (it) => it.toLowerCase())],
    ['as a form writes it', new URLSearchParams({ key: secret }).toString()],
    ['in the userinfo of a URL', url.href],
    ['in a URL within a URL', `https://other/?next=${encodeURIComponent(url.href)}`],
    ['in the path of a URL', new URL(`https://host/${encodeURI(secret)}/x`).href],
    ['in JSON', JSON.stringify({ secret })],
    ['in JSON within JSON', JSON.stringify(JSON.stringify({ secret }))],
    ['in HTML', `<p>${secret.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}</p>`],
    ['with escapes for ASCII', String.raw`p/ss w\u00f6rd+\u00221\u0022&?`],
    ...['', 'u', 'us', 'use', 'user'].flatMap((user) => [
      [`in a Basic header after "${user}:"`, `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`],
      [`in base64url after "${user}:"`, Buffer.from(`${user}:${secret}!`).toString('base64url')],
      [`in Latin-1 base64 after "${user}:"`, btoa(`${user}:${secret}!`)],
    ]),
  ])('%s', (_, text) => {
    const hidden = hide(text);

    expect(hidden).toContain('[redacted]');
    expect(hidden).not.toMatch(/ss|rd/);
    for (const part of hidden?.split(/[^A-Za-z0-9+/_-]+/) ?? []) {
      expect(Buffer.from(part, 'base64').toString('latin1')).not.toMatch(/ss|rd/);
    }
  });
});

test('a text without the secret stays the same', () => {
  expect(hide('nothing to hide: p/ss w')).toBe('nothing to hide: p/ss w');
});

test.each(['abcd', '1234', '%%%%'])('the short secret %s is blanked, also within a word', (short) => {
  expect(hide(`key=x${short}y`, short)).toBe('key=x[redacted]y');
});

test.each([[['abc']], [['']], [[' a ']], [[]]])(
  'no filter is made for %j, which would damage ordinary words',
  (secrets) => {
    expect(openSecretFilter(secrets)).toBeUndefined();
  },
);

test('of a secret within another one, the longer is blanked', () => {
  expect(hide('key-and-more, key-', 'key-', 'key-and-more')).toBe('[redacted], [redacted]');
});

test.each([
  ['the password of a URL', 'postgres://admin:hunter%202@db/shop', 'no user with hunter 2'],
  ['the token that is the user of a URL', 'https://ghp_token@git.example', 'ghp_token is expired'],
  ['a line of a key', `-----BEGIN KEY-----\n${'k'.repeat(64)}\n-----END KEY-----\n`, 'k'.repeat(64)],
  ['a secret without the newline of its file', 'from-a-file\n', 'Bearer from-a-file'],
])('%s is a secret too', (_, whole, text) => {
  expect(hide(text, whole)).toContain('[redacted]');
});

test('a long text without the secret takes no long search', () => {
  const long = 'aGVsbG8gd29ybGQ'.repeat(100_000);

  expect(hide(long, 'hello-world', 'a'.repeat(4_000), '\\'.repeat(40))).toBe(long);
});
