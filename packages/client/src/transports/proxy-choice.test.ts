/** The variables that name proxies, and the hosts that are reached without one. */
import { expect, test } from 'vitest';
import { proxyFor } from './proxy-choice.js';

const both = { HTTP_PROXY: 'http://plain:1', HTTPS_PROXY: 'http://secure:2' };

test.each([
  ['https://api.example/mcp', both, 'http://secure:2/'],
  ['http://api.example/mcp', both, 'http://plain:1/'],
  ['https://api.example/mcp', { HTTP_PROXY: 'http://plain:1' }, 'http://plain:1/'],
  ['http://api.example/mcp', { HTTPS_PROXY: 'http://secure:2' }, undefined],
  ['https://api.example/mcp', { ...both, https_proxy: 'http://lower:3' }, 'http://lower:3/'],
  ['https://api.example/mcp', { ...both, https_proxy: '' }, 'http://secure:2/'],
  ['https://api.example/mcp', { HTTPS_PROXY: 'proxy.corp:3128' }, 'http://proxy.corp:3128/'],
  ['https://api.example/mcp', {}, undefined],
])('%s with %o is reached through %s', (url, environment, expected) => {
  expect(proxyFor(new URL(url), environment)?.href).toBe(expected);
});

test.each(['http://localhost:3/mcp', 'http://mcp.localhost/', 'http://127.0.0.1:3/mcp', 'https://[::1]:3/mcp'])(
  '%s is this machine, and needs no proxy',
  (url) => {
    expect(proxyFor(new URL(url), both)).toBeUndefined();
  },
);

test.each([
  ['example', false],
  ['api.example', false],
  ['.example', false],
  ['*.example', false],
  ['API.EXAMPLE', false],
  ['*', false],
  ['other, api.example:443', false],
  ['other api.example', false],
  ['api.example:8443', true],
  ['pi.example', true],
  ['v1.api.example', true],
  ['', true],
])('with NO_PROXY "%s", api.example is reached through the proxy: %s', (except, isProxied) => {
  const found = proxyFor(new URL('https://api.example/mcp'), { ...both, NO_PROXY: except });

  expect(found !== undefined).toBe(isProxied);
});

test.each(['http://', 'socks5://proxy:1', 'http://user:secret@host:nan', 'http://user:50%@host'])(
  'the variable with "%s" is refused by its name, without its value',
  (value) => {
    const read = (): unknown => proxyFor(new URL('https://api.example/'), { HTTPS_PROXY: value });

    expect(read).toThrow('the variable HTTPS_PROXY must be the http: or https: URL of a proxy');
  },
);
