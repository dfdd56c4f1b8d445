import { readPageAssets } from '@sigil/console';
import { expect, onTestFinished, test } from 'vitest';
import { ViewSandbox, type SandboxSettings } from './view-sandbox.js';

function openSandbox(differing: Partial<SandboxSettings> = {}): ViewSandbox {
  const onError = (error: unknown): never => {
    throw error;
  };
  const sandbox = new ViewSandbox({
    host: '127.0.0.1',
    sandboxUrl: undefined,
    allowedHosts: [],
    onError,
    ...differing,
  });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

test('each reader on loopback gets the other name of this machine, at one port', async () => {
  const sandbox = openSandbox();

  const found = await Promise.all(
    ['http://127.0.0.1:3000', 'http://localhost:3000', 'http://[::1]:3000'].map((origin) =>
      sandbox.at(origin, readPageAssets),
    ),
  );

  const urls = found.map((it) => ('url' in it ? new URL(it.url) : undefined));
  expect(urls.map((it) => it?.hostname)).toEqual(['localhost', '127.0.0.1', 'localhost']);
  expect(new Set(urls.map((it) => it?.port)).size).toBe(1);
});

test('the port answers its own names alone, and reading alone', async () => {
  const found = await openSandbox().at('http://localhost:3000', readPageAssets);
  const url = 'url' in found ? found.url : '';

  const page = await fetch(`${url}?host=${encodeURIComponent('http://localhost:3000')}`);
  const rebound = await fetch(url, { headers: { host: 'evil.example' } });
  const posted = await fetch(url, { method: 'POST' });

  expect([page.status, rebound.status, posted.status]).toEqual([200, 403, 405]);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
});

test.each([
  ['0.0.0.0', 'http://localhost:3000'],
  ['127.0.0.1', 'https://mcp.example.com'],
])('a server on %s has no sandbox for a reader at %s, and says what to set', async (host, origin) => {
  expect(await openSandbox({ host }).at(origin, readPageAssets)).toMatchObject({
    missing: expect.stringContaining('"sandboxUrl"') as string,
  });
});

test('the operator’s origin stands before a port, and answers under its own host alone', async () => {
  const sandbox = openSandbox({
    host: '0.0.0.0',
    sandboxUrl: 'https://views.example.net',
    allowedHosts: ['mcp.example.com'],
  });
  const path = `/mcp/view-sandbox?host=${encodeURIComponent('https://mcp.example.com')}`;

  expect(await sandbox.at('https://mcp.example.com', readPageAssets)).toEqual({
    url: 'https://views.example.net/mcp/view-sandbox',
  });
  expect(sandbox.answer('Views.example.net', path, readPageAssets)?.status).toBe(200);
  expect(sandbox.answer('views.example.net', '/mcp', readPageAssets)?.status).toBe(404);
  expect(sandbox.answer('mcp.example.com', path, readPageAssets)).toBeUndefined();
});
