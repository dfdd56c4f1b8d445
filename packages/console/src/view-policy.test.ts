import { describe, expect, test } from 'vitest';
import { maxViewHosts, sortHosts, writeConnectionAllowlist, writeViewPolicy } from './view-policy.js';

const own = ['http://127.0.0.1:3000', 'http://localhost:41000'];
const page = 'http://127.0.0.1:3000';

test('a view that declares nothing reaches nothing', () => {
  expect(writeViewPolicy({}, own, page)).toBe(
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; media-src data:; " +
      "font-src 'none'; connect-src 'none'; frame-src 'none'; base-uri 'none'; object-src 'none'; form-action 'none'; " +
      `frame-ancestors ${page}`,
  );
});

test('each kind of host stands in its directives alone', () => {
  const policy = writeViewPolicy(
    {
      connectDomains: ['https://api.example.com', 'wss://live.example.com:8443'],
      resourceDomains: ['https://*.example.net'],
      frameDomains: ['https://video.example.org'],
      baseUriDomains: ['https://base.example.org/'],
    },
    own,
    page,
  );

  expect(policy).toContain('; connect-src https://api.example.com wss://live.example.com:8443;');
  for (const kind of ['script', 'style'])
    expect(policy).toContain(`${kind}-src 'unsafe-inline' https://*.example.net;`);
  for (const kind of ['img', 'media']) expect(policy).toContain(`${kind}-src data: https://*.example.net;`);
  expect(policy).toContain('; font-src https://*.example.net;');
  expect(policy).toContain('; frame-src https://video.example.org;');
  expect(policy).toContain('; base-uri https://base.example.org;');
});

test('the allowlist of connections has the declared hosts of every kind once, with the schemes that the policy allows', () => {
  const allowlist = writeConnectionAllowlist(
    {
      connectDomains: ['https://api.example.com', 'http://plain.example.com:8080', 'wss://live.example.com', page],
      resourceDomains: ['https://*.example.net', 'https://api.example.com'],
      frameDomains: ['https://video.example.org/'],
      baseUriDomains: ['https://base.example.org'],
    },
    own,
  );

  expect(allowlist).toBe(
    '("https://api.example.com" "http{s}?://plain.example.com:8080" "wss://live.example.com" "https://live.example.com" ' +
      '"https://*.example.net" "https://video.example.org");redirects=allow;webrtc=block',
  );
  expect(writeConnectionAllowlist({}, own)).toBe('();redirects=allow;webrtc=block');
});

describe('a declared host that is left out', () => {
  test.each([
    '*',
    'https:',
    "'unsafe-eval'",
    'data:',
    'blob:',
    'javascript:alert(1)',
    'api.example.com',
    "https://a.example; script-src 'unsafe-eval'",
    'https://a.example, default-src *',
    'https://a.example\r\nX-Header: 1',
    'https://a.example/path',
    'https://user@a.example',
    'https://*',
    'https://*.*.example.com',
    `https://${'a'.repeat(400)}.example`,
  ])('is no origin: %s', (host) => {
    expect(sortHosts([host], own)).toMatchObject({
      allowed: [],
      refused: [{ why: expect.stringContaining('origin') }],
    });
  });

  test.each([
    'http://127.0.0.1:3000',
    'http://localhost:3000',
    'ws://LOCALHOST:3000',
    'https://[::1]:3000',
    'http://127.9.9.9:3000',
    'http://0.0.0.0:3000',
    'http://any.localhost:3000',
    'http://localhost:41000',
    'http://127.0.0.1:*',
  ])('is this server: %s', (host) => {
    expect(sortHosts([host], own)).toMatchObject({
      allowed: [],
      refused: [{ why: expect.stringContaining('this server') }],
    });
  });

  test.each([
    'https://mcp.example.com',
    'https://*.example.com',
    'http://mcp.example.com:443',
    'wss://mcp.example.com:*',
  ])('is the public address: %s', (host) => {
    expect(sortHosts([host], ['https://mcp.example.com']).allowed).toEqual([]);
  });

  test.each([undefined, null, 'https://a.example', {}, [1], [null]])('is no list of texts: %j', (given) => {
    expect(sortHosts(given, own).allowed).toEqual([]);
  });

  test('is one too many', () => {
    const many = Array.from({ length: maxViewHosts + 2 }, (_, number) => `https://h${number}.example`);

    const { allowed, refused } = sortHosts(many, own);

    expect([allowed.length, refused.length]).toEqual([maxViewHosts, 2]);
  });
});

test('other servers of this machine may be declared', () => {
  expect(sortHosts(['http://127.0.0.1:8080', 'ws://localhost:8080'], own).refused).toEqual([]);
});
