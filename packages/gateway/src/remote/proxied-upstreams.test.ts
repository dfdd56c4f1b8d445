/** Upstreams that are reached through a proxy. */
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { openProxy, type TestProxy } from '@sigil/test-support/proxy';
import { expect, onTestFinished, test } from 'vitest';
import { openRemote } from './open-remote.js';
import { openGateway, openScriptedSse, resultOf, textOf } from './scripted-upstreams.test-support.js';
import { openLegacyHttp } from '@sigil/test-support/upstream-servers';

async function proxyTo(port: number, credentials?: string): Promise<TestProxy> {
  const proxy = await openProxy(port, credentials);
  onTestFinished(() => proxy.close());
  return proxy;
}

const portOf = (url: string): number => Number(new URL(url).port);

test('an upstream over http: is reached through the proxy, with the proxy’s credentials', async () => {
  const upstream = await openLegacyHttp();
  const proxy = await proxyTo(portOf(upstream.url), 'me:se cret');
  const environment = { HTTP_PROXY: proxy.url.replace('//', '//me:se%20cret@') };
  const { remote } = await openGateway({ url: 'http://upstream.test/mcp?of=one' }, { environment });

  expect(remote.status.state).toBe('serving');
  expect(proxy.asked).toContain('POST http://upstream.test/mcp?of=one');
  // The notification stream goes the same way.
  await expect.poll(() => proxy.asked).toContain('GET http://upstream.test/mcp?of=one');
  expect(upstream.requests.map(({ headers }) => headers.host)).toContain('upstream.test');
});

test('an upstream of the oldest transport is reached through the proxy', async () => {
  const { url } = await openScriptedSse(({ id, method }, say) => {
    if (method === 'tools/call') say(resultOf(id));
  });
  const proxy = await proxyTo(portOf(url));
  const gateway = await openGateway(
    { url: 'http://upstream.test/sse', transport: 'sse' },
    { environment: { http_proxy: proxy.url } },
  );

  expect(textOf(await (await gateway.connect()).callTool('one'))).toBe('done');
  expect(proxy.asked).toContain('GET http://upstream.test/sse');
});

test('an upstream on this machine is reached without the proxy', async () => {
  const upstream = await openLegacyHttp();
  const proxy = await proxyTo(portOf(upstream.url));
  const { remote } = await openGateway({ url: upstream.url }, { environment: { HTTP_PROXY: proxy.url } });

  expect(remote.status.state).toBe('serving');
  expect(proxy.asked).toEqual([]);
});

test('with allowPrivate false, names are left to the proxy, and private addresses are refused', async () => {
  const upstream = await openLegacyHttp();
  const proxy = await proxyTo(portOf(upstream.url));
  const environment = { HTTP_PROXY: proxy.url };
  const named = await openGateway({ url: 'http://upstream.test/mcp', allowPrivate: false }, { environment });
  const numbered = await openGateway({ url: 'http://10.0.0.1/mcp', allowPrivate: false }, { environment });

  expect(named.remote.status.state).toBe('serving');
  expect(numbered.remote.status.lastError?.message).toContain('private address (allowPrivate is false)');
});

test.each(['https:', 'http:'])('the refusal of a proxy is reported for %s', async (scheme) => {
  const proxy = await proxyTo(1, 'me:secret');
  const environment = { HTTP_PROXY: proxy.url.replace('//', '//me:wrong@') };
  const { remote } = await openGateway({ url: `${scheme}//upstream.test/mcp`, retries: 0 }, { environment });

  const message = 'the proxy refused to connect to the server (HTTP 407)';
  expect(remote.status).toMatchObject({ state: 'failed', lastError: { message } });
});

test.each(['https:', 'http:'])('a proxy that is away is reported for %s', async (scheme) => {
  const unused = createServer().listen(0, '127.0.0.1');
  await once(unused, 'listening');
  const { port } = unused.address() as AddressInfo;
  await new Promise((resolve) => unused.close(resolve));
  const environment = { HTTP_PROXY: `http://127.0.0.1:${port}` };
  const { remote } = await openGateway({ url: `${scheme}//upstream.test/mcp`, retries: 0 }, { environment });

  expect(remote.status.lastError?.message).toBe('the proxy cannot be reached (ECONNREFUSED)');
});

test('a proxy that says nothing is given up', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => void silent.close());
  const environment = { HTTPS_PROXY: `http://127.0.0.1:${(silent.address() as AddressInfo).port}` };
  const { remote } = await openGateway(
    { url: 'https://upstream.test/mcp', retries: 0, connectTimeoutMs: 200 },
    { environment },
  );

  expect(remote.status.lastError?.message).toContain('took too long');
});

test('a variable that names no proxy is a mistake in the configuration', () => {
  const open = (): unknown =>
    openRemote(
      { url: 'https://upstream.test/mcp' },
      { name: 'up', client: { name: 'sigil', version: '0' }, environment: { HTTPS_PROXY: 'ftp://proxy' } },
    );

  expect(open).toThrow('remote: the variable HTTPS_PROXY must be the http: or https: URL of a proxy');
});
